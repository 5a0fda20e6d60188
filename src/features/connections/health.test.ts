import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines, newPlace } from '../../../test/harness/databases.ts';
import { createFakeClock } from '../../../test/harness/fake-clock.ts';
import { type FakeModel, startFakeModel } from '../../../test/harness/fake-model.ts';
import { apiKey, startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { actingAs } from '../../../test/harness/people.ts';
import { newTalker, patienceMs, say, type Talker } from '../../../test/harness/talking.ts';
import type { DiagnosticReport } from '../diagnostics/diagnostics.schema.ts';
import type { ProviderList } from './connections.schema.ts';

const hourMs = 3_600_000;

describe.each(engines)('how connections do on %s', (engine) => {
  const clock = createFakeClock(Date.now());
  let gateway: TestGateway;
  let model: FakeModel;
  beforeAll(async () => {
    model = await startFakeModel();
    const server = { kind: 'vllm', baseUrl: model.url };
    const connections = [
      { ...server, name: 'first', apiKey: 'sk-first', pool: 'house', weight: 1 },
      { ...server, name: 'second', apiKey: 'sk-second', pool: 'house', weight: 0 },
    ];
    gateway = await startGateway(engine, {
      clock,
      settings: {
        MODEL_CONNECTIONS: JSON.stringify(connections),
        MODEL_PRICES: JSON.stringify({ 'second/fake-model': { input: 1_000, output: 1_000 } }),
        DEFAULT_MODEL: 'second/fake-model',
      },
    });
  });
  afterAll(async () => {
    await gateway.stop();
    await model.stop();
  });

  const failing = new Map<string, number>();
  beforeEach(() => {
    failing.clear();
    model.reset();
    model.reply(({ headers }) => {
      const status = failing.get(headers.authorization?.replace('Bearer ', '') ?? '');
      return status === undefined ? 'Hello' : { status };
    });
  });

  const providersOf = ({ workspaceId }: Talker) => `/workspaces/${workspaceId}/providers`;
  const list = async (talker: Talker) => (await talker.act<ProviderList>('GET', providersOf(talker))).body;
  it('is seen in the list: the operator’s by what this workspace’s calls met', async () => {
    const ada = await newTalker(gateway, { agent: { model: 'house/fake-model' } });
    expect((await list(ada)).operator).toMatchObject([
      { name: 'first', kind: 'openai-compatible', pool: 'house', weight: 1, lastDay: { attempts: 0, averageMs: null } },
      { name: 'second', pool: 'house', weight: 0, lastDay: { attempts: 0 } },
    ]);
    failing.set('sk-first', 500);
    await say(ada, 'Hello');
    expect(model.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer sk-first', 'Bearer sk-second']);
    const { operator } = await list(ada);
    expect(operator[0]).toMatchObject({
      health: { status: 'cooling_down', reason: 'unavailable', until: expect.any(String) },
      lastDay: { attempts: 1, failures: 1, fallbacks: 1, averageMs: null, costUsd: 0 },
    });
    expect(operator[1]).toMatchObject({
      health: { status: 'ok', reason: null, until: null },
      lastDay: { attempts: 1, failures: 0, fallbacks: 0, averageMs: expect.any(Number) },
    });
    expect(operator[1]?.lastDay?.costUsd).toBeGreaterThan(0);
    const bob = await newTalker(gateway);
    expect((await list(bob)).operator[1]?.lastDay, 'another workspace').toMatchObject({ attempts: 0 });
    await bob.act('PUT', `/workspaces/${bob.workspaceId}/settings`, { useOperatorModels: false });
    expect((await list(bob)).operator, 'does without them').toEqual([]);
  });

  it('is known to the metrics and the diagnostics by reason', async () => {
    const { text } = await gateway.call('GET', '/metrics');
    expect(text).toMatch(/gateway_model_attempts_total\{connection="second"\} [1-9]/);
    for (const what of ['failures', 'fallbacks', 'cooldowns'])
      expect(text).toMatch(
        new RegExp(`gateway_model_${what}_total\\{connection="first",reason="unavailable"\\} [1-9]`),
      );
    const { body } = await gateway.call<DiagnosticReport>('GET', '/diagnostics', { headers: { 'x-api-key': apiKey } });
    expect(body.connections?.find(({ connection }) => connection === 'first')).toMatchObject({
      attempts: expect.any(Number),
      failures: { unavailable: 1 },
      fallbacks: { unavailable: 1 },
      cooldowns: { unavailable: 1 },
    });
  });

  it('is stored when a node stops', async () => {
    const place = await newPlace(engine);
    const settings = { OPENAI_COMPATIBLE_BASE_URL: model.url, DEFAULT_MODEL: 'openai-compatible/fake-model' };
    const node = await startGateway(engine, { place, settings });
    const ada = await newTalker(node);
    await say(ada, 'Hello');
    await node.stop();
    const next = await startGateway(engine, { place, settings });
    const { body } = await actingAs(next, ada)<ProviderList>('GET', providersOf(ada));
    expect(body.operator[0]?.lastDay).toMatchObject({ attempts: 1, failures: 0 });
    await next.stop();
    await place.remove();
  });

  it('is kept for a week, and summed up over a day', async () => {
    const ada = await newTalker(gateway, { agent: { model: 'second/fake-model' } });
    await say(ada, 'Hello');
    const attempts = async () => (await list(ada)).operator[1]?.lastDay?.attempts;
    expect(await attempts()).toBe(1);
    clock.advance(23 * hourMs);
    await say(ada, 'Hello');
    expect(await attempts()).toBe(2);
    clock.advance(3 * hourMs);
    expect(await attempts(), 'the first one is older than a day').toBe(1);
    const kept = async () =>
      (
        await gateway.gateway.database.all('SELECT hour FROM model_connection_hours WHERE workspace_id = $1', [
          ada.workspaceId,
        ])
      ).length;
    expect(await kept()).toBe(2);
    clock.advance(6 * 24 * hourMs);
    await gateway.gateway.recurring.wake();
    await expect.poll(kept, { timeout: patienceMs }).toBe(1);
  });
});
