import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startGateway, type TestGateway } from '../../../../test/harness/gateway.ts';
import { onThisMachine } from '../../../../test/harness/this-machine.ts';
import { type Receiver, startReceiver } from '../../../../test/harness/webhook-receiver.ts';
import { newSubscriber, type Subscriber } from '../../../../test/harness/webhooks.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Bus } from '../../../platform/bus/bus.ts';
import { createDeliveryWorker } from './delivery-worker.ts';
import type { Claimed, QueueStore } from './queue.store.ts';
import type { Results } from './results.ts';

const soon = <Result>(check: () => Result | Promise<Result>) => vi.waitFor(check, { timeout: 20_000, interval: 20 });
const quiet = (timeMs: number) => new Promise((resolve) => setTimeout(resolve, timeMs));

/** The embedded engine writes before it sends. */
describe('deliveries to an endpoint that answers at once, on PostgreSQL', () => {
  let gateway: TestGateway;
  let receiver: Receiver;
  let someone: Subscriber;
  const run = (sql: string) => gateway.gateway.database.run(sql);
  const changes = async () =>
    (await gateway.gateway.database.all<{ id: string }>('SELECT id FROM delivery_changes')).map(({ id }) => id);

  beforeAll(async () => {
    gateway = await startGateway('postgres', { settings: { WEBHOOK_RETRY_DELAYS: '1s,1s,1s,1s,1s' } });
    await run('CREATE TABLE delivery_changes (id TEXT)');
    await run('CREATE TABLE refusal (reason TEXT)');
    await run(`CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN INSERT INTO delivery_changes VALUES (NEW.id); RETURN NULL; END $$`);
    await run(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF EXISTS (SELECT 1 FROM refusal) THEN RAISE EXCEPTION 'refused'; END IF; RETURN NEW; END $$`);
    await run('CREATE TRIGGER changed AFTER UPDATE ON deliveries FOR EACH ROW EXECUTE FUNCTION note_change()');
    await run('CREATE TRIGGER refused BEFORE INSERT ON deliveries FOR EACH ROW EXECUTE FUNCTION refuse()');
  });
  afterAll(() => gateway.stop());
  beforeEach(async () => {
    receiver = await startReceiver();
    someone = await newSubscriber(gateway);
  });
  afterEach(async () => {
    await run('DELETE FROM refusal');
    await receiver.stop();
  });

  const idsAt = (path: string) =>
    receiver.records.filter((record) => record.path === path).map(({ headers }) => String(headers['webhook-id']));
  /** Whose endpoint has answered at once, at last. */
  async function quickWebhook(path: string) {
    const webhook = await someone.subscribe(`${receiver.url}${path}`, { events: ['agent.completed'] });
    for (let n = 1; n <= 3; n += 1) {
      await someone.fire('agent.completed', { n });
      await soon(async () => {
        const statuses = (await someone.deliveries(webhook.id)).map(({ status }) => status);
        expect(statuses).toEqual(Array(n).fill('succeeded'));
      });
    }
    return webhook;
  }
  const written = (webhookId: string, status: string, attempts: number) =>
    soon(async () => {
      const [newest] = await someone.deliveries(webhookId);
      expect(newest).toMatchObject({ status, attempts });
      return newest as NonNullable<typeof newest>;
    });

  it('are written once, with their outcome and their record', async () => {
    const webhook = await quickWebhook('/once');
    await run('DELETE FROM delivery_changes');
    for (let n = 4; n <= 23; n += 1) {
      await someone.fire('agent.completed', { n });
      await soon(async () => expect(await someone.deliveries(webhook.id)).toHaveLength(n));
    }
    const deliveries = await someone.deliveries(webhook.id);
    expect(deliveries.filter(({ status }) => status !== 'succeeded')).toEqual([]);
    expect(idsAt('/once')).toEqual(deliveries.map(({ id }) => id).toReversed());
    const records = await someone.records('?limit=200');
    expect(records.map(({ deliveryId, statusCode }) => `${deliveryId} ${statusCode}`).toReversed()).toEqual(
      idsAt('/once').map((id) => `${id} 200`),
    );
    // A slow machine may take the endpoint for slow now and then.
    expect((await changes()).length).toBeLessThan(5);
  });

  it('are written with a failure as well, and tried again', async () => {
    const webhook = await quickWebhook('/fails');
    receiver.replyAt('/fails', (_, attempt) => ({ status: attempt === 4 ? 500 : 200 }));
    await someone.fire('agent.completed', { n: 4 });
    const failed = await written(webhook.id, 'retrying', 1);
    expect(failed).toMatchObject({ lastStatusCode: 500, nextAttemptAt: expect.any(String) });
    expect((await someone.as('GET', `/webhooks/${webhook.id}`)).body).toMatchObject({ consecutiveFailures: 1 });
    expect(await written(webhook.id, 'succeeded', 2)).toMatchObject({ id: failed.id });
    expect((await someone.as('GET', `/webhooks/${webhook.id}`)).body).toMatchObject({ consecutiveFailures: 0 });
    expect(idsAt('/fails').slice(3)).toEqual([failed.id, failed.id]);
  });

  it('have the same id when their transaction failed after they were sent, and are not sent again until one can be stored', async () => {
    const webhook = await quickWebhook('/repeated');
    await run("INSERT INTO refusal VALUES ('full')");
    await someone.fire('agent.completed', { n: 4 });
    await soon(() => expect(idsAt('/repeated')).toHaveLength(4));
    // Several polls.
    await quiet(3_500);
    expect(idsAt('/repeated')).toHaveLength(4);
    expect(await someone.deliveries(webhook.id)).toHaveLength(3);
    await run('DELETE FROM refusal');
    await soon(async () => expect(await someone.deliveries(webhook.id)).toHaveLength(4));
    const { id } = await written(webhook.id, 'succeeded', 1);
    expect(idsAt('/repeated').slice(3)).toEqual([id, id]);
  });

  it('hold others up no longer than a moment when it stops answering', async () => {
    const stopping = await quickWebhook('/stopping');
    const healthy = await quickWebhook('/healthy');
    receiver.replyAt('/stopping', (_, attempt) => (attempt < 10 ? { delayMs: 2_000 } : {}));
    const before = idsAt('/healthy').length;
    const waits: number[] = [];
    for (let n = 0; n < 20; n += 1) {
      const firedAt = performance.now();
      await someone.fire('agent.completed', { n: 100 + n });
      await soon(() => expect(idsAt('/healthy')).toHaveLength(before + n + 1));
      waits.push(performance.now() - firedAt);
    }
    expect(waits.toSorted((one, other) => one - other)[10]).toBeLessThan(onThisMachine(200));
    expect(Math.max(...waits)).toBeLessThan(onThisMachine(1_000));
    // Written without their answers, and settled when these came.
    await soon(async () =>
      expect((await someone.deliveries(stopping.id)).map(({ status, attempts }) => `${status} ${attempts}`)).toEqual(
        Array((await someone.deliveries(healthy.id)).length + 3).fill('succeeded 1'),
      ),
    );
    expect(new Set(idsAt('/stopping')).size).toBe(idsAt('/stopping').length);
  });

  it('lock neither the workspace nor the maker while they wait, and leave nothing behind of a webhook that is deleted', async () => {
    const webhook = await quickWebhook('/deleted');
    const { workspaceId, id: userId } = someone.person;
    const locked: unknown[] = [];
    const lock = (sql: string, params: string[]) =>
      gateway.gateway.database.run(`${sql} FOR UPDATE NOWAIT`, params).catch((error) => locked.push(error));
    receiver.replyAt('/deleted', async () => {
      await lock('SELECT id FROM workspaces WHERE id = $1', [workspaceId]);
      await lock('SELECT role FROM workspace_members WHERE workspace_id = $1 AND user_id = $2', [workspaceId, userId]);
      await someone.as('DELETE', `/webhooks/${webhook.id}`);
      return {};
    });
    await someone.fire('agent.completed', { n: 4 });
    await soon(() => expect(idsAt('/deleted')).toHaveLength(4));
    await soon(async () => expect((await someone.as('GET', `/webhooks/${webhook.id}`)).status).toBe(404));
    await soon(async () => {
      const left = `SELECT id FROM events WHERE workspace_id = $1
        UNION ALL SELECT id FROM deliveries WHERE workspace_id = $1 AND due_at IS NOT NULL`;
      expect(await gateway.gateway.database.all(left, [workspaceId])).toEqual([]);
    });
    expect(locked).toEqual([]);
    expect(idsAt('/deleted')).toHaveLength(4);
  });
});

describe('a flood to an endpoint that answers at once', () => {
  const maker = { audience: 'own', maker_role: 'owner', maker_disabled_at: null };
  const target = { url: 'https://example.com', test_mode: 0, last_erasure: null, ...maker };
  const ignore = () => undefined;
  function workerOf(answer = () => quiet(1)) {
    return createDeliveryWorker({
      queue: { dropClaims: async () => ignore(), upcomingOf: async () => [] } as unknown as QueueStore,
      webhooks: { target: async () => target } as never,
      results: { add: async () => new Set<string>(), idle: async () => ignore() } as unknown as Results,
      async send() {
        await answer();
        return { success: true, statusCode: 200, responseBody: '', latencyMs: 1, error: null };
      },
      addressOf: () => ({ url: target.url, keys: [] }),
      bus: { subscribe: () => ignore } as unknown as Bus,
      clock: { now: Date.now },
      log: { info: ignore, warn: ignore, error: ignore },
      retryDelaysMs: [],
      timeoutMs: 10_000,
      drainTimeoutMs: 1_000,
      embedded: false,
    });
  }
  const claimed = (count: number) =>
    Array.from(
      { length: count },
      (): Claimed => ({
        id: newId('dlv', Date.now()),
        workspaceId: 'ws',
        userId: null,
        event: 'agent.completed',
        body: '{}',
        cause: 'event',
        attempts: 0,
        tries: 0,
        claim: 'claim',
      }),
    );

  it.each([
    ['waits, where what comes next is sent before it is written, until little is ahead of it', true],
    ['does not wait where everything is written first, while there is room', false],
  ])('%s', async (_, early) => {
    const worker = workerOf();
    await worker.start();
    worker.accept('wh_1', claimed(1), performance.now());
    await soon(() => expect(worker.isQuick('wh_1')).toBe(true));
    worker.accept('wh_1', claimed(400), performance.now());
    expect(worker.isQuick('wh_1')).toBe(false);
    await worker.makeRoom(['wh_1'], 256, early);
    expect(worker.isQuick('wh_1')).toBe(early);
    await worker.stop();
  });

  it('holds others up once when it stops answering', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<unknown>();
    let isStuck = false;
    const worker = workerOf(() => (isStuck ? answered : quiet(1)));
    await worker.start();
    worker.accept('wh_1', claimed(1), performance.now());
    await soon(() => expect(worker.isQuick('wh_1')).toBe(true));
    isStuck = true;
    worker.accept('wh_1', claimed(700), performance.now());
    await worker.makeRoom(['wh_1'], 256, true);
    const began = performance.now();
    for (let portion = 0; portion < 10; portion += 1) await worker.makeRoom(['wh_1'], 256, true);
    expect(performance.now() - began).toBeLessThan(100);
    isStuck = false;
    answer(undefined);
    await soon(() => expect(worker.isQuick('wh_1')).toBe(true));
    await worker.stop();
  });
});
