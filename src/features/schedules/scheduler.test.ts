import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { engines, newPlace, type Place } from '../../../test/harness/databases.ts';
import { createFakeClock, type FakeClock } from '../../../test/harness/fake-clock.ts';
import { type FakeModel, startFakeModel } from '../../../test/harness/fake-model.ts';
import { entries, rssFeed } from '../../../test/harness/feeds.ts';
import { startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { actingAs } from '../../../test/harness/people.ts';
import { created, newHeartbeat, runsOf, type ScheduleRun } from '../../../test/harness/schedules.ts';
import { newTalker, patienceMs, type Talker } from '../../../test/harness/talking.ts';
import { type Receiver, startReceiver } from '../../../test/harness/webhook-receiver.ts';

const minuteMs = 60_000;
const noon = Date.UTC(2026, 5, 1, 12);
const at = (minutes: number) => new Date(noon + minutes * minuteMs).toISOString();
const soon = <Result>(check: () => Promise<Result>) => vi.waitFor(check, { timeout: patienceMs, interval: 20 });

describe.each(engines)('schedules on %s', (engine) => {
  let model: FakeModel;
  let server: Receiver;
  let place: Place;
  let clock: FakeClock;
  let nodes: TestGateway[] = [];
  let ada: Talker;

  const startNode = async () => {
    const settings = {
      OPENAI_COMPATIBLE_BASE_URL: model.url,
      DEFAULT_MODEL: 'openai-compatible/fake',
      HEARTBEAT_TIMEOUT: '60s',
    };
    const node = await startGateway(engine, { place, clock, settings });
    nodes.push(node);
    return node;
  };
  /** All nodes look for due schedules, several times, because each firing may make room for the next. */
  const wake = () => {
    for (const { gateway } of nodes) gateway.bus.publish('schedules', '');
  };
  async function setClock(minutes: number): Promise<void> {
    clock.set(noon + minutes * minuteMs);
    wake();
  }
  const stopAll = async () => {
    await Promise.all(nodes.map((node) => node.stop()));
    nodes = [];
  };

  const startOne = async () => {
    ada.act = actingAs(await startNode(), ada);
  };

  beforeAll(async () => {
    [model, server, place] = await Promise.all([startFakeModel(), startReceiver(), newPlace(engine)]);
    clock = createFakeClock(noon);
    ada = await newTalker(await startNode(), { clock });
  });
  beforeEach(() => {
    clock.set(noon + 0.5 * minuteMs);
    model.reset();
    server.reset();
  });
  afterEach(async () => {
    for (const path of ['/heartbeat', '/cron'])
      for (const { id } of (await ada.act<{ data: { id: string }[] }>('GET', path)).body.data)
        await ada.act('DELETE', `${path}/${id}`);
  });
  afterAll(async () => {
    await stopAll();
    await model?.stop();
    await server?.stop();
    await place?.remove();
  });

  const newCron = async (cron: string, fields: object = {}) =>
    (
      await created<{ id: string }>(
        ada.act('POST', '/cron', { agentId: ada.agentId, message: `At ${cron}`, cron, ...fields }),
      )
    ).id;
  const firings = async (id: string): Promise<ScheduleRun[]> => (await runsOf(ada.act, `/cron/${id}`)).reverse();
  /** The due times it fired for, once all its runs have ended. */
  const moments = (id: string, count: number): Promise<(string | null)[]> =>
    soon(async () => {
      const runs = await firings(id);
      expect(runs.map(({ status }) => status)).toEqual(Array(count).fill('ok'));
      return runs.map(({ scheduledFor }) => scheduledFor).sort();
    });
  /** Waits long enough for an unwanted firing to happen. */
  const quiet = async () => {
    wake();
    await sleep(200);
  };

  it('fire once for each due time, with the agent’s answer in a job', async () => {
    const id = await newCron('* * * * *');
    await quiet();
    expect(await firings(id)).toEqual([]);
    for (let minute = 1; minute <= 3; minute += 1) {
      await setClock(minute);
      expect(await moments(id, minute)).toEqual(Array.from({ length: minute }, (_, n) => at(n + 1)));
    }
    expect(model.requests).toHaveLength(3);
    const [run] = await firings(id);
    expect((await ada.act('GET', `/jobs/${run?.runId}`)).body).toMatchObject({
      kind: 'cron',
      status: 'completed',
      message: 'At * * * * *',
      content: 'Echo: At * * * * *',
    });
    expect((await ada.act('GET', `/cron/${id}`)).body).toMatchObject({
      lastRunAt: at(3),
      nextRunAt: at(4),
      consecutiveFailures: 0,
    });
  });

  it('fire once for all due times that were missed while the gateway was down', async () => {
    const id = await newCron('* * * * *');
    await stopAll();
    clock.set(noon + 60.5 * minuteMs);
    await startOne();
    expect(await moments(id, 1)).toEqual([at(1)]);
    await quiet();
    expect(await moments(id, 1)).toEqual([at(1)]);
    await setClock(61);
    expect(await moments(id, 2)).toEqual([at(1), at(61)]);
  });

  it('neither lose a due time nor fire twice when the clock jumps ten minutes forward and back', async () => {
    const hourly = await newCron('5 * * * *');
    const eachMinute = await newCron('* * * * *');
    const lonely = await newCron('30 * * * *');
    await setClock(10.5);
    expect(await moments(hourly, 1)).toEqual([at(5)]);
    expect(await moments(eachMinute, 1)).toEqual([at(1)]);
    await setClock(0.6);
    await quiet();
    for (let minute = 1; minute <= 12; minute += 1) {
      await setClock(minute);
      await moments(eachMinute, minute);
    }
    expect(await moments(eachMinute, 12)).toEqual(Array.from({ length: 12 }, (_, n) => at(n + 1)));
    expect(await moments(hourly, 1)).toEqual([at(5)]);
    expect(await firings(lonely)).toEqual([]);
    await setClock(30);
    expect(await moments(lonely, 1)).toEqual([at(30)]);
    await setClock(65);
    expect(await moments(hourly, 2)).toEqual([at(5), at(65)]);
  });

  it('go on after a clock that was wrong by weeks was set right', async () => {
    const id = await newCron('* * * * *');
    const heartbeat = await newHeartbeat(ada.act, { url: server.url, agentId: ada.agentId, intervalSeconds: 60 });
    clock.advance(20 * 86_400_000);
    wake();
    await moments(id, 1);
    await soon(async () => expect(await runsOf(ada.act, `/heartbeat/${heartbeat.id}`)).toHaveLength(1));
    await setClock(1.5);
    await quiet();
    expect((await ada.act('GET', `/cron/${id}`)).body).toMatchObject({ nextRunAt: at(2) });
    expect((await ada.act('GET', `/heartbeat/${heartbeat.id}`)).body).toMatchObject({ nextRunAt: at(2.5) });
  });

  it('wait for the run before, and then fire once for all missed due times', async () => {
    const id = await newCron('* * * * *');
    model.script({ hang: true });
    await setClock(1);
    await model.waitFor(1, patienceMs);
    for (const minute of [2, 3, 4]) {
      await setClock(minute);
      await quiet();
    }
    const [first, ...others] = await firings(id);
    expect([first?.status, others]).toEqual(['running', []]);
    expect((await ada.act('POST', `/cron/${id}/run`)).status).toBe(409);
    await ada.act('POST', `/jobs/${first?.runId}/cancel`);
    await soon(async () =>
      expect((await firings(id)).map(({ status, scheduledFor }) => [status, scheduledFor])).toEqual([
        ['failed', at(1)],
        ['ok', at(2)],
      ]),
    );
    await setClock(5);
    await soon(async () => expect((await firings(id)).at(-1)).toMatchObject({ status: 'ok', scheduledFor: at(5) }));
  });

  it('do not fire when disabled, deleted or changed before the due time', async () => {
    const off = await newCron('* * * * *');
    const gone = await newCron('* * * * *');
    const later = await newCron('* * * * *');
    await ada.act('PATCH', `/cron/${off}`, { enabled: false });
    await ada.act('DELETE', `/cron/${gone}`);
    expect((await ada.act('PUT', `/cron/${later}`, { cron: '10 * * * *' })).body).toMatchObject({ nextRunAt: at(10) });
    await setClock(5);
    await quiet();
    expect(await firings(off)).toEqual([]);
    expect(model.requests).toEqual([]);
    // A disabled schedule can still be fired by hand.
    expect(await ada.act('POST', `/cron/${off}/run`)).toMatchObject({
      status: 202,
      body: { status: 'running', scheduledFor: null, runId: expect.stringMatching(/^run_/) },
    });
    await moments(off, 1);
    await ada.act('PATCH', `/cron/${off}`, { enabled: true });
    await setClock(6);
    expect(await moments(off, 2)).toEqual([at(6), null]);
  });

  it('of cron fire at every due time without backoff, and are switched off after twenty failures', async () => {
    const { id: agentId } = await created<{ id: string }>(ada.act('POST', '/agents', { name: 'Gone' }));
    const id = await newCron('* * * * *', { agentId });
    await ada.act('DELETE', `/agents/${agentId}`);
    for (let minute = 1; minute <= 20; minute += 1) {
      await setClock(minute);
      await soon(async () => expect(await firings(id)).toHaveLength(minute));
    }
    expect((await firings(id)).every(({ status }) => status === 'failed')).toBe(true);
    expect((await ada.act('GET', `/cron/${id}`)).body).toMatchObject({ enabled: false, consecutiveFailures: 20 });
  });

  it('are not delayed by a feed that hangs, and that feed is fetched again later', async () => {
    server.replyAt('/slow', (_request, attempt) => (attempt === 1 ? { hang: true } : { body: rssFeed(entries('a')) }));
    server.replyAt('/quick', { body: rssFeed(entries('b')) });
    const slow = await newHeartbeat(ada.act, { url: `${server.url}/slow`, agentId: ada.agentId, intervalSeconds: 30 });
    const quick = await newHeartbeat(ada.act, {
      url: `${server.url}/quick`,
      agentId: ada.agentId,
      intervalSeconds: 30,
    });
    const cron = await newCron('* * * * *');
    await setClock(1);
    await soon(async () => expect(await runsOf(ada.act, `/heartbeat/${quick.id}`)).toHaveLength(1));
    await moments(cron, 1);
    expect(await runsOf(ada.act, `/heartbeat/${slow.id}`)).toEqual([]);
    // Longer than the lease; but this node is alive and renews it.
    await setClock(9);
    await soon(async () => expect(await runsOf(ada.act, `/heartbeat/${quick.id}`)).toHaveLength(2));
    await moments(cron, 2);
    await quiet();
    expect(server.records.filter(({ path }) => path === '/slow')).toHaveLength(1);
    // The node stops; the next node fires for the same due time.
    await stopAll();
    await startOne();
    await soon(async () =>
      expect(await runsOf(ada.act, `/heartbeat/${slow.id}`)).toMatchObject([
        { status: 'ok', itemCount: 1, scheduledFor: at(1) },
      ]),
    );
    expect(server.records.filter(({ path }) => path === '/slow')).toHaveLength(2);
  });

  it.runIf(engine === 'postgres')('fire once, on one of several nodes', async () => {
    const second = await startNode();
    try {
      server.replyAt('/feed', (_request, attempt) => ({ body: rssFeed(entries(`n${Math.ceil(attempt / 4)}`)) }));
      const url = `${server.url}/feed`;
      const crons = await Promise.all(Array.from({ length: 6 }, () => newCron('* * * * *')));
      const feeds = await Promise.all(
        Array.from({ length: 4 }, () => newHeartbeat(ada.act, { url, agentId: ada.agentId, intervalSeconds: 60 })),
      );
      for (let minute = 1; minute <= 3; minute += 1) {
        await setClock(minute + 0.5);
        wake();
        for (const id of crons) await moments(id, minute);
        for (const { id } of feeds)
          await soon(async () => {
            const runs = await runsOf(ada.act, `/heartbeat/${id}`);
            expect(runs.map(({ scheduledFor }) => scheduledFor)).toHaveLength(minute);
          });
      }
      await quiet();
      for (const id of crons) expect(await moments(id, 3)).toEqual([at(1), at(2), at(3)]);
      expect(server.records).toHaveLength(12);
      await soon(async () => expect(model.requests).toHaveLength(18 + 12));
    } finally {
      nodes = nodes.filter((node) => node !== second);
      await second.stop();
    }
  });

  it.runIf(engine === 'postgres')('are taken over from a dead node when its lease has expired', async () => {
    const { database } = (nodes[0] as TestGateway).gateway;
    const id = await newCron('* * * * *');
    const lease = "UPDATE schedules SET claim = 'dead', claimed_until = $2 WHERE id = $1";
    await database.run(lease, [id, noon + 2 * minuteMs]);
    await setClock(1);
    await quiet();
    expect(await firings(id)).toEqual([]);
    await setClock(2.1);
    expect(await moments(id, 1)).toEqual([at(1)]);
  });
});
