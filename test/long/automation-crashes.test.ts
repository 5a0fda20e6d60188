import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CrashTalking, type Node, startCrashTalking } from '../harness/crash-talking.ts';
import { newCrowd } from '../harness/crowd.ts';
import { engines } from '../harness/databases.ts';
import { apiKey, callTo } from '../harness/gateway.ts';
import { patienceMs } from '../harness/talking.ts';
import { type Receiver, startReceiver } from '../harness/webhook-receiver.ts';

/** BATCH_USERS=1000 for a thousand. */
const users = Number(process.env.BATCH_USERS ?? 300);
const longMs = Math.max(patienceMs, users * 60);

type Started = { batchId: string; runs: { userId: string; runId: string }[] };
type Job = { id: string; userId: string; status: string; content: string | null };
type Page = { data: Job[]; nextCursor: string | null };
type Progress = { status: string; counts: Record<string, number> };
type Swarm = { status: string; results: { status: string; content?: string }[] };

const byKey = <Body>({ url }: Node, method: string, path: string, body?: unknown, headers = {}) =>
  callTo(url)<Body>(method, path, { body, headers: { 'x-api-key': apiKey, ...headers } });
const progressOf = async (node: Node, batchId: string) =>
  (await byKey<Progress>(node, 'GET', `/autonomous/batches/${batchId}`)).body;
const jobOf = async (node: Node, runId: string) => (await byKey<Job>(node, 'GET', `/jobs/${runId}`)).body;

/** All runs of a batch, page by page. */
async function jobsOf(node: Node, batchId: string): Promise<Job[]> {
  const jobs: Job[] = [];
  let cursor: string | null = '';
  do {
    const path: string = `/jobs?batchId=${batchId}&limit=200${cursor && `&cursor=${cursor}`}`;
    const page: Page = (await byKey<Page>(node, 'GET', path)).body;
    jobs.push(...page.data);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return jobs;
}

/** Creates members of the workspace that has the agent. */
async function crowdOf(world: CrashTalking, size: number): Promise<string[]> {
  return world.inStore(async (database) => {
    const agent = await database.get<{ id: string }>('SELECT workspace_id AS id FROM agents WHERE id = $1', [
      world.agentId,
    ]);
    return newCrowd(database, agent?.id ?? '', size);
  });
}

describe('a batch on two nodes, one of which is killed half way', () => {
  let world: CrashTalking;
  beforeAll(async () => {
    world = await startCrashTalking('postgres', { BACKGROUND_RUNS: '16' });
  });
  afterAll(() => world.stop());

  it(`gives each of ${users} users exactly one completed run`, { timeout: 2 * longMs + 60_000 }, async () => {
    world.model.reply(async () => {
      await sleep(10 + Math.random() * 40);
      return 'Good news';
    });
    const crowd = await crowdOf(world, users);
    const [one, two] = await Promise.all([world.startNode(), world.startNode()]);
    const body = { agentId: world.agentId, userIds: crowd, message: 'News', maxConcurrency: 100 };
    const key = { 'idempotency-key': 'the batch' };
    const askedAt = performance.now();
    const started = await byKey<Started>(one, 'POST', '/autonomous/batch', body, key);
    const answeredMs = performance.now() - askedAt;
    expect(started.status).toBe(202);
    const { batchId, runs } = started.body;
    expect(runs).toHaveLength(users);

    await expect
      .poll(async () => (await progressOf(two, batchId)).counts.completed, { timeout: longMs, interval: 20 })
      .toBeGreaterThanOrEqual(users / 2);
    await one.end('SIGKILL');
    const cut = await progressOf(two, batchId);
    expect(cut.status).toBe('running');
    await expect
      .poll(async () => (await progressOf(two, batchId)).status, { timeout: longMs, interval: 50 })
      .toBe('completed');
    const totalMs = performance.now() - askedAt;

    const jobs = await jobsOf(two, batchId);
    expect(jobs.map(({ userId }) => userId).toSorted()).toEqual(crowd.toSorted());
    expect(jobs.filter(({ status }) => status !== 'completed')).toEqual([]);
    expect(new Set(jobs.map(({ id }) => id))).toEqual(new Set(runs.map(({ runId }) => runId)));
    // The other node knows the batch too.
    const again = await byKey<Started>(two, 'POST', '/autonomous/batch', body, key);
    expect([again.status, again.headers.get('idempotent-replayed'), again.body]).toEqual([202, 'true', started.body]);

    await world.inStore(async (database) => {
      const all = (sql: string) => database.all<Record<string, number>>(sql, [batchId]);
      const runRows = await all(
        'SELECT user_id, count(*) AS n FROM runs WHERE batch_id = $1 GROUP BY user_id HAVING count(*) <> 1',
      );
      expect(runRows).toEqual([]);
      // One question and one answer each, and no run still holds its session.
      const ofBatch = 'WHERE s.id IN (SELECT session_id FROM runs WHERE batch_id = $1)';
      const messages = await all(
        `SELECT s.id FROM sessions s JOIN messages m ON m.session_id = s.id ${ofBatch}
         GROUP BY s.id HAVING count(*) <> 2 OR sum(CASE WHEN m.role = 'user' THEN 1 ELSE 0 END) <> 1`,
      );
      expect(messages).toEqual([]);
      expect(
        await all(`SELECT s.id FROM sessions s ${ofBatch} AND (running_run_id IS NOT NULL OR waiting > 0)`),
      ).toEqual([]);
      const [nodes] = await all('SELECT count(DISTINCT node) AS n FROM runs WHERE batch_id = $1');
      expect(Number(nodes?.n)).toBe(2);
      const [retried] = await all('SELECT count(*) AS n FROM runs WHERE batch_id = $1 AND attempts > 1');
      // Only runs of the killed node were started twice.
      expect(Number(retried?.n)).toBeLessThanOrEqual(16);
      expect(world.model.requests.length).toBeLessThanOrEqual(users + 16);
      if (process.env.BATCH_USERS)
        process.stdout.write(
          `batch of ${users}: answered in ${Math.round(answeredMs)} ms, all done in ${Math.round(totalMs)} ms, ${retried?.n} begun twice\n`,
        );
    });
  });
});

describe.each(engines)('when the process ends on %s', (engine) => {
  let world: CrashTalking;
  let receiver: Receiver;
  let crowd: string[];
  beforeAll(async () => {
    [world, receiver] = await Promise.all([startCrashTalking(engine, { SHUTDOWN_TIMEOUT: '2s' }), startReceiver()]);
    crowd = await crowdOf(world, 300);
  });
  beforeEach(() => world.model.reset());
  afterEach(() => world.killAll());
  afterAll(async () => {
    await world.stop();
    await receiver.stop();
  });

  it('while a batch is being stored, it exists with all its runs or not at all', async () => {
    const node = await world.startNode({ BACKGROUND_RUNS: '1' });
    world.model.reply(() => ({ hang: true }));
    const body = { agentId: world.agentId, userIds: crowd, message: 'News' };
    const asked = byKey<Started>(node, 'POST', '/autonomous/batch', body).catch(() => undefined);
    await sleep(Math.random() * 150);
    await node.end('SIGKILL');
    const answer = await asked;
    await world.inStore(async (database) => {
      const found = await database.all(
        `SELECT b.id, (SELECT count(*) FROM runs WHERE batch_id = b.id) AS runs FROM run_batches b`,
      );
      const orphans = await database.all('SELECT id FROM runs WHERE batch_id NOT IN (SELECT id FROM run_batches)');
      const held = await database.all('SELECT id FROM sessions WHERE running_run_id IS NOT NULL');
      expect(found.map((row) => Number((row as { runs: number }).runs))).toEqual(found.map(() => crowd.length));
      expect(orphans).toEqual([]);
      expect(held).toHaveLength(found.length * crowd.length);
      if (answer) expect(found).toMatchObject([{ id: answer.body.batchId }]);
      await database.run('DELETE FROM sessions');
    });
  });

  it('in the middle of a swarm, the swarm continues and finishes once', async () => {
    let node = await world.startNode();
    await node.act('POST', '/webhooks', { url: receiver.url, events: ['swarm.finished'] });
    world.model.reply(({ body }) => (body.messages?.at(-1)?.content === 'task 0' ? undefined : { hang: true }));
    const members = Array.from({ length: 6 }, (_, n) => ({ agentId: world.agentId, message: `task ${n}` }));
    const { swarmId } = (await node.act<{ swarmId: string }>('POST', '/swarms', { members, maxConcurrency: 2 })).body;
    await world.model.waitFor(3, patienceMs);
    await node.end('SIGKILL');
    world.model.reset();
    node = await world.startNode();
    const swarm = async () => (await node.act<Swarm>('GET', `/swarms/${swarmId}`)).body;
    await expect.poll(async () => (await swarm()).status, { timeout: patienceMs }).toBe('completed');
    expect((await swarm()).results.map(({ content }) => content)).toEqual(
      members.map(({ message }) => `Echo: ${message}`),
    );
    await receiver.waitFor(1, patienceMs);
    expect(receiver.records.map(({ json }) => json.data)).toMatchObject([{ swarmId, agentCount: 6 }]);
    await node.end('SIGTERM');
    await world.inStore(async (database) => {
      const events = await database.all("SELECT id FROM deliveries WHERE event = 'swarm.finished'");
      expect(events).toHaveLength(1);
    });
  });

  it('by SIGTERM in the middle of a deferred run, the next process continues it', async () => {
    let node = await world.startNode();
    world.model.script({ hang: true });
    const body = { agentId: world.agentId, userId: crowd[0], message: 'Long work', async: true };
    const { runId } = (await byKey<{ runId: string }>(node, 'POST', '/autonomous/run', body)).body;
    await world.model.waitFor(1, patienceMs);
    expect(await node.end('SIGTERM')).toEqual({ code: 0, signal: null });
    node = await world.startNode();
    await expect.poll(async () => (await jobOf(node, runId)).status, { timeout: patienceMs }).toBe('completed');
    expect((await jobOf(node, runId)).content).toBe('Echo: Long work');
    expect(world.model.requests).toHaveLength(2);
  });
});
