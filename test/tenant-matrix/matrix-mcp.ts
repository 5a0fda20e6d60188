import { inWorkspace, open, principals, type Row } from './row.ts';
import { expectStatus, type World } from './world.ts';

const request = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });
const call = (name: string, given: object) => request('tools/call', { name, arguments: given });

/** A session of Acme's owner. */
async function sessionOfOwner({ acme, unique }: World): Promise<string> {
  const body = { agentId: acme.agentId, message: 'Hello', surface: unique() };
  return (await expectStatus(acme.as<{ sessionId: string }>('POST', '/agent/chat', body), 200)).sessionId;
}

/** An approval that a run of the owner waits for. */
async function approvalOfOwner({ acme }: World): Promise<string> {
  const agent = { name: 'Asks first', tools: ['calculator'], approvals: ['calculator'] };
  const { id: agentId } = await expectStatus(acme.as<{ id: string }>('POST', '/agents', agent), 201);
  const parked = acme.as<{ approval: { requestId: string } }>('POST', '/agent/chat', { agentId, message: '17 * 23?' });
  return (await expectStatus(parked, 202)).approval.requestId;
}

/** Refusals of an agent or a session are results of a call that was understood: the status is 200. */
export const mcpRows: Row[] = [
  open('getProtectedResource', 200),
  open('getProtectedMcp', 200),
  inWorkspace('postMcpMessage', { members: 200, fromHome: 200 }, () => ({ body: request('tools/list') }), {
    name: 'that lists tools',
    shows: ({ acme }) => [acme.agentId],
  }),
  inWorkspace('postMcpMessage', { members: 200, fromHome: 200 }, ({ acme }) => ({
    body: call(acme.agentId, { message: 'Hello' }),
  })),
  inWorkspace(
    'postMcpMessage',
    { members: 200, fromHome: 200 },
    async (world) => ({
      body: call(world.acme.agentId, { message: 'Hello', sessionId: await sessionOfOwner(world) }),
    }),
    { name: 'in a session of another' },
  ),
  {
    operationId: 'postMcpMessage',
    name: 'that decides an approval of the owner',
    request: async (world) => ({
      body: { jsonrpc: '2.0', id: await approvalOfOwner(world), result: { action: 'decline' } },
    }),
    expected: {
      'in acme': Object.fromEntries(
        principals.map((principal) => [
          principal,
          {
            anonymous: 401,
            owner: 202,
            admin: 202,
            member: 404,
            colleague: 404,
            removed: 403,
            other: 403,
            grantee: 403,
          }[principal],
        ]),
      ),
      'from home': { removed: 404, other: 404, grantee: 404 },
    },
  },
];
