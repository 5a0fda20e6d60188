import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines, newPlace } from '../../../test/harness/databases.ts';
import { type FakeModel, startFakeModel } from '../../../test/harness/fake-model.ts';
import { startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { startLocalServer } from '../../../test/harness/local-server.ts';
import { actingAs, quickPerson } from '../../../test/harness/people.ts';
import type { Provider, ProviderTest, WorkspaceModelList } from './connections.schema.ts';

describe.each(engines)('models that a workspace reaches on %s', (engine) => {
  let gateway: TestGateway;
  let operators: FakeModel;
  let own: FakeModel;
  beforeAll(async () => {
    [operators, own] = [await startFakeModel(), await startFakeModel()];
    operators.list(['shared']);
    const connections = [
      { name: 'house', kind: 'vllm', baseUrl: operators.url, pool: 'all', models: ['shared'] },
      { name: 'gpt', kind: 'openai', baseUrl: operators.url, apiKey: 'sk-of-the-house', models: ['gpt-5-mini'] },
    ];
    gateway = await startGateway(engine, { settings: { MODEL_CONNECTIONS: JSON.stringify(connections) } });
  });
  afterAll(async () => {
    await gateway.stop();
    await Promise.all([operators.stop(), own.stop()]);
  });
  beforeEach(() => {
    own.reset();
    own.list(['fake-model', 'fake-embedding']);
  });

  async function someone() {
    const person = await quickPerson(gateway);
    const act = actingAs(gateway, person);
    const home = `/workspaces/${person.workspaceId}`;
    return {
      ...person,
      act,
      home,
      add: async (body: object) => (await act<Provider>('POST', `${home}/providers`, body)).body,
      change: (id: string, body: object) => act<Provider>('PATCH', `${home}/providers/${id}`, body),
      models: async () => (await act<WorkspaceModelList>('GET', `${home}/models`)).body.models,
      ids: async () => (await act<WorkspaceModelList>('GET', `${home}/models`)).body.models.map(({ id }) => id),
      test: async (id: string) => (await act<ProviderTest>('POST', `${home}/providers/${id}/test`)).body,
    };
  }
  const compatible = (more: object = {}) => ({ name: 'mine', kind: 'openai-compatible', baseUrl: own.url, ...more });

  it('are the operator’s, its own, and what is known of them', async () => {
    const { add, models } = await someone();
    // The server does not list it, and the operator names it: it is not offered.
    expect((await models()).map(({ id }) => id).sort()).toEqual(['house/shared', 'local/offline']);
    await add(compatible({ pool: 'fast' }));
    const found = await models();
    expect(found.find(({ id }) => id === 'mine/fake-model')).toEqual({
      id: 'mine/fake-model',
      connection: 'mine',
      pool: 'fast',
      model: 'fake-model',
      name: 'fake-model',
      contextWindow: null,
      images: null,
      pdfs: null,
      price: null,
      own: true,
    });
    expect(found.find(({ id }) => id === 'house/shared')).toMatchObject({ own: false, pool: 'all' });
    await add({
      name: 'claude',
      kind: 'anthropic',
      baseUrl: `${own.url}/none`,
      apiKey: 'x',
      models: ['claude-sonnet-4-5'],
    });
    expect((await models()).find(({ connection }) => connection === 'claude')).toMatchObject({
      id: 'claude/claude-sonnet-4-5',
      contextWindow: expect.any(Number),
      images: true,
      price: { input: 3, cachedInput: 0.3, output: 15 },
    });
  });

  it('follow its settings and restrictions at once', async () => {
    const { act, add, home, ids } = await someone();
    await add(compatible());
    expect(await ids()).toContain('house/shared');
    await act('PUT', `${home}/settings`, { useOperatorModels: false });
    expect((await ids()).sort()).toEqual(['local/offline', 'mine/fake-embedding', 'mine/fake-model']);
    await act('PUT', `${home}/restrictions`, { allowedModels: ['fake-model'] });
    expect(await ids()).toEqual(['mine/fake-model']);
    await act('PUT', `${home}/restrictions`, { allowedProviders: ['local'], allowedModels: null });
    expect(await ids()).toEqual(['local/offline']);
  });

  it('are fetched with the key that is set now, and only once while nothing changes', async () => {
    const { add, change, ids } = await someone();
    const { id } = await add(compatible({ apiKey: 'sk-first-key', headers: { 'x-team': 'blue' } }));
    const keys = () => own.requests.map(({ headers }) => headers.authorization);
    await ids();
    await ids();
    expect(keys()).toEqual(['Bearer sk-first-key']);
    expect(own.requests[0]?.headers['x-team']).toBe('blue');
    await change(id, { apiKey: 'sk-second-key' });
    await ids();
    expect(keys()).toEqual(['Bearer sk-first-key', 'Bearer sk-second-key']);
    // Another connection changes: the list of this one is kept.
    await add(compatible({ name: 'other', apiKey: 'sk-other-key' }));
    await ids();
    expect(keys().slice(2)).toEqual(['Bearer sk-other-key']);
  });

  it('go before the operator’s of the same name, and are never another workspace’s', async () => {
    const [ada, bob] = [await someone(), await someone()];
    await ada.add(compatible({ name: 'house' }));
    expect((await ada.models()).filter(({ connection }) => connection === 'house').map(({ own }) => own)).toEqual([
      true,
      true,
    ]);
    expect(await bob.ids()).toContain('house/shared');
    expect(await bob.ids()).not.toContain('house/fake-model');
  });

  it('are limited by the list of a personal key', async () => {
    const { act, add, home } = await someone();
    await add(compatible());
    const key = await act<{ key: string }>('POST', '/auth/keys', { name: 'One', models: ['mine/fake-model'] });
    const seen = await gateway.call<WorkspaceModelList>('GET', `${home}/models`, { token: key.body.key });
    expect(seen.body.models.map(({ id }) => id)).toEqual(['mine/fake-model']);
  });

  it('decide what an agent can do', async () => {
    const { act, add, home } = await someone();
    await add(compatible({ pool: 'fast' }));
    const agent = await act<{ id: string }>('POST', '/agents', { name: 'Ada', model: 'fast/fake-model' });
    const can = async () => (await act<{ model: object }>('GET', `/agents/${agent.body.id}/capabilities`)).body.model;
    expect(await can()).toMatchObject({ provider: 'fast', model: 'fake-model', allowed: true });
    await act('PUT', `${home}/restrictions`, { allowedProviders: ['local'] });
    expect(await can()).toMatchObject({ allowed: false, reason: expect.stringContaining('local') });
  });

  it('are tested without paying for an answer', async () => {
    const { add, change, test } = await someone();
    const { id } = await add(compatible({ apiKey: 'sk-a-key', models: ['fake-model', 'absent'] }));
    expect(await test(id)).toEqual({
      ok: true,
      latencyMs: expect.any(Number),
      models: 2,
      reason: 'The server does not list absent.',
    });
    for (const [listing, reason] of [
      [{ status: 401 }, 'The server refused the key (401): set the right apiKey.'],
      [{ status: 402 }, 'The server says that the account has no credit (402).'],
      [{ status: 429 }, 'The server answers, and refuses for now because of too many requests (429).'],
      [{ status: 404 }, 'The server answers, but there is no list of models (404)'],
      [{ status: 503 }, 'The server answers with an error of its own (503).'],
    ] as const) {
      own.list(listing);
      const tested = await test(id);
      expect(tested).toMatchObject({ ok: false, models: null, reason: expect.stringContaining(reason) });
    }
    own.list({ status: 401 });
    await change(id, { apiKey: null });
    expect((await test(id)).reason).toBe('The server wants a key (401), and none is set: set apiKey.');
    expect(own.requests.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('are tested in plain words where nothing answers, or something else does', async () => {
    const page = await startLocalServer(async ({ response }) => void response.end('<html>Hello</html>'));
    const { add, test } = await someone();
    const none = await add(compatible({ name: 'none', baseUrl: 'http://127.0.0.1:1/v1' }));
    expect(await test(none.id)).toMatchObject({
      ok: false,
      reason: 'The server could not be reached, or broke the connection (ECONNREFUSED): check baseUrl.',
    });
    const site = await add(compatible({ name: 'site', baseUrl: page.origin }));
    expect((await test(site.id)).reason).toBe(
      'The server answers, but not as a provider of models does: check baseUrl and kind.',
    );
    await page.stop();
  });
});

describe.each(engines)('connections where only public addresses may be asked on %s', (engine) => {
  it('are not asked if their name turns out to be of the gateway’s own network', async () => {
    const [gateway, model] = [
      await startGateway(engine, { settings: { EGRESS_POLICY: 'public' } }),
      await startFakeModel(),
    ];
    const person = await quickPerson(gateway);
    const act = actingAs(gateway, person);
    const path = `/workspaces/${person.workspaceId}/providers`;
    const { port } = new URL(model.url);
    // As one that was stored under a laxer policy, or whose name has another address since.
    const { body } = await act<Provider>('POST', path, {
      name: 'a',
      kind: 'vllm',
      baseUrl: `https://example.com:${port}`,
    });
    await gateway.gateway.database.run('UPDATE model_connections SET base_url = $1 WHERE id = $2', [
      `http://localhost:${port}/v1`,
      body.id,
    ]);
    const { body: tested } = await act<ProviderTest>('POST', `${path}/${body.id}/test`);
    expect(tested).toMatchObject({ ok: false, models: null });
    expect(model.requests).toEqual([]);
    await Promise.all([gateway.stop(), model.stop()]);
  });
});

describe.each(engines)('the keys of connections on %s', (engine) => {
  it('can be read while the encryption key is replaced', async () => {
    const [place, model] = [await newPlace(engine), await startFakeModel()];
    const [before, after] = ['before', 'after'].map((name) => `the-key-${name}-of-at-least-32-characters`);
    const keys = () => model.requests.map(({ headers }) => headers.authorization);
    const first = await startGateway(engine, { place, settings: { GATEWAY_ENCRYPTION_KEY: before } });
    const person = await quickPerson(first);
    const home = `/workspaces/${person.workspaceId}`;
    const mine = { name: 'mine', kind: 'openai-compatible', baseUrl: model.url, apiKey: 'sk-old-key' };
    expect((await actingAs(first, person)('POST', `${home}/providers`, mine)).status).toBe(201);
    await first.stop();
    const settings = { GATEWAY_ENCRYPTION_KEY: after, GATEWAY_ENCRYPTION_KEY_PREV: before };
    const second = await startGateway(engine, { place, settings });
    await actingAs(second, person)('GET', `${home}/models`);
    expect(keys()).toEqual(['Bearer sk-old-key']);
    await second.stop();
    // Without the previous key the connection is asked without one, which its server refuses: that is seen.
    const third = await startGateway(engine, { place, settings: { GATEWAY_ENCRYPTION_KEY: after } });
    await actingAs(third, person)('GET', `${home}/models`);
    expect(keys()).toEqual(['Bearer sk-old-key', undefined]);
    await third.stop();
    await Promise.all([place.remove(), model.stop()]);
  });
});
