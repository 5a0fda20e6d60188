import { inWorkspace, type Row } from './row.ts';
import { expectStatus, type Seed, type World } from './world.ts';

/** An address without a listener: fetching fails at once. */
const deadAddress = 'http://127.0.0.1:1';

type Path = '/heartbeat' | '/cron';
type Scope = 'acme' | 'globex' | 'initech';

const heartbeatBody = ({ canaries }: World, scope: Scope, agentId: string) => ({
  name: canaries.plant(scope, 'heartbeat name'),
  type: 'rss',
  url: `${deadAddress}/${canaries.plant(scope, 'heartbeat address')}`,
  agentId,
  prompt: canaries.plant(scope, 'heartbeat prompt'),
  intervalSeconds: 86_400,
});
const cronBody = ({ canaries }: World, scope: Scope, agentId: string) => ({
  name: canaries.plant(scope, 'cron name'),
  agentId,
  message: canaries.plant(scope, 'cron message'),
  // Fires once in four years, so not during these tests.
  cron: '0 0 29 2 *',
});

export const seedSchedules: Seed = async (world, { name, as, agentId }) => {
  const heartbeat = heartbeatBody(world, name, agentId);
  const { id } = await expectStatus(as<{ id: string }>('POST', '/heartbeat', heartbeat), 201);
  world.canaries.mark(id, 'heartbeat id', name);
  const run = await expectStatus(as<{ id: string }>('POST', `/heartbeat/${id}/run`), 200);
  world.canaries.mark(run.id, 'heartbeat run id', name);
  const cron = await expectStatus(as<{ id: string }>('POST', '/cron', cronBody(world, name, agentId)), 201);
  world.canaries.mark(cron.id, 'cron id', name);
};

/** A workspace has at most 100: the oldest temporary ones are deleted. */
async function newOne({ acme, unique }: World, path: Path): Promise<{ id: string }> {
  const { data } = await expectStatus(
    acme.as<{ data: { id: string; name: string }[] }>('GET', `${path}?limit=200`),
    200,
  );
  for (const { id } of data.filter(({ name }) => /^u\d+x$/.test(name)).slice(40))
    await acme.as('DELETE', `${path}/${id}`);
  const body = { ...plain(path), name: unique(), agentId: acme.agentId };
  const { id } = await expectStatus(acme.as<{ id: string }>('POST', path, body), 201);
  return { id };
}

const plain = (path: Path): object =>
  path === '/heartbeat'
    ? { type: 'http', url: deadAddress, prompt: 'Look', intervalSeconds: 86_400 }
    : { message: 'Hello', cron: '0 0 29 2 *' };

const ofSchedule = (path: Path, operationId: string, status: number, more: object = {}): Row =>
  inWorkspace(operationId, { members: status, fromHome: 404 }, async (world) => ({
    path: await newOne(world, path),
    ...more,
  }));

/** With an agent of Acme: one was granted to Initech, the other to nobody. */
const creating = (path: Path, operationId: string): Row[] => [
  inWorkspace(
    operationId,
    { members: 201, fromHome: { removed: 403, other: 403, grantee: 201 } },
    ({ acme, unique }) => ({
      body: { ...plain(path), name: unique(), agentId: acme.agentId, enabled: false },
    }),
  ),
  inWorkspace(
    operationId,
    { members: 201, fromHome: 403 },
    ({ acme, unique }) => ({
      body: { ...plain(path), name: unique(), agentId: acme.secretAgentId, enabled: false },
    }),
    { name: 'with an agent of its own' },
  ),
];

/** Acme's schedule with an agent of another tenant. */
const misusing = (path: Path, operationId: string): Row =>
  inWorkspace(
    operationId,
    { members: 403, fromHome: 404 },
    async (world) => ({ path: await newOne(world, path), body: { agentId: world.globex.secretAgentId } }),
    { name: 'to the agent of another' },
  );

/** Acme's owner made it: it acts as the owner, and managers may fire it. */
const running = (path: Path, operationId: string, status: number): Row =>
  inWorkspace(
    operationId,
    { members: 403, managers: status, fromHome: 404 },
    async (world) => ({ path: await newOne(world, path) }),
    { once: true },
  );

/** Only the owner may accept a version. */
function accepting(path: Path, operationId: string): Row {
  const row = inWorkspace(operationId, { members: 403, fromHome: 404 }, async (world) => ({
    path: await newOne(world, path),
    body: { version: 1 },
  }));
  return { ...row, expected: { ...row.expected, 'in acme': { ...row.expected['in acme'], owner: 200 } } };
}

export const scheduleRows: Row[] = [
  inWorkspace('listHeartbeats', { members: 200, fromHome: 200 }),
  ...creating('/heartbeat', 'createHeartbeat'),
  ofSchedule('/heartbeat', 'getHeartbeat', 200),
  ofSchedule('/heartbeat', 'updateHeartbeat', 200, { body: { prompt: 'Look closely', enabled: false } }),
  misusing('/heartbeat', 'updateHeartbeat'),
  ofSchedule('/heartbeat', 'deleteHeartbeat', 204),
  ofSchedule('/heartbeat', 'listHeartbeatRuns', 200),
  running('/heartbeat', 'runHeartbeat', 200),
  accepting('/heartbeat', 'acceptHeartbeatVersion'),

  inWorkspace('listCronSchedules', { members: 200, fromHome: 200 }),
  ...creating('/cron', 'createCronSchedule'),
  ofSchedule('/cron', 'getCronSchedule', 200),
  ofSchedule('/cron', 'updateCronSchedule', 200, { body: { message: 'Hello again', enabled: false } }),
  ofSchedule('/cron', 'putCronSchedule', 200, { body: { message: 'Hello again', enabled: false } }),
  misusing('/cron', 'updateCronSchedule'),
  misusing('/cron', 'putCronSchedule'),
  ofSchedule('/cron', 'deleteCronSchedule', 204),
  ofSchedule('/cron', 'listCronRuns', 200),
  running('/cron', 'runCronSchedule', 202),
  accepting('/cron', 'acceptCronVersion'),
];
