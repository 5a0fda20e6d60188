import { actingAs, quickPerson } from '../harness/people.ts';
import { ofWorkspace, type Principal, type Row, signedIn } from './row.ts';
import { expectStatus, homeOf, type Seed, type World } from './world.ts';

/** Data for statistics; Initech used the agent that Acme granted. */
export const seedUsage: Seed = async ({ gateway, canaries, acme }, { name, workspaceId, ownerId, secretAgentId }) => {
  const { database } = gateway.gateway;
  const now = Date.now();
  const text = (label: string) => canaries.plant(name, label);
  for (const [offset, agentId] of [secretAgentId, acme.agentId].entries()) {
    const day = new Date(now - offset * 86_400_000 * 3).toISOString().slice(0, 10);
    if (agentId === secretAgentId || name !== 'globex')
      await database.run(
        `INSERT INTO usage_daily (workspace_id, day, user_id, agent_id, provider, model, sessions, runs, requests, cost_nano)
         VALUES ($1, $2, $3, $4, $5, $6, 1, 7, 9, 11)`,
        [workspaceId, day, ownerId, agentId, text('provider used'), text('model used')],
      );
    await database.run(
      'INSERT INTO tool_usage_daily (workspace_id, day, user_id, tool, calls) VALUES ($1, $2, $3, $4, 3)',
      [workspaceId, day, ownerId, text('tool used')],
    );
  }
};

const path = (world: World) => `/workspaces/${world.acme.workspaceId}`;

async function newMember(world: World, role: string): Promise<string> {
  const person = await quickPerson(world.gateway);
  await expectStatus(world.acme.as('POST', `${path(world)}/members`, { userId: person.id, role }), 201);
  if (role === 'owner')
    await expectStatus(actingAs(world.gateway, person)('POST', `${path(world)}/members/accept`), 200);
  return person.id;
}

const insiders: ReadonlySet<Principal> = new Set(['owner', 'admin', 'member', 'colleague'] as const);
/** A new member of Acme with an offered owner role. */
async function offered(world: World): Promise<{ token: string }> {
  const person = await quickPerson(world.gateway);
  for (const [role, status] of Object.entries({ member: 201, owner: 200 }))
    await expectStatus(world.acme.as('POST', `${path(world)}/members`, { userId: person.id, role }), status);
  return { token: person.accessToken };
}

/** A new agent of Acme, and tenants it may be granted to. */
async function grantable({ acme, globex }: World) {
  const { id } = await expectStatus(acme.as<{ id: string }>('POST', '/agents', { name: 'Short-lived' }), 201);
  return { agentId: id, workspaceId: globex.workspaceId };
}

async function newGrant(world: World) {
  const grant = await grantable(world);
  await expectStatus(world.acme.as('POST', `${path(world)}/grants`, grant), 201);
  return grant;
}

const managers = (status: number) => ({ owner: status, admin: status, member: 403 });

export const workspaceRows: Row[] = [
  signedIn('createWorkspace', 201, () => ({ body: { name: 'New' } })),
  signedIn('listWorkspaces', 200),
  ofWorkspace('getWorkspace', { owner: 200, member: 200 }),
  ofWorkspace('getWorkspaceStatistics', { owner: 200, member: 200 }),
  // Also for granted agents only the figures are shown.
  ...['getWorkspace', 'getWorkspaceStatistics'].map((operationId) =>
    signedIn(operationId, 200, (world, principal) => ({ path: { id: homeOf(world, principal) } }), {
      name: 'of one’s own',
    }),
  ),

  ofWorkspace('updateWorkspaceSettings', managers(200), ({ acme, canaries }) => ({
    body: {
      name: canaries.plant('acme', 'workspace name, changed'),
      defaultAgentId: acme.agentId,
      monthlyBudgetUsd: 5,
    },
  })),
  ofWorkspace(
    'updateWorkspaceSettings',
    managers(400),
    ({ globex }) => ({ body: { defaultAgentId: globex.agentId } }),
    { name: 'with an agent of another tenant' },
  ),
  ofWorkspace('updateWorkspaceRestrictions', managers(200), ({ canaries }) => ({
    body: { allowedProviders: ['local'], allowedModels: ['offline', canaries.plant('acme', 'allowed model')] },
  })),
  ofWorkspace('updateWorkspaceRestrictions', managers(200), () => ({ body: null }), { name: 'all of them removed' }),

  // Everyone is refused Acme: the name is another one. The owner of a new workspace erases that.
  ofWorkspace('eraseWorkspace', { owner: 400, admin: 403, member: 403 }, () => ({ body: { name: 'another' } })),
  signedIn(
    'eraseWorkspace',
    204,
    async ({ gateway }, principal) => {
      if (principal === 'anonymous') return { path: { id: 'ws_none' }, body: { name: 'New' } };
      const person = await quickPerson(gateway);
      const made = actingAs(gateway, person)<{ id: string }>('POST', '/workspaces', { name: 'New' });
      const { id } = await expectStatus(made, 201);
      return { path: { id }, body: { name: 'New' }, token: person.accessToken };
    },
    { name: 'of one’s own' },
  ),

  ofWorkspace('addMember', managers(201), async ({ gateway }) => ({
    body: { userId: (await quickPerson(gateway)).id, role: 'member' },
  })),
  ofWorkspace(
    'addMember',
    { owner: 201, admin: 403, member: 403 },
    async ({ gateway }) => ({ body: { email: (await quickPerson(gateway)).email, role: 'owner' } }),
    { name: 'as an owner' },
  ),
  ofWorkspace(
    'addMember',
    managers(200),
    async (world) => ({
      body: { userId: await newMember(world, 'member'), role: 'admin' },
    }),
    { name: 'who is in already' },
  ),
  // No role was offered to these people.
  ofWorkspace('acceptRole', { owner: 409, admin: 409, member: 409 }),
  ofWorkspace(
    'acceptRole',
    { owner: 200, member: 200 },
    (world, principal) => (insiders.has(principal) ? offered(world) : {}),
    { name: 'of what was offered' },
  ),
  ofWorkspace('removeMember', managers(204), async (world) => ({ path: { uid: await newMember(world, 'member') } })),
  ofWorkspace(
    'removeMember',
    { owner: 204, admin: 403, member: 403 },
    async (world) => ({ path: { uid: await newMember(world, 'owner') } }),
    { name: 'who is an owner' },
  ),

  ofWorkspace('createGrant', managers(201), async (world) => ({ body: await grantable(world) })),
  ofWorkspace(
    'createGrant',
    managers(404),
    ({ acme, globex, initech }) => ({
      body: { agentId: globex.agentId, workspaceId: initech.workspaceId, acme: acme.name },
    }),
    { name: 'of an agent of another tenant' },
  ),
  ofWorkspace('listGrants', managers(200), () => ({}), {
    shows: ({ globex, initech }) => [globex.workspaceId, initech.workspaceId],
  }),
  ofWorkspace('deleteGrant', managers(204), async (world) => ({ body: await newGrant(world) })),
  ofWorkspace('deleteGrant', managers(204), async (world) => ({ query: await newGrant(world) }), {
    name: 'named in the query',
  }),

  signedIn('setUp', 201, ({ unique }) => ({
    body: { workspace: { name: 'New' }, agents: [{ name: 'One' }, { name: 'Two', spawn: { enabled: true } }] },
    headers: { 'idempotency-key': unique() },
  })),
  signedIn(
    'setUp',
    201,
    () => ({
      body: { workspace: { name: 'New' }, agents: [] },
      // All use the same key, and nobody gets another person's answer.
      headers: { 'idempotency-key': 'the same for all' },
    }),
    { name: 'under a key that others used' },
  ),
];
