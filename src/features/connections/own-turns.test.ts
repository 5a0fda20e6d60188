import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines, newPlace } from '../../../test/harness/databases.ts';
import { createFakeClock } from '../../../test/harness/fake-clock.ts';
import { type FakeModel, startFakeModel } from '../../../test/harness/fake-model.ts';
import { startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { actingAs } from '../../../test/harness/people.ts';
import { newTalker, patienceMs, say, type Talker } from '../../../test/harness/talking.ts';
import { type Receiver, startReceiver } from '../../../test/harness/webhook-receiver.ts';
import type { Provider, ProviderList } from './connections.schema.ts';

const minuteMs = 60_000;

describe.each(engines)('own connections in turns on %s', (engine) => {
  const clock = createFakeClock(Date.now());
  let gateway: TestGateway;
  let model: FakeModel;
  let receiver: Receiver;
  beforeAll(async () => {
    [model, receiver] = [await startFakeModel(), await startReceiver()];
    gateway = await startGateway(engine, { clock });
  });
  afterAll(async () => {
    await gateway.stop();
    await Promise.all([model.stop(), receiver.stop()]);
  });

  /** The status for a key that is refused. */
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
  const addOwn = async (talker: Talker, more: object = {}) =>
    (
      await talker.act<Provider>('POST', providersOf(talker), {
        name: 'mine',
        kind: 'openai',
        baseUrl: model.url,
        apiKey: 'sk-mine',
        ...more,
      })
    ).body;

  it('are counted, with what they cost', async () => {
    const ada = await newTalker(gateway);
    await addOwn(ada);
    await ada.act('PUT', `/agents/${ada.agentId}`, { model: 'mine/gpt-5-mini' });
    await say(ada, 'Hello');
    expect(model.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer sk-mine']);
    const [mine] = (await list(ada)).providers;
    expect(mine).toMatchObject({ health: { status: 'ok' }, lastDay: { attempts: 1, failures: 0 } });
    expect(mine?.lastDay?.costUsd).toBeGreaterThan(0);
    const { text } = await gateway.call('GET', '/metrics');
    expect(text).toMatch(/gateway_model_attempts_total\{connection="own"\} 1/);
    expect(text).not.toContain('mine');
  });

  it('tell that their key is refused: in the list, and once an hour to webhooks', async () => {
    const ada = await newTalker(gateway);
    const webhook = { url: `${receiver.url}/${ada.id}`, events: ['provider.key_refused'] };
    expect((await ada.act('POST', '/webhooks', webhook)).status).toBe(201);
    const { id } = await addOwn(ada);
    await ada.act('PUT', `/agents/${ada.agentId}`, { model: 'mine/gpt-5-mini' });
    const chat = async () => (await ada.act('POST', '/agent/chat', { agentId: ada.agentId, message: 'Hello' })).status;
    const told = () => receiver.records.filter(({ path }) => path === `/${ada.id}`).map(({ json }) => json.data);
    const health = async () => (await list(ada)).providers[0]?.health.status;
    const refusedAt = async () =>
      (
        await gateway.gateway.database.get<{ at: number | null }>(
          'SELECT key_refused_at AS at FROM model_connections WHERE id = $1',
          [id],
        )
      )?.at;

    failing.set('sk-mine', 401);
    expect(await chat()).toBe(502);
    expect(await health()).toBe('key_refused');
    await expect.poll(told, { timeout: patienceMs }).toMatchObject([{ providerId: id, name: 'mine', kind: 'openai' }]);

    clock.advance(2 * minuteMs);
    expect(await chat()).toBe(502);
    await expect.poll(refusedAt, { timeout: patienceMs }).toBe(clock.now());
    clock.advance(60 * minuteMs);
    expect(await chat()).toBe(502);
    await expect.poll(() => told().length, { timeout: patienceMs }).toBe(2);

    // The provider takes the key again.
    failing.clear();
    expect(await chat()).toBe(200);
    await expect.poll(refusedAt, { timeout: patienceMs }).toBeNull();
    expect(await health()).toBe('ok');

    // Of a new key nothing is known.
    failing.set('sk-mine', 403);
    expect(await chat()).toBe(502);
    await expect.poll(refusedAt, { timeout: patienceMs }).not.toBeNull();
    await ada.act('PATCH', `${providersOf(ada)}/${id}`, { apiKey: 'sk-right' });
    expect(await refusedAt()).toBeNull();
    expect(await chat()).toBe(200);
    expect(model.requests.at(-1)?.headers.authorization).toBe('Bearer sk-right');
    expect(await health()).toBe('ok');
  });

  it('are asked with the key that is set now', async () => {
    const ada = await newTalker(gateway);
    const { id } = await addOwn(ada);
    await ada.act('PUT', `/agents/${ada.agentId}`, { model: 'mine/gpt-5-mini' });
    for (const apiKey of ['sk-one', 'sk-two', 'sk-three']) {
      await ada.act('PATCH', `${providersOf(ada)}/${id}`, { apiKey });
      await say(ada, 'Hello');
      expect(model.requests.at(-1)?.headers.authorization).toBe(`Bearer ${apiKey}`);
    }
    await ada.act('DELETE', `${providersOf(ada)}/${id}`);
    const { status } = await ada.act('POST', '/agent/chat', { agentId: ada.agentId, message: 'Hello' });
    expect(status).toBe(502);
    expect(model.requests).toHaveLength(3);
  });
});

describe.each(engines.filter((engine) => engine === 'postgres'))('own connections of several nodes on %s', (engine) => {
  it('change on one node and hold at the next call on the other', async () => {
    const [place, model] = [await newPlace(engine), await startFakeModel()];
    const [one, other] = [await startGateway(engine, { place }), await startGateway(engine, { place })];
    const ada = await newTalker(one);
    const path = `/workspaces/${ada.workspaceId}/providers`;
    const mine = { name: 'mine', kind: 'openai', baseUrl: model.url, apiKey: 'sk-key-0' };
    const { body } = await ada.act<Provider>('POST', path, mine);
    const agentId = await ada.newAgent({ model: 'mine/gpt-5-mini' });
    const there = actingAs(other, ada);
    for (const apiKey of ['sk-key-1', 'sk-key-2', 'sk-key-3']) {
      await ada.act('PATCH', `${path}/${body.id}`, { apiKey });
      expect((await there('POST', '/agent/chat', { agentId, message: 'Hello' })).status).toBe(200);
      expect(model.requests.at(-1)?.headers.authorization).toBe(`Bearer ${apiKey}`);
    }
    await ada.act('DELETE', `${path}/${body.id}`);
    expect((await there('POST', '/agent/chat', { agentId, message: 'Hello' })).status).toBe(502);
    expect(model.requests).toHaveLength(3);
    await Promise.all([one.stop(), other.stop()]);
    await Promise.all([place.remove(), model.stop()]);
  });
});
