import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type CrashTalking, startCrashTalking } from './harness/crash-talking.ts';
import { engines } from './harness/databases.ts';
import { entries, rssFeed } from './harness/feeds.ts';
import { newHeartbeat, runsOf, settled } from './harness/schedules.ts';
import { patienceMs } from './harness/talking.ts';
import { type Receiver, startReceiver } from './harness/webhook-receiver.ts';

describe.each(engines)('kill -9 while a heartbeat looks, on %s', (engine) => {
  let world: CrashTalking;
  let server: Receiver;
  beforeAll(async () => {
    [world, server] = await Promise.all([startCrashTalking(engine), startReceiver()]);
  });
  afterAll(async () => {
    await world?.stop();
    await server?.stop();
  });

  it('loses no news, and fires once for all missed due times', async () => {
    const feed = { body: rssFeed(entries('a', 'b', 'c')) };
    server.replyAt('/feed', (_request, attempt) => (attempt === 1 ? { hang: true } : feed));
    const first = await world.startNode();
    const { id } = await newHeartbeat(first.act, {
      url: `${server.url}/feed`,
      agentId: world.agentId,
      intervalSeconds: 3_600,
    });
    const dueAt = Date.now() - 5 * 3_600_000;
    const cut = first.act('POST', `/heartbeat/${id}/run`).catch(() => undefined);
    await server.waitFor(1, patienceMs);
    await first.end('SIGKILL');
    await cut;
    await world.inStore(async (database) => {
      // The claim of the dead node is still there; on PostgreSQL it expires after a minute.
      const { claim } = (await database.get<{ claim: string | null }>('SELECT claim FROM schedules')) ?? {};
      expect(claim).toEqual(expect.any(String));
      const waitedOut = engine === 'postgres' ? ', claimed_until = 0' : '';
      await database.run(`UPDATE schedules SET next_run_at = $1${waitedOut}`, [dueAt]);
    });
    const second = await world.startNode();
    const path = `/heartbeat/${id}`;
    await vi.waitFor(async () => expect(await runsOf(second.act, path)).toHaveLength(1), { timeout: patienceMs });
    const [run, ...others] = await settled(second.act, path);
    expect(others).toEqual([]);
    expect(run).toMatchObject({ status: 'ok', itemCount: 3, scheduledFor: new Date(dueAt).toISOString() });
    expect(world.model.requests).toHaveLength(1);
    const { nextRunAt } = (await second.act<{ nextRunAt: string }>('GET', path)).body;
    expect(Date.parse(nextRunAt)).toBeGreaterThan(Date.now());
    // Items that were seen are not new again.
    expect((await second.act('POST', `${path}/run`)).body).toMatchObject({ status: 'no_change' });
  });
});
