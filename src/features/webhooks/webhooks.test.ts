import { Webhook as StandardWebhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import {
  type Received,
  type Receiver,
  startReceiver,
  verifySignature,
} from '../../../test/harness/webhook-receiver.ts';
import { newSubscriber, type Page, type Subscriber } from '../../../test/harness/webhooks.ts';

const soon = <Result>(check: () => Result | Promise<Result>) => vi.waitFor(check, { timeout: 40_000, interval: 20 });
const quiet = (timeMs = 300) => new Promise((resolve) => setTimeout(resolve, timeMs));
const standardHeaders = ({ headers }: Received) => headers as Record<string, string>;

describe.each(engines)('webhooks on %s', (engine) => {
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

  describe('a webhook', () => {
    it('is created with a secret that is shown this once', async () => {
      const created = await someone.as('POST', '/webhooks', {
        url: `${receiver.url}/a`,
        events: ['agent.completed', 'agent_completed'],
        description: 'Ours',
      });
      expect(created.status).toBe(201);
      expect(created.body).toMatchObject({
        id: expect.stringMatching(/^wh_/),
        url: `${receiver.url}/a`,
        events: ['agent.completed', 'agent_completed'],
        description: 'Ours',
        secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
        enabled: true,
        hasSecret: true,
      });
      const one = await someone.as('GET', `/webhooks/${created.body.id}`);
      const list = await someone.as<Page<object>>('GET', '/webhooks');
      const { secret, ...rest } = created.body;
      expect(one.body).toEqual(rest);
      expect(list.body.data).toEqual([rest]);
      expect(one.text + list.text).not.toContain(String(secret).slice(6));
      const rows = await gateway.gateway.database.all<{ secret: string }>('SELECT secret FROM webhooks WHERE id = $1', [
        created.body.id as string,
      ]);
      expect(rows[0]?.secret).toMatch(/^v1\./);
      expect(rows[0]?.secret).not.toContain(String(secret).slice(6));
    });

    it('takes a secret of its own, or none', async () => {
      const own = await someone.subscribe(`${receiver.url}/own`, { secret: 'our own secret' });
      expect(own.secret).toBe('our own secret');
      const unsigned = await someone.subscribe(`${receiver.url}/unsigned`, { secret: null });
      expect(unsigned).toMatchObject({ secret: null, hasSecret: false });
      await someone.fire('agent.completed', { agentId: 'agt_1' });
      const signed = await receiver.waitFor(({ path }) => path === '/own');
      const plain = await receiver.waitFor(({ path }) => path === '/unsigned');
      expect(verifySignature('our own secret', signed)).toBe(true);
      new StandardWebhook('our own secret', { format: 'raw' }).verify(
        signed.rawBody.toString(),
        standardHeaders(signed),
      );
      expect(plain.headers).not.toHaveProperty('x-service-signature');
      expect(plain.headers).not.toHaveProperty('webhook-signature');
      expect(
        (await someone.as('POST', '/webhooks', { url: receiver.url, events: ['*'], secret: 'whsec_!' })).status,
      ).toBe(400);
    });

    it('refuses events that do not exist', async () => {
      for (const events of [
        ['agent.done'],
        ['agent.completed', ''],
        [],
        ['webhook.test'],
        'agent.completed',
        undefined,
      ])
        expect((await someone.as('POST', '/webhooks', { url: receiver.url, events })).status).toBe(400);
      const { id } = await someone.subscribe(receiver.url);
      expect((await someone.as('PUT', `/webhooks/${id}`, { events: ['nothing'] })).status).toBe(400);
    });

    it('is changed by any subset', async () => {
      const { id } = await someone.subscribe(`${receiver.url}/before`, { events: ['agent.failed'] });
      const changed = await someone.as('PUT', `/webhooks/${id}`, { enabled: false });
      expect(changed).toMatchObject({ status: 200, body: { url: `${receiver.url}/before`, enabled: false } });
      await someone.fire('agent.failed');
      await someone.as('PUT', `/webhooks/${id}`, { enabled: true, url: `${receiver.url}/after`, description: 'New' });
      await someone.fire('agent.failed', { n: 2 });
      await receiver.waitFor(({ path }) => path === '/after');
      expect(receiver.records).toHaveLength(1);
      expect((await someone.as('GET', `/webhooks/${id}`)).body).toMatchObject({
        events: ['agent.failed'],
        description: 'New',
      });
    });

    it('is one of at most 100 in a workspace', async () => {
      for (let n = 0; n < 100; n += 1) await someone.subscribe(receiver.url, { enabled: false });
      const refused = await someone.as('POST', '/webhooks', { url: receiver.url, events: ['*'] });
      expect(refused).toMatchObject({ status: 403, body: { code: 'quota_exceeded', quota: 'webhooks', limit: 100 } });
    });

    it('is not visible in another workspace', async () => {
      const other = await newSubscriber(gateway);
      const { id } = await someone.subscribe(`${receiver.url}/mine`);
      for (const [method, path] of [
        ['GET', ''],
        ['PUT', ''],
        ['DELETE', ''],
        ['POST', '/test'],
        ['GET', '/deliveries'],
        ['POST', '/secret/rotate'],
      ] as const)
        expect((await other.as(method, `/webhooks/${id}${path}`, method === 'PUT' ? {} : undefined)).status).toBe(404);
      await other.subscribe(`${receiver.url}/theirs`);
      await other.fire('agent.completed');
      await receiver.waitFor(({ path }) => path === '/theirs');
      await quiet();
      expect(receiver.records.map(({ path }) => path)).toEqual(['/theirs']);
    });
  });

  describe('a delivery', () => {
    it('is a signed POST of exactly event, timestamp and data', async () => {
      const { id, secret } = await someone.subscribe(`${receiver.url}/hook`, { events: ['agent.completed'] });
      const data = { agentId: 'agt_1', sessionId: 'ses_1', durationMs: 12, text: 'ünï\u2028"\u0000' };
      const before = Date.now();
      await someone.fire('agent.completed', data);
      const [got] = (await receiver.waitFor(1)) as [Received];
      expect(got).toMatchObject({ method: 'POST', path: '/hook' });
      expect(got.headers['content-type']).toBe('application/json');
      expect(Object.keys(got.json)).toEqual(['event', 'timestamp', 'data']);
      expect(got.json).toEqual({ event: 'agent.completed', timestamp: expect.any(String), data });
      expect(new Date(got.json.timestamp as string).toISOString()).toBe(got.json.timestamp);
      expect(Date.parse(got.json.timestamp as string)).toBeGreaterThanOrEqual(before);
      expect(verifySignature(secret as string, got)).toBe(true);
      expect(new StandardWebhook(secret as string).verify(got.rawBody.toString(), standardHeaders(got))).toEqual(
        got.json,
      );
      const [delivery] = await soon(async () => {
        const found = await someone.deliveries(id);
        expect(found).toMatchObject([{ status: 'succeeded' }]);
        return found;
      });
      expect(delivery).toEqual({
        id: got.headers['webhook-id'],
        webhookId: id,
        event: 'agent.completed',
        status: 'succeeded',
        attempts: 1,
        nextAttemptAt: null,
        lastStatusCode: 200,
        createdAt: expect.any(String),
      });
    });

    it('is made once for each webhook that wants the event, by whatever name', async () => {
      await someone.subscribe(`${receiver.url}/alias`, { events: ['agent_completed', 'agent.completed', '*'] });
      await someone.subscribe(`${receiver.url}/old-name`, { events: ['agent_completed'] });
      await someone.subscribe(`${receiver.url}/other`, { events: ['tool.executed'] });
      await someone.fire('agent.completed');
      await someone.fire('tool.executed');
      await receiver.waitFor(4);
      await quiet();
      const seen = receiver.records.map(({ path, json }) => `${path} ${json.event}`).sort();
      expect(seen).toEqual([
        '/alias agent.completed',
        '/alias tool.executed',
        '/old-name agent.completed',
        '/other tool.executed',
      ]);
    });

    it('succeeds only with 2xx', async () => {
      for (const status of [200, 201, 204, 299, 302, 400, 410, 500]) {
        receiver.replyAt(`/${status}`, status === 302 ? { redirect: `${receiver.url}/elsewhere` } : { status });
        await someone.subscribe(`${receiver.url}/${status}`);
      }
      await someone.fire('agent.completed');
      await soon(() => expect(receiver.records.filter(({ path }) => path === '/410').length).toBeGreaterThan(1));
      const records = await soon(async () => {
        const found = (await someone.records('?limit=200')).filter(({ attempt }) => attempt === 1);
        expect(found).toHaveLength(8);
        return found;
      });
      const failed = records.filter(({ error }) => error !== null).map(({ statusCode }) => statusCode);
      expect(failed.sort()).toEqual([302, 400, 410, 500]);
      expect(receiver.records.some(({ path }) => path === '/elsewhere')).toBe(false);
    });

    it('is tried six times with growing gaps, then is a dead letter', async () => {
      receiver.reply({ status: 500, body: 'no' });
      const { id } = await someone.subscribe(`${receiver.url}/down`);
      await someone.fire('agent.failed', { agentId: 'agt_1' });
      const [dead] = await soon(async () => {
        const { body } = await someone.as<Page<{ id: string }>>('GET', '/webhooks/dead-letters');
        expect(body.data).toHaveLength(1);
        return body.data;
      });
      await quiet();
      expect(receiver.records).toHaveLength(6);
      expect(new Set(receiver.records.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([dead?.id]));
      expect(new Set(receiver.records.map(({ rawBody }) => rawBody.toString())).size).toBe(1);
      const times = receiver.records.map(({ receivedAt }) => receivedAt);
      const gaps = times.slice(1).map((time, index) => time - (times[index] as number));
      for (const [index, delay] of [50, 100, 150, 200, 250].entries())
        expect(gaps[index]).toBeGreaterThanOrEqual(delay - 2);
      const records = await someone.records();
      expect(records.map(({ attempt, trigger }) => `${attempt} ${trigger}`)).toEqual([
        '6 retry',
        '5 retry',
        '4 retry',
        '3 retry',
        '2 retry',
        '1 event',
      ]);
      expect(await someone.deliveries(id)).toMatchObject([
        { status: 'dead', attempts: 6, lastStatusCode: 500, nextAttemptAt: null },
      ]);
      expect((await someone.as('GET', `/webhooks/${id}`)).body.consecutiveFailures).toBe(6);
    });

    it('that never answers fails after the time limit, and one that hangs up at once', async () => {
      receiver.reply((_, attempt) => (attempt === 1 ? { hang: true } : attempt === 2 ? { drop: true } : {}));
      const { id } = await someone.subscribe(`${receiver.url}/slow`);
      await someone.fire('agent.completed');
      await soon(async () =>
        expect(await someone.deliveries(id)).toMatchObject([{ status: 'succeeded', attempts: 3 }]),
      );
      const [third, second, first] = await someone.records();
      expect(first).toMatchObject({ statusCode: null, responseBody: null, error: 'No answer within 1000 ms.' });
      expect(first?.latencyMs).toBeGreaterThanOrEqual(990);
      expect(second).toMatchObject({ statusCode: null, error: expect.stringContaining('could not be reached') });
      expect(third).toMatchObject({ statusCode: 200, error: null });
      expect((await someone.as('GET', `/webhooks/${id}`)).body.consecutiveFailures).toBe(0);
    });

    it('keeps 16 KiB of the answer', async () => {
      receiver.reply({ body: `\u0000${'ä'.repeat(50_000)}` });
      await someone.subscribe(`${receiver.url}/long`);
      await someone.fire('agent.completed');
      const [record] = await soon(async () => {
        const found = await someone.records();
        expect(found).toHaveLength(1);
        return found;
      });
      expect(record).toMatchObject({ statusCode: 200, error: null });
      expect(Buffer.byteLength(record?.responseBody ?? '')).toBeLessThanOrEqual(16_384 + 6);
      expect(record?.responseBody).toMatch(/^\ufffdä+/);
    });

    it('ends with its webhook, queued retries included', async () => {
      receiver.reply({ status: 500 });
      const { id } = await someone.subscribe(`${receiver.url}/gone`);
      await someone.fire('agent.completed');
      await receiver.waitFor(2);
      expect((await someone.as('DELETE', `/webhooks/${id}`)).status).toBe(204);
      const before = receiver.records.length;
      await quiet(600);
      expect(receiver.records.length).toBeLessThanOrEqual(before + 1);
      const sent = receiver.records.length;
      await quiet(300);
      expect(receiver.records.length).toBe(sent);
      expect((await someone.as('GET', `/webhooks/${id}`)).status).toBe(404);
      expect((await someone.records()).length).toBe(sent);
      const [row] = await gateway.gateway.database.all('SELECT status, due_at FROM deliveries WHERE webhook_id = $1', [
        id,
      ]);
      expect(row).toEqual({ status: 'cancelled', due_at: null });
    });

    it('is not made where nobody subscribed, and no event is stored', async () => {
      const { database, publish } = gateway.gateway;
      const { workspaceId, id: userId } = someone.person;
      const sql = 'SELECT COUNT(*) AS count FROM events WHERE workspace_id = $1';
      const count = await database.transaction(async (tx) => {
        await publish(tx, { workspaceId, userId }, 'agent.completed', {}, Date.now());
        return tx.get(sql, [workspaceId]);
      });
      expect(count).toEqual({ count: 0 });
    });

    it('is not made for what was rolled back', async () => {
      await someone.subscribe(`${receiver.url}/none`);
      const { database, publish } = gateway.gateway;
      await expect(
        database.transaction(async (tx) => {
          await publish(tx, { ...someone.person, userId: someone.person.id }, 'agent.completed', {}, Date.now());
          throw new Error('no');
        }),
      ).rejects.toThrow('no');
      await quiet();
      expect(receiver.records).toHaveLength(0);
    });
  });

  it('a secret is rotated with a day in which both sign', async () => {
    const { id, secret } = await someone.subscribe(`${receiver.url}/rotated`);
    const rotated = await someone.as('POST', `/webhooks/${id}/secret/rotate`);
    expect(rotated).toMatchObject({ status: 200, body: { id, secret: expect.stringMatching(/^whsec_/) } });
    const until = Date.parse(rotated.body.previousSecretExpiresAt as string);
    expect(Math.abs(until - Date.now() - 86_400_000)).toBeLessThan(60_000);
    await someone.fire('agent.completed');
    const [got] = (await receiver.waitFor(1)) as [Received];
    const now = rotated.body.secret as string;
    expect(verifySignature(now, got)).toBe(true);
    for (const key of [now, secret as string])
      expect(new StandardWebhook(key).verify(got.rawBody.toString(), standardHeaders(got))).toEqual(got.json);
    expect(got.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);

    await gateway.gateway.database.run('UPDATE webhooks SET previous_secret_until = $1 WHERE id = $2', [
      Date.now() - 1,
      id,
    ]);
    await quiet(1_100);
    await someone.fire('agent.completed');
    const [, later] = (await receiver.waitFor(2)) as [Received, Received];
    expect(later.headers['webhook-signature']).toMatch(/^v1,\S+$/);
    expect(() =>
      new StandardWebhook(secret as string).verify(later.rawBody.toString(), standardHeaders(later)),
    ).toThrow();
  });
});
