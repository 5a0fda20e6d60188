import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { ownPassword } from '../../../test/harness/people.ts';
import {
  type Received,
  type Receiver,
  startReceiver,
  verifySignature,
} from '../../../test/harness/webhook-receiver.ts';
import { newSubscriber, type Page, type Subscriber } from '../../../test/harness/webhooks.ts';
import { newId } from '../../kernel/ids.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { createQueueStore } from './delivery/queue.store.ts';

const soon = <Result>(check: () => Result | Promise<Result>) => vi.waitFor(check, { timeout: 40_000, interval: 20 });
const untried = { attempts: 0, tries: 0, statusCode: null };
const quiet = (timeMs = 300) => new Promise((resolve) => setTimeout(resolve, timeMs));

describe.each(engines)('what was sent, on %s', (engine) => {
  let gateway: TestGateway;
  let receiver: Receiver;
  let someone: Subscriber;
  beforeAll(async () => {
    gateway = await startGateway(engine, {
      settings: { WEBHOOK_RETRY_DELAYS: '50ms,100ms,150ms,200ms,250ms', WEBHOOK_TIMEOUT: '1s' },
    });
  });
  afterAll(() => gateway.stop());
  beforeEach(async () => {
    [someone, receiver] = await Promise.all([newSubscriber(gateway), startReceiver()]);
  });
  afterEach(() => receiver.stop());

  describe('a test', () => {
    it('is sent now, once, and says what came of it', async () => {
      const { id, secret } = await someone.subscribe(`${receiver.url}/tested`, { enabled: false });
      const good = await someone.as('POST', `/webhooks/${id}/test`);
      expect(good).toMatchObject({ status: 200, body: { statusCode: 200, success: true } });
      const [got] = (await receiver.waitFor(1)) as [Received];
      expect(got.headers['webhook-id']).toBe(good.body.deliveryId);
      expect(got.json.event).toBe('webhook.test');
      expect(verifySignature(secret as string, got)).toBe(true);

      receiver.reply({ status: 503 });
      const bad = await someone.as('POST', `/webhooks/${id}/test`);
      expect(bad.body).toMatchObject({ statusCode: 503, success: false });
      await quiet(500);
      expect(receiver.records).toHaveLength(2);
      const records = await someone.records('?eventType=webhook.test');
      expect(records.map(({ trigger, statusCode, deliveryId }) => [trigger, statusCode, deliveryId])).toEqual([
        ['test', 503, bad.body.deliveryId],
        ['test', 200, good.body.deliveryId],
      ]);
      expect((await someone.as<Page<object>>('GET', '/webhooks/dead-letters')).body.data).toEqual([]);
      expect((await someone.as('POST', `/webhooks/deliveries/${bad.body.deliveryId}/redeliver`)).status).toBe(409);
    });
  });

  it('is settled only by the holder of its claim', async () => {
    const { id: webhookId } = await someone.subscribe(receiver.url);
    const { database } = gateway.gateway;
    const queue = createQueueStore(database);
    const now = Date.now();
    const rows = ['mine', 'lost', 'mine', 'other'].map((claim) => ({ id: newId('dlv', Date.now()), claim }));
    const { id: userId, workspaceId } = someone.person;
    const common = {
      workspaceId,
      userId,
      own: 0 as const,
      webhookId,
      event: 'agent.completed',
      body: '{}',
      ...untried,
    };
    await database.transaction((tx) =>
      queue.insert(
        tx,
        rows.map((row) => ({ ...common, ...row, status: 'pending', dueAt: now + 60_000, createdAt: now })),
      ),
    );
    const verdict = { status: 'succeeded' as const, attempts: 1, tries: 1, dueAt: null, statusCode: 200 };
    const settled = await database.transaction((tx) =>
      queue.settle(
        tx,
        rows.map(({ id }) => ({ ...verdict, id, claim: 'mine' })),
      ),
    );
    expect(settled).toEqual(new Set([rows[0]?.id, rows[2]?.id]));
    // Those that have little in common too.
    const again = {
      ...verdict,
      id: rows[1]?.id ?? '',
      claim: 'lost',
      status: 'retrying' as const,
      dueAt: now + 60_000,
    };
    const dead = { ...verdict, id: rows[3]?.id ?? '', claim: 'other', status: 'dead' as const, statusCode: null };
    expect(await database.transaction((tx) => queue.settle(tx, [dead, again]))).toEqual(new Set([again.id, dead.id]));
    const stored = await database.all(
      'SELECT id, status, claim, due_at, last_status_code FROM deliveries WHERE webhook_id = $1',
      [webhookId],
    );
    const over = { claim: null, due_at: null, last_status_code: 200 };
    expect(new Set(stored)).toEqual(
      new Set([
        { id: rows[0]?.id, status: 'succeeded', ...over },
        { id: again.id, status: 'retrying', ...over, due_at: again.dueAt },
        { id: rows[2]?.id, status: 'succeeded', ...over },
        { id: dead.id, status: 'dead', ...over, last_status_code: null },
      ]),
    );
  });

  describe('of a workspace that is deleted', () => {
    const left = async () => {
      const count = 'SELECT count(*) FROM';
      const own = `(${count} deliveries WHERE workspace_id = $1) + (${count} webhook_attempts WHERE workspace_id = $1)`;
      const row = await gateway.gateway.database.get<{ n: number }>(`SELECT ${own} AS n`, [someone.person.workspaceId]);
      return Number(row?.n);
    };
    const erase = () => someone.as('DELETE', '/auth/me', ownPassword);

    it('goes with it', async () => {
      await someone.subscribe(receiver.url);
      await someone.fire('agent.completed');
      await soon(async () => expect(await someone.records()).toHaveLength(1));
      expect(await left()).toBe(2);
      expect((await erase()).status).toBe(204);
      expect(await left()).toBe(0);
    });

    /** What a worker does in one transaction, with the deletion in the middle of it. */
    async function meanwhile(
      before: (tx: Transaction) => Promise<unknown>,
      after: (tx: Transaction) => Promise<unknown> = async () => undefined,
    ): Promise<void> {
      let erased: ReturnType<typeof erase> | undefined;
      await gateway.gateway.database.transaction(async (tx) => {
        await before(tx);
        erased = erase();
        await quiet(100);
        await after(tx);
      });
      expect((await erased)?.status).toBe(204);
      expect(await left()).toBe(0);
    }
    const row = (webhookId: string) => ({
      ...{ id: newId('dlv', Date.now()), workspaceId: someone.person.workspaceId, userId: null, own: 0 as const },
      ...{ webhookId, event: 'agent.completed', body: '{}', ...untried },
      ...{ status: 'pending' as const, dueAt: Date.now() + 60_000, claim: null, createdAt: Date.now() },
    });

    it('goes with it when the fan-out writes it in the same moment', async () => {
      const { id } = await someone.subscribe(receiver.url);
      const queue = createQueueStore(gateway.gateway.database);
      await meanwhile(
        async (tx) => expect(await queue.subscribers(tx, [someone.person.workspaceId])).toHaveLength(1),
        (tx) => queue.insert(tx, [row(id)]),
      );
    });

    it('goes with it when its record is written in the same moment, and gets none later', async () => {
      const { id } = await someone.subscribe(receiver.url);
      const { database } = gateway.gateway;
      const queue = createQueueStore(database);
      const delivery = row(id);
      await database.transaction((tx) => queue.insert(tx, [delivery]));
      const attempt = () => ({
        ...{
          id: newId('att', Date.now()),
          workspaceId: delivery.workspaceId,
          userId: null,
          webhookId: id,
          deliveryId: delivery.id,
        },
        ...{ event: delivery.event, url: receiver.url, attempt: 1, cause: 'event' as const, createdAt: Date.now() },
        ...{ statusCode: 200, responseBody: 'ok', latencyMs: 1, error: null },
      });
      await meanwhile((tx) => queue.record(tx, [attempt()], false));
      await database.transaction((tx) => queue.record(tx, [attempt()], false));
      expect(await left()).toBe(0);
    });

    it('is not written after it, when a test was under way', async () => {
      const { id } = await someone.subscribe(receiver.url);
      receiver.reply({ hang: true });
      const testing = someone.as('POST', `/webhooks/${id}/test`);
      await receiver.waitFor(1);
      expect((await erase()).status).toBe(204);
      expect((await testing).status).toBe(404);
      expect(await left()).toBe(0);
    });
  });

  describe('test mode', () => {
    it('sends nothing, tests and due retries included, and keeps what it would have sent', async () => {
      receiver.reply({ status: 500 });
      const { id } = await someone.subscribe(`${receiver.url}/quiet`);
      const other = await newSubscriber(gateway);
      await other.subscribe(`${receiver.url}/loud`);
      await someone.fire('agent.failed', { n: 1 });
      await receiver.waitFor(1);
      await soon(async () => expect(await someone.deliveries(id)).toMatchObject([{ status: 'retrying' }]));
      expect((await someone.as('GET', '/webhooks/test-mode')).body).toEqual({ enabled: false });
      expect((await someone.as('POST', '/webhooks/test-mode/enable')).body).toEqual({ enabled: true });
      expect((await someone.as('GET', '/webhooks/test-mode')).body).toEqual({ enabled: true });
      expect((await other.as('GET', '/webhooks/test-mode')).body).toEqual({ enabled: false });
      const sent = receiver.records.length;
      await someone.fire('agent.completed', { n: 2 });
      const test = await someone.as('POST', `/webhooks/${id}/test`);
      expect(test.body).toMatchObject({ intercepted: true, statusCode: null });
      await other.fire('agent.completed');
      const log = await soon(async () => {
        const { body } = await someone.as<Page<{ event: string; payload: object }>>('GET', '/webhooks/test-mode/log');
        expect(body.data).toHaveLength(3);
        return body.data;
      });
      expect(log.map(({ event }) => event).sort()).toEqual(['agent.completed', 'agent.failed', 'webhook.test']);
      expect(log.find(({ event }) => event === 'agent.completed')?.payload).toEqual({
        event: 'agent.completed',
        timestamp: expect.any(String),
        data: { n: 2 },
      });
      await quiet(500);
      expect(receiver.records.slice(sent).filter(({ path }) => path === '/quiet')).toEqual([]);
      expect(receiver.records.some(({ path }) => path === '/loud')).toBe(true);

      expect((await someone.as('POST', '/webhooks/test-mode/disable')).body).toEqual({ enabled: false });
      expect((await someone.as('GET', '/webhooks/test-mode')).body).toEqual({ enabled: false });
      await quiet(300);
      expect((await someone.deliveries(id)).every(({ status }) => status === 'intercepted')).toBe(true);
      const [intercepted] = await someone.deliveries(id);
      expect((await someone.as('POST', `/webhooks/deliveries/${intercepted?.id}/redeliver`)).status).toBe(409);
      receiver.reply({});
      await someone.fire('agent.completed', { n: 3 });
      await receiver.waitFor(({ path, json }) => path === '/quiet' && json.data?.n === 3);
      expect((await someone.as('DELETE', '/webhooks/test-mode/log')).status).toBe(204);
      expect((await someone.as<Page<object>>('GET', '/webhooks/test-mode/log')).body.data).toEqual([]);
    });
  });

  describe('the inspector', () => {
    it('shows 50 at a time, 200 at most, by type and by page', async () => {
      // With a timeout of ten seconds: on a busy machine some of so many would be sent again after one.
      const gateway = await startGateway(engine);
      const someone = await newSubscriber(gateway);
      const { id } = await someone.subscribe(`${receiver.url}/many`);
      await gateway.gateway.database.transaction(async (tx) => {
        for (let n = 0; n < 230; n += 1)
          await gateway.gateway.publish(
            tx,
            { workspaceId: someone.person.workspaceId, userId: someone.person.id },
            n % 10 === 0 ? 'tool.executed' : 'agent.completed',
            { n },
            Date.now(),
          );
      });
      await soon(async () => {
        const rows = await gateway.gateway.database.all('SELECT id FROM webhook_attempts WHERE webhook_id = $1', [id]);
        expect(rows).toHaveLength(230);
      });
      expect(await someone.records()).toHaveLength(50);
      expect(await someone.records('?limit=1000')).toHaveLength(200);
      expect(await someone.records('?eventType=tool.executed')).toHaveLength(23);
      expect(await someone.records('?eventType=api.deprecated')).toEqual([]);
      const seen: number[] = [];
      let cursor = '';
      do {
        const { body } = await someone.as<Page<{ id: string; payload: { data: { n: number } } }>>(
          'GET',
          `/webhook-inspector?limit=60${cursor && `&cursor=${cursor}`}`,
        );
        seen.push(...body.data.map(({ payload }) => payload.data.n));
        cursor = body.nextCursor ?? '';
      } while (cursor);
      expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: 230 }, (_, n) => n));
      await gateway.stop();
    });

    it('shows one record, to its workspace only', async () => {
      receiver.reply({ status: 201, body: 'thanks' });
      const { id } = await someone.subscribe(`${receiver.url}/one`);
      await someone.fire('tool.executed', { tool: 'calculator' });
      const [record] = await soon(async () => {
        const found = await someone.records();
        expect(found).toHaveLength(1);
        return found;
      });
      expect(record).toEqual({
        id: expect.stringMatching(/^att_/),
        webhookId: id,
        deliveryId: expect.stringMatching(/^dlv_/),
        eventType: 'tool.executed',
        url: `${receiver.url}/one`,
        attempt: 1,
        trigger: 'event',
        payload: { event: 'tool.executed', timestamp: expect.any(String), data: { tool: 'calculator' } },
        statusCode: 201,
        responseBody: 'thanks',
        latencyMs: expect.any(Number),
        error: null,
        createdAt: expect.any(String),
      });
      expect((await someone.as('GET', `/webhook-inspector/${record?.id}`)).body).toEqual(record);
      const other = await newSubscriber(gateway);
      expect((await other.as('GET', `/webhook-inspector/${record?.id}`)).status).toBe(404);
      expect(await other.records()).toEqual([]);
      expect((await other.as('POST', `/webhooks/deliveries/${record?.deliveryId}/redeliver`)).status).toBe(404);
    });
  });

  describe('sending again', () => {
    it('keeps the id and begins a new round', async () => {
      receiver.reply((_, attempt) => (attempt <= 6 || attempt === 7 ? { status: 500 } : {}));
      const { id } = await someone.subscribe(`${receiver.url}/again`);
      await someone.fire('agent.completed');
      const [dead] = await soon(async () => {
        const found = await someone.deliveries(id);
        expect(found).toMatchObject([{ status: 'dead' }]);
        return found;
      });
      const again = await someone.as('POST', `/webhooks/deliveries/${dead?.id}/redeliver`);
      expect(again).toMatchObject({ status: 202, body: { id: dead?.id, status: 'pending' } });
      await soon(async () =>
        expect(await someone.deliveries(id)).toMatchObject([{ status: 'succeeded', attempts: 8 }]),
      );
      expect((await someone.records()).slice(0, 2).map(({ trigger }) => trigger)).toEqual(['retry', 'manual']);
      expect(new Set(receiver.records.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
      // And once more, though it has arrived.
      expect((await someone.as('POST', `/webhooks/deliveries/${dead?.id}/redeliver`)).status).toBe(202);
      await receiver.waitFor(9);
    });

    it('replays dead letters, of one webhook or since a time, after a dry run', async () => {
      receiver.reply({ status: 500 });
      const one = await someone.subscribe(`${receiver.url}/one`);
      const two = await someone.subscribe(`${receiver.url}/two`);
      await someone.fire('agent.completed');
      await someone.fire('agent.failed');
      const count = async (body: object) =>
        (await someone.as<{ count: number }>('POST', '/webhooks/dead-letters/replay', body)).body.count;
      await soon(async () => expect(await count({ dryRun: true })).toBe(4));
      expect(await count({ dryRun: true, webhookId: one.id })).toBe(2);
      expect(await count({ dryRun: true, since: new Date(Date.now() + 60_000).toISOString() })).toBe(0);
      const other = await newSubscriber(gateway);
      expect((await other.as('POST', '/webhooks/dead-letters/replay', { webhookId: one.id })).status).toBe(404);
      expect((await other.as('POST', '/webhooks/dead-letters/replay', {})).body.count).toBe(0);
      const sent = receiver.records.length;
      await quiet();
      expect(receiver.records).toHaveLength(sent);
      receiver.reply({});
      expect(await count({ webhookId: one.id })).toBe(2);
      await soon(async () =>
        expect((await someone.deliveries(one.id)).map(({ status }) => status)).toEqual(['succeeded', 'succeeded']),
      );
      expect((await someone.deliveries(two.id)).map(({ status }) => status)).toEqual(['dead', 'dead']);
      expect(await count({})).toBe(2);
      await soon(async () => expect(await count({ dryRun: true })).toBe(0));
    });
  });

  it('counts what came of deliveries', async () => {
    const { text } = await gateway.call('GET', '/metrics');
    expect(text).toMatch(/gateway_webhook_deliveries_total\{outcome="succeeded"\} [1-9]/);
    expect(text).toMatch(/gateway_webhook_deliveries_total\{outcome="failed"\} [1-9]/);
    expect(text).toMatch(/gateway_webhook_deliveries_total\{outcome="dead"\} [1-9]/);
    expect(text).toMatch(/gateway_webhook_deliveries_total\{outcome="intercepted"\} [1-9]/);
  });
});
