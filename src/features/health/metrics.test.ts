import { readFileSync } from 'node:fs';
import parsePrometheus from 'parse-prometheus-text-format';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { createFakeClock } from '../../../test/harness/fake-clock.ts';
import { startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { newTalker, say, startTalking, type Talker, type Talking } from '../../../test/harness/talking.ts';
import { startReceiver } from '../../../test/harness/webhook-receiver.ts';

type Metric = ReturnType<typeof parsePrometheus>[number];

const settings = { MODEL_PRICES: '{"openai-compatible/fake": {"input": 1, "cachedInput": 0.5, "output": 10}}' };
const dashboard = readFileSync(new URL('../../../docs/operations/grafana-dashboard.json', import.meta.url), 'utf8');

describe.each(engines)('the metrics on %s', (engine) => {
  const clock = createFakeClock(Date.UTC(2026, 2, 10, 12));
  let talking: Talking;
  let ada: Talker;

  beforeAll(async () => {
    talking = await startTalking(engine, { clock, settings });
    ada = await newTalker(talking.gateway, { clock, agent: { name: 'Named agent', tools: ['calculator'] } });
    talking.model.script(
      {
        toolCalls: [{ name: 'calculator', arguments: { expression: '6*7' } }],
        usage: { promptTokens: 100, cachedTokens: 40, completionTokens: 10 },
      },
      { text: 'Forty-two', usage: { promptTokens: 200, cachedTokens: 0, completionTokens: 20 } },
      { status: 400 },
    );
    await say(ada, 'What is six times seven?');
    await ada.act('POST', '/agent/chat', { agentId: ada.agentId, message: 'This fails' });
  });
  afterAll(() => talking.stop());

  async function read(): Promise<Map<string, Metric>> {
    clock.advance(6_000);
    const { text } = await talking.gateway.call('GET', '/metrics');
    return new Map(parsePrometheus(text).map((metric) => [metric.name, metric]));
  }
  const sampleOf = (metrics: Map<string, Metric>, name: string, labels: Record<string, string> = {}) => {
    const samples = metrics.get(name)?.metrics ?? [];
    const found = samples.find((sample) =>
      Object.entries(labels).every(([label, value]) => sample.labels?.[label] === value),
    );
    return found?.value === undefined ? undefined : Number(found.value);
  };

  it('are Prometheus’s own format, and say what was used', async () => {
    const metrics = await read();
    for (const { name, help } of metrics.values())
      expect([name, help]).toEqual([expect.stringMatching(/^gateway_/), expect.stringMatching(/\w/)]);
    const values = Object.fromEntries(
      ['sessions', 'messages', 'runs', 'model_requests', 'billing_usd'].map((name) => [
        name,
        sampleOf(metrics, `gateway_${name}_total`),
      ]),
    );
    // Question, call, result and answer; then a question that had none.
    expect(values).toEqual({
      sessions: 1,
      messages: 5,
      runs: 2,
      model_requests: 2,
      billing_usd: (260 * 1_000 + 40 * 500 + 30 * 10_000) / 1e9,
    });
    const kinds = ['prompt', 'cached', 'completion'].map((kind) => sampleOf(metrics, 'gateway_tokens_total', { kind }));
    expect(kinds).toEqual([260, 40, 30]);
    const ended = (outcome: string) => sampleOf(metrics, 'gateway_runs_finished_total', { kind: 'chat', outcome });
    expect([ended('completed'), ended('failed')]).toEqual([1, 1]);
    expect(sampleOf(metrics, 'gateway_run_failures_total', { code: 'model_error' })).toBe(1);
    for (const name of ['sessions', 'messages', 'billing_usd'])
      expect(metrics.get(`gateway_${name}_total`)?.type).toBe('COUNTER');
  });

  it('show what waits', async () => {
    const receiver = await startReceiver();
    await ada.act('POST', '/webhooks', { url: receiver.url, events: ['*'] });
    receiver.reply(() => ({ status: 500 }));
    await say(ada, 'Hello');
    await expect
      .poll(async () => sampleOf(await read(), 'gateway_webhook_deliveries_waiting'), { timeout: 40_000 })
      .toBeGreaterThan(0);
    const { database } = talking;
    await database.run(
      `INSERT INTO jobs (id, queue, payload, run_at, max_attempts, created_at) VALUES ('job_x', 'nobody', '{}', $1, 1, 0)`,
      [clock.now() - 60_000],
    );
    await database.run(
      `INSERT INTO jobs (id, queue, payload, run_at, max_attempts, created_at, state) VALUES ('job_y', 'nobody', '{}', 0, 1, 0, 'dead')`,
    );
    const metrics = await read();
    expect(sampleOf(metrics, 'gateway_jobs', { queue: 'nobody', state: 'ready' })).toBe(1);
    expect(sampleOf(metrics, 'gateway_jobs', { queue: 'nobody', state: 'dead' })).toBe(1);
    expect(sampleOf(metrics, 'gateway_job_lag_seconds')).toBeGreaterThanOrEqual(60);
    expect(sampleOf(metrics, 'gateway_runs_in_progress', { status: 'running' })).toBe(0);
    await receiver.stop();
  });

  it('contain no name that people chose and no path that does not exist', async () => {
    const tool = { name: 'ledger_of_ada', description: 'x', parameters: { type: 'object' } };
    await ada.act('POST', '/tools', { ...tool, http: { url: 'http://127.0.0.1:1/ledger', method: 'GET' } });
    await ada.act('POST', '/tools/ledger_of_ada/invoke', { params: {} });
    await ada.act('POST', '/agents', {
      name: 'Named agent',
      model: { provider: 'openai-compatible', model: 'ada-model' },
    });
    await ada.act('GET', `/agents/${ada.agentId}?q=${ada.email}`);
    await talking.gateway.call('GET', `/of/${ada.email}/${ada.workspaceId}`);
    const metrics = await read();
    const labels = [...metrics.values()].flatMap((metric) =>
      metric.metrics.flatMap((one) => Object.entries(one.labels ?? {})),
    );
    // Closed sets only: who adds a label adds it here, and says what it can hold.
    const known = [
      'method',
      'route',
      'status',
      'kind',
      'outcome',
      'code',
      'queue',
      'state',
      'version',
      'reason',
      'type',
      // The operator's connections to models; those of workspaces are `own`.
      'connection',
      // Of the process itself, by prom-client.
      'space',
      'major',
      'minor',
      'patch',
    ];
    expect([...new Set(labels.map(([name]) => name))].filter((name) => !known.includes(name))).toEqual([]);
    const own = /ada|ledger|named|example\.com|_[0-9a-z]{20,}/i;
    expect(labels.filter(([, value]) => own.test(value))).toEqual([]);
    const { text } = await talking.gateway.call('GET', '/metrics');
    for (const secret of [ada.id, ada.email, ada.workspaceId, ada.agentId, 'Named agent', 'six times'])
      expect(text).not.toContain(secret);
    expect(text).not.toMatch(/\b(usr|ws|agt|ses|run|wh|key)_[0-9a-z]{20,}/);
  });

  it('are all that the dashboard asks for', async () => {
    const metrics = await read();
    const asked = new Set([...dashboard.matchAll(/gateway_\w+/g)].map(([name]) => name));
    const known = (name: string) => metrics.has(name) || metrics.has(name.replace(/_(bucket|count|sum)$/, ''));
    expect([...asked].filter((name) => !known(name))).toEqual([]);
    expect(asked.size).toBeGreaterThan(20);
    expect(JSON.parse(dashboard)).toMatchObject({ title: 'Agent Gateway', panels: expect.any(Array) });
  });
});

it('answer the addresses of METRICS_ALLOW only, and believe a proxy only where it is trusted', async () => {
  const settings = { METRICS_ALLOW: '10.1.0.0/16, 2001:db8::/32, 192.0.2.7', TRUST_PROXY: '127.0.0.1' };
  const behindProxy = await startGateway('sqlite', { settings });
  const from = (gateway: TestGateway, address?: string, path = '/metrics') =>
    gateway.call('GET', path, { headers: address ? { 'x-forwarded-for': address } : {} });
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.7', '2001:db8::5'])
    expect((await from(behindProxy, address)).status, address).toBe(200);
  for (const address of [undefined, '10.2.0.1', '192.0.2.8', '2001:db9::1', 'nonsense'])
    expect(await from(behindProxy, address), address).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  expect((await from(behindProxy, '10.2.0.1', '/health')).status).toBe(200);
  await behindProxy.stop();
  const bare = await startGateway('sqlite', { settings: { METRICS_ALLOW: '10.1.0.0/16' } });
  expect((await from(bare, '10.1.2.3')).status).toBe(403);
  await bare.stop();
  const local = await startGateway('sqlite', { settings: { METRICS_ALLOW: 'loopback' } });
  expect((await from(local)).status).toBe(200);
  await local.stop();
});

it('leave out values that cannot be read while the database is away, instead of reporting zero', async () => {
  const talking = await startTalking('sqlite');
  await talking.database.close();
  const { status, text } = await talking.gateway.call('GET', '/metrics');
  expect(status).toBe(200);
  expect(text).toContain('# TYPE gateway_sessions_total counter');
  expect(text).not.toMatch(/^gateway_(sessions|billing_usd)_total /m);
  await talking.stop().catch(() => undefined);
});
