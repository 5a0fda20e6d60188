import { apiKey } from '../harness/gateway.ts';
import { actingAs } from '../harness/people.ts';
import type { Scope } from './canaries.ts';
import { inWorkspace, ofMember, type Principal, type Row, withApiKey } from './row.ts';
import { expectStatus, type Seed, type Tenant, type World } from './world.ts';

type Person = Exclude<Principal, 'anonymous'>;
type Swarm = { status: string; results: { runId: string; status: string }[] };

async function until<Found>(look: () => Promise<Found | undefined>): Promise<Found> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; ) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('The data could not be prepared: the condition did not become true in time.');
}

/** A swarm of one person, once its only member has gone as far as it can. */
async function swarmOf({ canaries, gateway, people }: World, who: Person, tenant: Tenant, agentId: string) {
  const as = actingAs(gateway, people[who], tenant.workspaceId);
  const message = `Remember ${canaries.plant(who as Scope, 'swarm message')}. What is 17 * 23?`;
  const body = { members: [{ agentId, message }] };
  const { swarmId } = await expectStatus(as<{ swarmId: string }>('POST', '/swarms', body), 202);
  canaries.mark(swarmId, 'swarm id', who as Scope);
  await until(async () => {
    const { results } = await expectStatus(as<Swarm>('GET', `/swarms/${swarmId}`), 200);
    return results.every(({ status }) => status !== 'queued' && status !== 'running') ? swarmId : undefined;
  });
  return swarmId;
}

const memberSwarm = (world: World) => swarmOf(world, 'member', world.acme, world.acme.agentId);

async function waitingSwarm(world: World): Promise<string> {
  const body = { name: 'Asks first', tools: ['calculator'], approvals: ['calculator'] };
  const { id } = await expectStatus(world.acme.as<{ id: string }>('POST', '/agents', body), 201);
  return swarmOf(world, 'member', world.acme, id);
}

const byKey = <Body>({ gateway }: World, path: string, body: object) =>
  gateway.call<Body>('POST', path, { body, headers: { 'x-api-key': apiKey } });

/** A run that the operator started for one person. */
async function runFor(world: World, who: Person, { agentId }: Tenant): Promise<string> {
  const message = `Remember ${world.canaries.plant(who as Scope, 'autonomous message')}`;
  const body = { agentId, userId: world.people[who].id, message, surface: world.unique() };
  const { runId } = await expectStatus(byKey<{ runId: string }>(world, '/autonomous/run', body), 200);
  world.canaries.mark(runId, 'autonomous run id', who as Scope);
  return runId;
}
const memberRun = async (world: World) => ({ path: { id: await runFor(world, 'member', world.acme) } });

async function batchOf(world: World): Promise<string> {
  const { acme, people, unique } = world;
  const body = { agentId: acme.agentId, userIds: [people.member.id], message: 'Hello', surface: unique() };
  return (await expectStatus(byKey<{ batchId: string }>(world, '/autonomous/batch', body), 202)).batchId;
}

const ownerOf = { acme: 'owner', globex: 'other', initech: 'grantee' } as const;

export const seedAutomation: Seed = async (world, tenant) => {
  const people: Person[] = tenant.name === 'acme' ? ['owner', 'colleague'] : [ownerOf[tenant.name]];
  for (const who of people) {
    await swarmOf(world, who, tenant, tenant.agentId);
    await runFor(world, who, tenant);
  }
};

const nobody = { removed: 404, other: 404, grantee: 404 };

export const automationRows: Row[] = [
  inWorkspace('createSwarm', { members: 202, fromHome: 202 }, ({ acme }) => ({
    body: { members: [{ agentId: acme.agentId, message: 'Hello there' }] },
  })),
  inWorkspace(
    'createSwarm',
    { members: 202, fromHome: 202 },
    ({ globex, initech }, principal) => ({
      body: {
        members: [{ agentId: principal === 'other' ? initech.agentId : globex.agentId, message: 'Hello there' }],
      },
    }),
    { name: 'with an agent of another tenant' },
  ),
  inWorkspace('listSwarms', { members: 200, fromHome: 200 }),
  ofMember('getSwarm', 200, async (world) => ({ path: { id: await memberSwarm(world) } })),
  ofMember('cancelSwarm', 200, async (world) => ({ path: { id: await waitingSwarm(world) } })),

  withApiKey('runAutonomously', 200, ({ acme, people, unique }) => ({
    body: { agentId: acme.agentId, userId: people.member.id, message: 'Hello there', surface: unique() },
  })),
  withApiKey(
    'runAutonomously',
    403,
    ({ acme, people }) => ({ body: { agentId: acme.agentId, userId: people.removed.id, message: 'Hello there' } }),
    { name: 'for one who is no member' },
  ),
  withApiKey('runBatch', 202, ({ acme, people, unique }) => ({
    body: {
      agentId: acme.agentId,
      userIds: [people.member.id, people.removed.id, people.other.id],
      message: 'Hello there',
      surface: unique(),
    },
  })),
  withApiKey('getBatch', 200, async (world) => ({ path: { id: await batchOf(world) } })),

  {
    ...inWorkspace('listJobs', { members: 200, fromHome: 200 }, async (world) => ({
      query: { batchId: await batchOf(world) },
    })),
    name: 'of a batch',
    operator: 200,
  },
  { ...inWorkspace('listJobs', { members: 200, fromHome: 200 }), name: 'of no batch', operator: 400 },
  { ...ofMember('getJob', 200, memberRun), name: 'that was started by an API key', operator: 200 },
  { ...ofMember('streamJob', 200, memberRun), name: 'that was started by an API key', operator: 200 },
  {
    ...inWorkspace('cancelJob', { members: 409, colleagues: 404, managers: 404, fromHome: nobody }, memberRun),
    name: 'that was started by an API key',
    operator: 409,
  },
  ...(['getJob', 'streamJob'] as const).map((operationId) => ({
    ...ofMember(operationId, 200, async (world) => {
      const as = actingAs(world.gateway, world.people.member, world.acme.workspaceId);
      const id = await memberSwarm(world);
      const { results } = await expectStatus(as<Swarm>('GET', `/swarms/${id}`), 200);
      return { path: { id: results[0]?.runId ?? '' } };
    }),
    name: 'that no API key has started',
    operator: 404,
  })),
];
