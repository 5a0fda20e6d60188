import { inWorkspace } from './row.ts';
import { expectStatus, type World } from './world.ts';

const agentPath = async ({ acme }: World) => {
  const { id } = await expectStatus(acme.as<{ id: string }>('POST', '/agents', { name: 'Short-lived' }), 201);
  return { id };
};

export const agentRows = [
  inWorkspace('createAgent', { members: 201, fromHome: 201 }, () => ({
    body: { name: 'New', spawn: { enabled: true }, metadata: {} },
  })),
  inWorkspace(
    'createAgent',
    { members: 400, fromHome: 400 },
    ({ globex, initech }, principal) => ({
      // An agent of another tenant cannot be spawned, not even by a tenant that it was granted to.
      body: {
        name: 'New',
        spawn: { agents: [principal === 'other' ? initech.secretAgentId : globex.secretAgentId] },
      },
    }),
    { name: 'that spawns an agent of another tenant' },
  ),
  inWorkspace('listAgents', { members: 200, fromHome: 200 }),
  inWorkspace('getAgent', { members: 200, fromHome: 404 }, ({ acme }) => ({ path: { id: acme.secretAgentId } })),
  inWorkspace('getAgent', { members: 200, fromHome: 404 }, ({ acme }) => ({ path: { id: acme.agentId } }), {
    name: 'that is granted',
  }),
  inWorkspace('getAgentCapabilities', { members: 200, fromHome: 404 }, ({ acme }) => ({
    path: { id: acme.agentId },
  })),
  inWorkspace('updateAgent', { members: 200, fromHome: 404 }, async (world) => ({
    path: await agentPath(world),
    body: { name: world.unique(), spawn: { maxDepth: 2 } },
  })),
  inWorkspace(
    'updateAgent',
    { members: 200, fromHome: 404 },
    ({ acme, canaries }) => ({
      path: { id: acme.agentId },
      body: { description: canaries.plant('acme', 'agent description, changed') },
    }),
    { name: 'that is granted', once: true },
  ),
  inWorkspace('deleteAgent', { members: 204, fromHome: 404 }, async (world) => ({ path: await agentPath(world) })),
  inWorkspace('listAgentVersions', { members: 200, fromHome: 404 }, ({ acme }) => ({ path: { id: acme.agentId } })),
  inWorkspace('getAgentVersion', { members: 200, fromHome: 404 }, ({ acme }) => ({
    path: { id: acme.agentId, version: '1' },
  })),
];
