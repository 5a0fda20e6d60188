import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { engines } from '../../../../test/harness/databases.ts';
import { createFakeClock } from '../../../../test/harness/fake-clock.ts';
import { startGateway, type TestGateway } from '../../../../test/harness/gateway.ts';
import { onThisMachine } from '../../../../test/harness/this-machine.ts';
import { type Receiver, startReceiver } from '../../../../test/harness/webhook-receiver.ts';
import { newSubscriber } from '../../../../test/harness/webhooks.ts';
import { newId } from '../../../kernel/ids.ts';

const soon = <Result>(check: () => Result | Promise<Result>) => vi.waitFor(check, { timeout: 40_000, interval: 20 });
const quiet = (timeMs = 300) => new Promise((resolve) => setTimeout(resolve, timeMs));

describe.each(engines)('deliveries on %s', (engine) => {
  let gateway: TestGateway | undefined;
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(async () => {
    await gateway?.stop();
    await receiver.stop();
  });
  const start = async (options: Parameters<typeof startGateway>[1] = {}) => {
    gateway = await startGateway(engine, options);
    return gateway;
  };

  it('are retried after 30 s, 2 min, 10 min, 30 min and 2 h, then are dead', async () => {
    const clock = createFakeClock(Date.now());
    const someone = await newSubscriber(await start({ clock }), clock);
    receiver.reply({ status: 500 });
    const { id } = await someone.subscribe(receiver.url);
    await someone.fire('agent.completed');
    await receiver.waitFor(1);
    let sent = 1;
    for (const delay of [30_000, 120_000, 600_000, 1_800_000, 7_200_000]) {
      const nextAttemptAt = new Date(clock.now() + delay).toISOString();
      await soon(async () =>
        expect(await someone.deliveries(id)).toMatchObject([{ status: 'retrying', nextAttemptAt }]),
      );
      clock.advance(delay - 1);
      await quiet(1_200);
      expect(receiver.records).toHaveLength(sent);
      clock.advance(1);
      sent += 1;
      await receiver.waitFor(sent);
    }
    await soon(async () => expect(await someone.deliveries(id)).toMatchObject([{ status: 'dead', attempts: 6 }]));
    clock.advance(86_400_000);
    await quiet(1_200);
    expect(receiver.records).toHaveLength(6);
  });

  it('are made of an event that was committed late, also while a node is woken all the time', async () => {
    const someone = await newSubscriber(await start());
    await someone.subscribe(receiver.url, { events: ['agent.completed'] });
    await someone.fire('agent.completed', { runId: 'first' });
    await receiver.waitFor(1);
    let over = false;
    const busy = (async () => {
      while (!over) {
        await someone.fire('tool.executed');
        await quiet(50);
      }
    })();
    await quiet(200);
    // As a transaction leaves it that began ten seconds ago.
    const at = Date.now() - 10_000;
    const { workspaceId, id: userId } = someone.person;
    await gateway?.gateway.database.run(
      'INSERT INTO events (id, workspace_id, user_id, type, data, created_at) VALUES ($1, $2, $3, $4, $5, $6)',
      [newId('evt', at), workspaceId, userId, 'agent.completed', '{"runId":"late"}', at],
    );
    try {
      await receiver.waitFor(({ json }) => json.data?.runId === 'late', 8_000);
    } finally {
      over = true;
      await busy;
    }
  });

  it('disable a webhook that only fails, and publish an event', async () => {
    const settings = { WEBHOOK_RETRY_DELAYS: '100ms,400ms,1s,200ms,200ms', WEBHOOK_DISABLE_AFTER: '1s' };
    const someone = await newSubscriber(await start({ settings }));
    receiver.replyAt('/down', { status: 500 });
    const down = await someone.subscribe(`${receiver.url}/down`);
    await someone.subscribe(`${receiver.url}/watching`, { events: ['webhook.disabled'] });
    await someone.fire('agent.completed');
    const told = await receiver.waitFor(({ path }) => path === '/watching', 10_000);
    expect(told.json).toMatchObject({
      event: 'webhook.disabled',
      data: {
        webhookId: down.id,
        url: down.url,
        failingSince: expect.any(String),
        consecutiveFailures: expect.any(Number),
      },
    });
    expect((await someone.as('GET', `/webhooks/${down.id}`)).body.enabled).toBe(false);
    // What was queued still runs to its end; what happens now is not for it.
    await someone.fire('agent.completed');
    await soon(async () => expect(await someone.deliveries(down.id)).toMatchObject([{ status: 'dead', attempts: 6 }]));
    expect(receiver.records.filter(({ path }) => path === '/watching')).toHaveLength(1);
    const on = await someone.as('PUT', `/webhooks/${down.id}`, { enabled: true });
    expect(on.body).toMatchObject({ enabled: true, consecutiveFailures: 0 });
  });

  it('to a webhook that recovers in between do not disable it', async () => {
    const settings = { WEBHOOK_RETRY_DELAYS: '300ms,300ms,300ms,300ms,300ms', WEBHOOK_DISABLE_AFTER: '5s' };
    const someone = await newSubscriber(await start({ settings }));
    receiver.reply((_, attempt) => ({ status: attempt % 3 === 0 ? 200 : 500 }));
    const { id } = await someone.subscribe(receiver.url);
    // Longer in all than the limit, and never so long between two successes.
    for (let n = 0; n < 7; n += 1) {
      await someone.fire('agent.completed');
      await quiet(1_000);
    }
    await soon(async () =>
      expect((await someone.deliveries(id)).map(({ status }) => status)).toEqual(Array(7).fill('succeeded')),
    );
    expect((await someone.as('GET', `/webhooks/${id}`)).body).toMatchObject({ enabled: true });
  });

  it('older than 30 days are forgotten, with their records; their events go as soon as they are written', async () => {
    const clock = createFakeClock(Date.now());
    const { gateway: inner, ...rest } = await start({ clock });
    const someone = await newSubscriber({ gateway: inner, ...rest }, clock);
    await someone.subscribe(receiver.url);
    await someone.fire('agent.completed', { n: 1 });
    await soon(async () => expect(await someone.records()).toHaveLength(1));
    clock.advance(20 * 86_400_000);
    await someone.fire('agent.completed', { n: 2 });
    await soon(async () => expect(await someone.records()).toHaveLength(2));
    const count = async () => {
      const tables = ['events', 'deliveries', 'webhook_attempts'];
      return Promise.all(tables.map(async (table) => (await inner.database.all(`SELECT id FROM ${table}`)).length));
    };
    expect(await count()).toEqual([0, 2, 2]);
    clock.advance(11 * 86_400_000);
    // As the schedule does it.
    await inner.database.run("UPDATE recurring_jobs SET next_run_at = 0 WHERE name = 'clean-webhook-deliveries'");
    await inner.recurring.wake();
    await soon(async () => expect(await count()).toEqual([0, 1, 1]));
    expect((await inner.database.all<{ body: string }>('SELECT body FROM deliveries'))[0]?.body).toContain('"n":2');
  });

  it('to a healthy endpoint are not delayed by 50 that never answer', async () => {
    const someone = await newSubscriber(await start());
    receiver.reply({ hang: true });
    receiver.replyAt('/healthy', {});
    await Promise.all(Array.from({ length: 50 }, (_, n) => someone.subscribe(`${receiver.url}/${n}`)));
    await someone.subscribe(`${receiver.url}/healthy`);
    const rounds = 100;
    for (let n = 0; n < rounds; n += 1) {
      await someone.fire('agent.completed', { n, firedAt: Date.now() });
      await quiet(30);
    }
    const healthy = () => receiver.records.filter(({ path }) => path === '/healthy');
    const got = await soon(() => {
      expect(healthy()).toHaveLength(rounds);
      return healthy();
    });
    const waits = got.map(({ json, receivedAt }) => receivedAt - Number(json.data?.firedAt)).sort((a, b) => a - b);
    const p99 = waits[Math.floor(rounds * 0.99) - 1] ?? 0;
    process.stdout.write(`${engine}, beside 50 dead endpoints: p50 ${waits[rounds / 2]} ms, p99 ${p99} ms\n`);
    expect(p99).toBeLessThan(onThisMachine(2_000));
    expect(receiver.records.length).toBeGreaterThanOrEqual(rounds + 100);
  });

  it('go out once when several nodes share a database', async () => {
    if (engine === 'sqlite') return;
    const one = await start();
    const other = await startGateway(engine, { place: one.place });
    try {
      const someone = await newSubscriber(one);
      const elsewhere = { ...someone, ...(await newSubscriber(other)) };
      await someone.subscribe(`${receiver.url}/one`);
      await elsewhere.subscribe(`${receiver.url}/two`);
      for (let n = 0; n < 100; n += 1)
        await Promise.all([someone.fire('tool.executed', { n }), elsewhere.fire('tool.executed', { n })]);
      await receiver.waitFor(200, 10_000);
      await quiet(1_500);
      expect(receiver.records).toHaveLength(200);
      expect(new Set(receiver.records.map(({ headers }) => headers['webhook-id'])).size).toBe(200);
    } finally {
      await other.stop();
    }
  });
});

describe('an address', () => {
  let gateway: TestGateway;
  afterEach(() => gateway.stop());

  it('that is not public is refused when it is given, changed and sent to', async () => {
    gateway = await startGateway('sqlite', {
      settings: { EGRESS_POLICY: 'public', WEBHOOK_RETRY_DELAYS: '1h,1h,1h,1h,1h' },
    });
    const someone = await newSubscriber(gateway);
    const { id } = await someone.subscribe('https://example.com/hook');
    const refused = [
      'http://127.0.0.1/',
      'http://2130706433/',
      'http://0x7f000001/',
      'http://0177.0.0.1/',
      'http://127.1/',
      'http://0/',
      'http://localhost/',
      'http://x.localhost/',
      'http://10.0.0.1/',
      'http://172.16.0.1/',
      'http://192.168.1.1/',
      'http://100.64.0.1/',
      'http://169.254.169.254/latest/meta-data/',
      'http://metadata.google.internal/',
      'http://[::]/',
      'http://[::1]/',
      'http://[::ffff:127.0.0.1]/',
      'http://[::ffff:7f00:1]/',
      'http://[64:ff9b::7f00:1]/',
      'http://[fe80::1]/',
      'http://[fd00::1]/',
      'http://user:password@example.com/',
      'http://example.com./',
      'ftp://example.com/',
      'file:///etc/passwd',
      'not an address',
    ];
    for (const url of refused) {
      const created = await someone.as('POST', '/webhooks', { url, events: ['*'] });
      expect({ url, status: created.status }).toEqual({ url, status: 400 });
      expect({ url, status: (await someone.as('PUT', `/webhooks/${id}`, { url })).status }).toEqual({
        url,
        status: 400,
      });
    }
    // What was stored before the policy, or by other means, is still not reached.
    const receiver = await startReceiver();
    await gateway.gateway.database.run('UPDATE webhooks SET url = $1 WHERE id = $2', [receiver.url, id]);
    await someone.fire('agent.completed');
    const [record] = await soon(async () => {
      const found = await someone.records();
      expect(found).toHaveLength(1);
      return found;
    });
    expect(record).toMatchObject({ statusCode: null, error: expect.stringContaining('not a public address') });
    expect((await someone.as('POST', `/webhooks/${id}/test`)).body).toMatchObject({ success: false, statusCode: null });
    expect(receiver.records).toEqual([]);
    await receiver.stop();
  });
});
