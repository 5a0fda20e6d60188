import { readFileSync } from 'node:fs';
import parsePrometheus from 'parse-prometheus-text-format';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { createFakeClock } from '../../../test/harness/fake-clock.ts';
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
      .poll(async () => sampleOf(await read(), 'gateway_webhook_deliveries_waiting'), { timeout: 20_000 })
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

  it('name nobody', async () => {
    await read();
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

it('leave out what cannot be known while the database is away, rather than call it nothing', async () => {
  const talking = await startTalking('sqlite');
  await talking.database.close();
  const { status, text } = await talking.gateway.call('GET', '/metrics');
  expect(status).toBe(200);
  expect(text).toContain('# TYPE gateway_sessions_total counter');
  expect(text).not.toMatch(/^gateway_(sessions|billing_usd)_total /m);
  await talking.stop().catch(() => undefined);
});
