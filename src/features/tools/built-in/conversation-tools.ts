import { ToolError } from '../../../kernel/tool-error.ts';
import type { Delegation, SharedTool, ToolContext } from '../tool.ts';

const agentId = { type: 'string', minLength: 1, maxLength: 100, examples: ['agt_01jd3v9k4m8q2w5x7y0z1a2b3c'] };

export type SearchSessions = (query: string, limit: number, context: ToolContext) => Promise<unknown>;

/** Outside of a run nothing can be spawned or handed over. */
function delegationOf({ delegation }: ToolContext): Delegation {
  if (!delegation) throw new ToolError('This tool works only inside a conversation with an agent.');
  return delegation;
}

/** Tools that work only in a run. */
export const inRunsOnly: readonly string[] = ['spawn_agent', 'handoff'];

export const createSessionSearchTool = (searchSessions: SearchSessions): SharedTool => ({
  name: 'session_search',
  description: 'Searches the messages of all of the user’s conversations, with words, "phrases" and -exclusions.',
  source: 'builtin',
  parameters: {
    type: 'object',
    properties: {
      query: { type: 'string', minLength: 1, maxLength: 500 },
      limit: { type: 'integer', minimum: 1, maximum: 50, default: 10 },
    },
    required: ['query'],
    additionalProperties: false,
  },
  timeoutMs: 10_000,
  // Messages may hold text from outside.
  external: true,
  execute: ({ query, limit }, context) => searchSessions(String(query), Number(limit), context),
});

export const spawnAgentTool: SharedTool = {
  name: 'spawn_agent',
  description: 'Gives a task to another agent, waits for it and gives back its answer.',
  source: 'builtin',
  parameters: {
    type: 'object',
    properties: { agentId, message: { type: 'string', minLength: 1, maxLength: 100_000 } },
    required: ['agentId', 'message'],
    additionalProperties: false,
  },
  timeoutMs: 600_000,
  external: false,
  async execute(params, context) {
    const { spawnAgent } = delegationOf(context);
    return spawnAgent({ agentId: String(params.agentId), message: String(params.message) }, context);
  },
};

export const handoffTool: SharedTool = {
  name: 'handoff',
  description: 'Hands the conversation over to another agent, which answers from the next message on.',
  source: 'builtin',
  parameters: {
    type: 'object',
    properties: { agentId, reason: { type: 'string', maxLength: 1_000 } },
    required: ['agentId'],
    additionalProperties: false,
  },
  timeoutMs: 10_000,
  external: false,
  async execute({ agentId: target, reason }, context) {
    const { handOff } = delegationOf(context);
    return handOff({ agentId: String(target), reason: reason === undefined ? null : String(reason) }, context);
  },
};
