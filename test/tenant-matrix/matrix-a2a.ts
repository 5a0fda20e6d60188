import { inWorkspace, open, type Row } from './row.ts';
import { expectStatus, type World } from './world.ts';

/** A published agent of Acme. */
async function published({ acme }: World): Promise<string> {
  const agent = { name: 'Published', a2a: true };
  return (await expectStatus(acme.as<{ id: string }>('POST', '/agents', agent), 201)).id;
}

const request = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params });
const message = { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: 'Hello' }] };

/** A task of Acme's owner with the agent. */
async function taskOfOwner({ acme }: World, agentId: string): Promise<string> {
  const sent = acme.as<{ result: { task: { id: string } } }>(
    'POST',
    `/a2a/${agentId}`,
    request('SendMessage', { message }),
  );
  return (await expectStatus(sent, 200)).result.task.id;
}

export const a2aRows: Row[] = [
  open('getAgentCard', 200, async (world) => ({ path: { agentId: await published(world) } })),
  inWorkspace('postA2aRequest', { members: 200, fromHome: 403 }, async (world) => ({
    path: { agentId: await published(world) },
    body: request('SendMessage', { message }),
  })),
  inWorkspace(
    'postA2aRequest',
    { members: 200, fromHome: 200 },
    async (world) => {
      const agentId = await published(world);
      return { path: { agentId }, body: request('CancelTask', { id: await taskOfOwner(world, agentId) }) };
    },
    { name: 'that cancels a task of the owner: not found is an answer', once: true },
  ),
];
