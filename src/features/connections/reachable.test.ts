import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { actingAs, quickPerson } from '../../../test/harness/people.ts';

type Failed = { errors: { path: string; message: string }[] };
type Agent = Failed & { id: string; provider: string; model: string; fallbacks?: string[]; cacheSeconds?: number };
type Workspace = Failed & { settings: { useOperatorModels: boolean; fallbacks: string[] } };

describe.each(engines)('the names of connections on %s', (engine) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway(engine, { settings: { OPENAI_API_KEY: 'sk-of-the-operator' } });
  });
  afterAll(() => gateway.stop());

  /** Someone whose workspace has the connections `router` and `eu`, the latter in the pool `fast`. */
  async function someone() {
    const person = await quickPerson(gateway);
    const act = actingAs(gateway, person);
    const home = `/workspaces/${person.workspaceId}`;
    await act('POST', `${home}/providers`, { name: 'router', kind: 'openrouter', apiKey: 'sk-router' });
    await act('POST', `${home}/providers`, { name: 'eu', kind: 'openai', apiKey: 'sk-eu', pool: 'fast' });
    return {
      ...person,
      act,
      home,
      agent: (body: object) => act<Agent>('POST', '/agents', { name: 'Ada', ...body }),
      settings: (body: object) => act<Workspace>('PUT', `${home}/settings`, body),
    };
  }
  const wrong = (path: string) => ({ status: 400, body: { errors: [{ path }] } });

  it('are the first word of an agent’s model', async () => {
    const { agent } = await someone();
    for (const [given, meant] of [
      [{ model: 'router/openai/gpt-5' }, { provider: 'router', model: 'openai/gpt-5' }],
      [{ model: 'fast/gpt-5' }, { provider: 'fast', model: 'gpt-5' }],
      [
        { provider: 'router', model: 'openai/gpt-5' },
        { provider: 'router', model: 'openai/gpt-5' },
      ],
      [
        { provider: 'eu', model: 'gpt-5' },
        { provider: 'eu', model: 'gpt-5' },
      ],
      [{ model: 'openai/gpt-5' }, { provider: 'openai', model: 'gpt-5' }],
    ] as const)
      expect(await agent(given), JSON.stringify(given)).toMatchObject({ status: 201, body: meant });
    expect(await agent({ provider: 'unknown', model: 'x' })).toMatchObject(wrong('provider'));
    expect(await agent({ model: 'router/' })).toMatchObject(wrong('model'));
    const other = await quickPerson(gateway);
    const elsewhere = await actingAs(gateway, other)('POST', '/agents', { name: 'x', provider: 'router', model: 'x' });
    expect(elsewhere, 'in another workspace').toMatchObject(wrong('provider'));
  });

  it('may be deleted: an agent that names one can still be changed', async () => {
    const { act, home, agent } = await someone();
    const { body } = await agent({ model: 'eu/gpt-5' });
    const { body: list } = await act<{ providers: { id: string; name: string }[] }>('GET', `${home}/providers`);
    await act('DELETE', `${home}/providers/${list.providers.find(({ name }) => name === 'eu')?.id}`);
    expect((await act('PUT', `/agents/${body.id}`, { description: 'Changed' })).status).toBe(200);
    expect(await act('PUT', `/agents/${body.id}`, { model: 'eu/gpt-5' })).toMatchObject(wrong('provider'));
  });

  it('are what an agent falls back to, in an order', async () => {
    const { act, agent } = await someone();
    const fallbacks = ['fast/gpt-5', 'router/openai/gpt-5', 'openai/gpt-5', 'local/offline'];
    const { body } = await agent({ fallbacks, cacheSeconds: 60 });
    expect(body).toMatchObject({ fallbacks, cacheSeconds: 60 });
    const change = (patch: object) => act<Agent>('PUT', `/agents/${body.id}`, patch);
    expect((await change({ fallbacks: ['eu/gpt-5'] })).body).toMatchObject({
      fallbacks: ['eu/gpt-5'],
      cacheSeconds: 60,
    });
    expect((await change({ fallbacks: null, cacheSeconds: null })).body).toMatchObject({
      fallbacks: null,
      cacheSeconds: null,
    });
    expect((await change({ fallbacks: [] })).body.fallbacks, 'none, not even the workspace’s').toEqual([]);
    expect(await change({ fallbacks: ['eu/gpt-5', 'anthropic/x'] })).toMatchObject(wrong('fallbacks.1'));
    for (const target of ['gpt-5', 'eu/', '/gpt-5']) expect((await change({ fallbacks: [target] })).status).toBe(400);
    expect((await change({ fallbacks: Array.from({ length: 9 }, (_, n) => `eu/m${n}`) })).status).toBe(400);
    expect((await change({ fallbacks: ['eu/a', 'eu/a'] })).status).toBe(400);
    for (const cacheSeconds of [-1, 86_401, 1.5]) expect((await change({ cacheSeconds })).status).toBe(400);
    expect((await agent({})).body, 'an agent without them').not.toHaveProperty('fallbacks');
  });

  it('are what a workspace falls back to, and it may do without the operator’s', async () => {
    const { settings, home, act, agent } = await someone();
    const { body: before } = await act<Workspace>('GET', home);
    expect(before.settings).toMatchObject({ useOperatorModels: true, fallbacks: [] });
    expect((await settings({ fallbacks: ['openai/gpt-5', 'fast/gpt-5'] })).body.settings).toMatchObject({
      useOperatorModels: true,
      fallbacks: ['openai/gpt-5', 'fast/gpt-5'],
    });
    expect((await settings({ name: 'Renamed' })).body.settings.fallbacks).toHaveLength(2);
    expect(await settings({ useOperatorModels: false, fallbacks: ['eu/x', 'openai/gpt-5'] })).toMatchObject(
      wrong('fallbacks.1'),
    );
    expect((await settings({ useOperatorModels: false })).body.settings).toMatchObject({ useOperatorModels: false });
    expect(await agent({ fallbacks: ['openai/gpt-5'] })).toMatchObject(wrong('fallbacks.0'));
    expect((await agent({ fallbacks: ['eu/gpt-5', 'local/offline'] })).status).toBe(201);
    expect((await settings({ fallbacks: [], useOperatorModels: true })).body.settings).toMatchObject({
      useOperatorModels: true,
      fallbacks: [],
    });
  });

  it('are what restrictions and personal keys allow', async () => {
    const { act, home } = await someone();
    const restrict = (allowedProviders: string[]) => act('PUT', `${home}/restrictions`, { allowedProviders });
    expect((await restrict(['eu', 'openai', 'local'])).status).toBe(200);
    expect(await restrict(['fast']), 'a pool').toMatchObject(wrong('allowedProviders.0'));
    expect((await act('POST', '/auth/keys', { name: 'One', models: ['eu/gpt-5'] })).status).toBe(201);
    expect(await act('POST', '/auth/keys', { name: 'Two', models: ['unknown/gpt-5'] })).toMatchObject({ status: 400 });
  });
});
