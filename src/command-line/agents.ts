import type { Agent, GatewayClient } from '#client';
import type { Command } from './command.ts';
import { UsageError } from './failure.ts';

const columns = {
  id: ({ id }: Agent) => id,
  name: ({ name }: Agent) => name,
  model: ({ provider, model }: Agent) => (model === null ? 'default' : [provider, model].filter(Boolean).join('/')),
  tools: ({ tools }: Agent) => (tools.length > 0 ? tools : undefined),
};

async function allAgents(client: GatewayClient): Promise<Agent[]> {
  const found: Agent[] = [];
  for await (const agent of client.each('/agents')) found.push(agent);
  return found;
}

/** By id or name. Without one: the only agent, or a new one where there is none. */
export async function chosenAgent(client: GatewayClient, wanted: string | undefined, note: (line: string) => void) {
  if (wanted?.startsWith('agt_')) return client.get('/agents/{id}', { path: { id: wanted } });
  const agents = await allAgents(client);
  const fitting = wanted === undefined ? agents : agents.filter(({ name }) => name === wanted);
  const [only, another] = fitting;
  if (only && !another) return only;
  if (!only && wanted === undefined) {
    note('There is no agent yet: made one, "Assistant".');
    return client.post('/agents', { body: { name: 'Assistant', tools: ['calculator', 'current_time'] } });
  }
  const names = (only ? fitting : agents).map(({ id, name }) => `  ${id}  ${name}`).join('\n');
  throw new UsageError(
    `${only ? 'Choose an agent with --agent' : `There is no agent named "${wanted}"`}${names ? `:\n${names}` : '.'}`,
  );
}

const shown = (agent: Agent) => ({
  id: agent.id,
  name: agent.name,
  description: agent.description || undefined,
  instructions: agent.systemPrompt || undefined,
  model: columns.model(agent),
  tools: agent.tools,
  approvals: agent.approvals,
  version: agent.version,
});

export const agents: Command[] = [
  {
    name: 'agents list',
    summary: 'List the agents of the workspace',
    async run({ terminal, connection }) {
      terminal.list(await allAgents(await connection.person()), columns);
    },
  },
  {
    name: 'agents show',
    summary: 'Show an agent',
    usage: '<id or name>',
    most: 1,
    async run({ terminal, connection, argument }) {
      const agent = await chosenAgent(await connection.person(), argument(0, 'id or name'), terminal.note);
      terminal.show(agent, shown(agent));
    },
  },
  {
    name: 'agents create',
    summary: 'Create an agent',
    usage: '<name> [--instructions <text>] [--model <provider/model>] [--tool <name>]… [--approve <tool>]…',
    most: 1,
    options: {
      instructions: { type: 'string' },
      model: { type: 'string' },
      tool: { type: 'string', multiple: true },
      approve: { type: 'string', multiple: true },
    },
    optionHelp: {
      instructions: 'the system prompt',
      model: 'such as openai/gpt-6-luna; otherwise the default of the gateway',
      tool: 'a tool that it may use; can be given several times',
      approve: 'a tool that a person must allow each time',
    },
    async run({ terminal, connection, argument, text, texts }) {
      const [provider, ...model] = (text('model') ?? '').split('/');
      if (text('model') !== undefined && model.length === 0) throw new UsageError('--model is <provider>/<model>.');
      const instructions = text('instructions');
      const client = await connection.person();
      const agent = await client.post('/agents', {
        body: {
          name: argument(0, 'name'),
          tools: texts('tool'),
          approvals: texts('approve'),
          ...(instructions === undefined ? {} : { systemPrompt: instructions }),
          ...(provider ? { provider, model: model.join('/') } : {}),
        },
      });
      terminal.show(agent, shown(agent));
    },
  },
  {
    name: 'agents delete',
    summary: 'Delete an agent',
    usage: '<id>',
    most: 1,
    async run({ terminal, connection, argument }) {
      const id = argument(0, 'id');
      await (await connection.person()).delete('/agents/{id}', { path: { id } });
      terminal.note(`Deleted ${id}.`);
    },
  },
];
