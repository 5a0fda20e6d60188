import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { version } from '../../version.ts';
import type { Health } from './health.schema.ts';

describe.each(engines)('on %s', (engine) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway(engine);
  });
  afterAll(() => gateway.stop());

  it('a healthy gateway tells anyone so, and which checks it made', async () => {
    const { status, headers, body } = await gateway.call<Health>('GET', '/health');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    const ok = { status: 'ok', latencyMs: expect.any(Number) };
    expect(body).toEqual({
      status: 'ok',
      version,
      uptimeSeconds: expect.any(Number),
      checks: { search: ok, database: ok, websocket: ok },
    });
    expect(Object.values(body.checks).every(({ latencyMs }) => latencyMs > 0 && latencyMs < 2_000)).toBe(true);
  });

  it('is ready', async () => {
    expect(await gateway.call('GET', '/readiness')).toMatchObject({ status: 200, body: { status: 'ready' } });
  });

  it('checks at most once a second, however many ask', async () => {
    const ask = async () => (await gateway.call('GET', '/health')).text;
    await sleep(1_050);
    const answers = new Set(await Promise.all(Array.from({ length: 50 }, ask)));
    expect(answers.size).toBe(1);
    await sleep(1_050);
    expect(answers).not.toContain(await ask());
  });
});

it('a gateway without its search is degraded, and serves', async () => {
  const gateway = await startGateway('sqlite');
  await gateway.gateway.database.run('DROP TABLE search_probe');
  expect(await gateway.call<Health>('GET', '/health')).toMatchObject({
    status: 200,
    body: { status: 'degraded', checks: { search: { status: 'down' }, database: { status: 'ok' } } },
  });
  await gateway.stop();
});

it.each(engines)('a gateway without its database is down, on %s', async (engine) => {
  const gateway = await startGateway(engine);
  await gateway.gateway.database.close();
  const { status, body } = await gateway.call<Health>('GET', '/health');
  expect([status, body]).toMatchObject([503, { status: 'down', checks: { database: { status: 'down' } } }]);
  expect(body.checks.websocket.status).toBe('ok');
  // The database cannot be closed twice; everything else still stops in order.
  await gateway.stop().catch(() => undefined);
});

describe('the metrics', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway('sqlite');
  });
  afterAll(() => gateway.stop());

  const line =
    /^([a-zA-Z_:][\w:]*)(\{[a-zA-Z_]\w*="(?:[^"\\]|\\.)*"(?:,[a-zA-Z_]\w*="(?:[^"\\]|\\.)*")*\})? ([+-]?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Inf|NaN))$/i;

  it('are Prometheus text, every line of them, each described', async () => {
    const { status, headers, text } = await gateway.call('GET', '/metrics');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    const described = new Set(
      [...text.matchAll(/^# TYPE (\S+) (counter|gauge|histogram|summary)$/gm)].map(([, name]) => name),
    );
    const samples = text.split('\n').filter((sample) => sample && !sample.startsWith('#'));
    expect(samples.length).toBeGreaterThan(50);
    for (const sample of samples) {
      const name = line.exec(sample)?.[1];
      expect(name, sample).toBeDefined();
      expect(described.has(name) || described.has(name?.replace(/_(bucket|sum|count)$/, '')), sample).toBe(true);
    }
  });

  it('count requests by route and never name a person, a workspace or an address', async () => {
    const { id, email, workspaceId, accessToken } = await gateway.person();
    await gateway.call('GET', `/workspaces/${workspaceId}`, { token: accessToken });
    await gateway.call('DELETE', '/admin/api-keys/key_someones');
    await gateway.call('GET', '/auth/me', { token: accessToken });
    await gateway.call('GET', `/nowhere/${id}`);
    const metrics = async () => (await gateway.call('GET', '/metrics')).text;
    await expect
      .poll(metrics)
      .toContain('gateway_http_request_duration_seconds_count{method="GET",route="none",status="4xx"} ');
    const text = await metrics();
    expect(text).toContain('gateway_http_request_duration_seconds_count{method="GET",route="/auth/me",status="2xx"} ');
    expect(text).toContain('route="/admin/api-keys/:id",status="4xx"');
    for (const secret of [id, email, workspaceId, 'key_someones', 'nowhere']) expect(text).not.toContain(secret);
  });
});
