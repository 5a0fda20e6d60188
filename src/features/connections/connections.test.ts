import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { type Act, actingAs, type QuickPerson, quickPerson } from '../../../test/harness/people.ts';
import { tablesWith } from '../../../test/harness/tables-with.ts';
import type { Provider, ProviderList } from './connections.schema.ts';

const key = 'sk-a-key-that-nobody-may-see';
const secretHeader = 'a header that nobody may see';

describe.each(engines)('connections of workspaces on %s', (engine) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway(engine, { settings: { QUOTAS: JSON.stringify({ connections: 4 }) } });
  });
  afterAll(() => gateway.stop());

  type Someone = QuickPerson & { act: Act; path: string };
  async function someone(): Promise<Someone> {
    const person = await quickPerson(gateway);
    return { ...person, act: actingAs(gateway, person), path: `/workspaces/${person.workspaceId}/providers` };
  }
  const add = ({ act, path }: Someone, body: object) =>
    act<Provider & { code: string; detail: string }>('POST', path, body);
  const compatible = { kind: 'openai-compatible', baseUrl: 'https://models.example.com/v1' };
  const version = async ({ workspaceId }: Someone) =>
    (
      await gateway.gateway.database.get<{ version: number }>(
        'SELECT CAST(connections_version AS INTEGER) AS version FROM workspaces WHERE id = $1',
        [workspaceId],
      )
    )?.version;

  it('keep their key and headers encrypted and never show them', async () => {
    const ada = await someone();
    const made = await add(ada, {
      name: 'eu',
      ...compatible,
      apiKey: key,
      headers: { 'X-Team': secretHeader },
      models: ['large'],
      pool: 'all',
      weight: 3,
      firstTokenTimeoutMs: 2_000,
      timeoutMs: 60_000,
    });
    expect(made).toMatchObject({
      status: 201,
      body: {
        workspaceId: ada.workspaceId,
        name: 'eu',
        ...compatible,
        hasApiKey: true,
        headerNames: ['X-Team'],
        models: ['large'],
        pool: 'all',
        weight: 3,
        firstTokenTimeoutMs: 2_000,
        timeoutMs: 60_000,
        health: { status: 'unknown' },
        lastDay: { attempts: 0, costUsd: 0 },
      },
    });
    const one = await ada.act<Provider>('GET', `${ada.path}/${made.body.id}`);
    const all = await ada.act<ProviderList>('GET', ada.path);
    expect(one.body).toEqual(made.body);
    expect(all.body.providers).toEqual([made.body]);
    for (const { text } of [made, one, all]) expect(text).not.toMatch(/nobody may|nobody-may/);
    for (const secret of [key, secretHeader]) expect(await tablesWith(gateway.gateway.database, secret)).toEqual([]);
  });

  it('change by field: what is left out stays, null removes', async () => {
    const ada = await someone();
    const { body } = await add(ada, { name: 'eu', ...compatible, apiKey: key, models: ['large'], pool: 'all' });
    const change = (patch: object) => ada.act<Provider>('PATCH', `${ada.path}/${body.id}`, patch);
    expect((await change({ weight: 2 })).body).toMatchObject({
      weight: 2,
      hasApiKey: true,
      models: ['large'],
      pool: 'all',
    });
    expect((await change({ apiKey: null, models: null, pool: null })).body).toMatchObject({
      hasApiKey: false,
      models: null,
      pool: null,
      weight: 2,
    });
    expect((await change({ headers: { one: 'two' } })).body.headerNames).toEqual(['one']);
    expect((await change({ headers: {} })).body.headerNames).toEqual([]);
    expect((await ada.act('DELETE', `${ada.path}/${body.id}`)).status).toBe(204);
    expect((await change({ weight: 2 })).status).toBe(404);
  });

  it('raise the version of the workspace with every change, and only then', async () => {
    const ada = await someone();
    expect(await version(ada)).toBe(0);
    const { body } = await add(ada, { name: 'eu', ...compatible });
    expect(await version(ada)).toBe(1);
    await add(ada, { name: 'eu', ...compatible });
    await ada.act('PATCH', `${ada.path}/mcn_none`, { weight: 2 });
    await ada.act('GET', ada.path);
    expect(await version(ada), 'refused changes').toBe(1);
    await ada.act('PATCH', `${ada.path}/${body.id}`, { weight: 2 });
    await ada.act('DELETE', `${ada.path}/${body.id}`);
    expect(await version(ada)).toBe(3);
  });

  it('have names of their own that no pool takes away', async () => {
    const ada = await someone();
    expect((await add(ada, { name: 'eu', ...compatible })).status).toBe(201);
    expect(await add(ada, { name: 'eu', ...compatible })).toMatchObject({ status: 409, body: { code: 'conflict' } });
    for (const name of ['local', 'agent', 'Upper', 'a/b', '', 'x'.repeat(64)])
      expect((await add(ada, { name, ...compatible })).status, name).toBe(400);
    expect(await add(ada, { name: 'us', ...compatible, pool: 'eu' })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'pool', message: expect.stringContaining('is not in it') }] },
    });
    expect((await add(ada, { name: 'us', ...compatible, pool: 'both' })).status).toBe(201);
    expect((await add(ada, { name: 'both', ...compatible })).status, 'a connection with the name of a pool').toBe(400);
    expect((await add(ada, { name: 'both', ...compatible, pool: 'both' })).status, 'which is in it').toBe(201);
    const bob = await someone();
    expect((await add(bob, { name: 'eu', ...compatible })).status, 'another workspace').toBe(201);
  });

  it('need an address that the kind does not know, and one that may be asked', async () => {
    const ada = await someone();
    for (const kind of ['openai-compatible', 'azure-openai'])
      expect(await add(ada, { name: 'eu', kind })).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'baseUrl' }] },
      });
    expect((await add(ada, { name: 'a', kind: 'anthropic', apiKey: key })).body.baseUrl).toBeNull();
    expect((await add(ada, { name: 'b', kind: 'groq', apiKey: key })).status).toBe(201);
    for (const baseUrl of [
      'ftp://example.com',
      'nonsense',
      'https://user:word@example.com',
      'https://example.com/#here',
    ])
      expect((await add(ada, { name: 'eu', kind: 'openai', baseUrl })).status, baseUrl).toBe(400);
    for (const headers of [{ host: 'elsewhere' }, { 'bad name': 'x' }, { one: 'two\r\nthree: four' }])
      expect((await add(ada, { name: 'eu', ...compatible, headers })).status).toBe(400);
  });

  it('do not carry their secrets to another origin', async () => {
    const ada = await someone();
    const { body } = await add(ada, { name: 'eu', ...compatible, apiKey: key, headers: { one: 'two' } });
    const change = (patch: object) => ada.act<{ errors: { path: string }[] }>('PATCH', `${ada.path}/${body.id}`, patch);
    const baseUrl = 'https://thief.example.com/v1';
    expect(await change({ baseUrl })).toMatchObject({ status: 400, body: { errors: [{ path: 'apiKey' }] } });
    expect(await change({ kind: 'openai', baseUrl: null })).toMatchObject({ status: 400 });
    expect(await change({ baseUrl, apiKey: key })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'headers' }] },
    });
    expect((await change({ baseUrl: 'https://models.example.com/v2' })).status, 'another path').toBe(200);
    expect((await change({ baseUrl, apiKey: 'another', headers: {} })).status).toBe(200);
  });

  it('have a quota, also for concurrent requests', async () => {
    const ada = await someone();
    const made = await Promise.all(Array.from({ length: 8 }, (_, n) => add(ada, { name: `eu-${n}`, ...compatible })));
    expect(made.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 403, 403, 403, 403]);
    expect(made.find(({ status }) => status === 403)?.body).toMatchObject({ code: 'quota_exceeded' });
  });

  it('show members what choosing a model needs, and let them change nothing', async () => {
    const [ada, bob] = [await someone(), await someone()];
    const team = await ada.act<{ id: string }>('POST', '/workspaces', { name: 'Team' });
    const path = `/workspaces/${team.body.id}/providers`;
    await ada.act('POST', `/workspaces/${team.body.id}/members`, { userId: bob.id });
    const { body } = await add(
      { ...ada, path },
      { name: 'eu', ...compatible, headers: { 'x-team': 'a' }, pool: 'all' },
    );
    const { body: seen } = await bob.act<ProviderList>('GET', path);
    expect(seen.providers).toMatchObject([
      { name: 'eu', kind: 'openai-compatible', pool: 'all', health: { status: 'unknown' } },
    ]);
    expect(seen.providers).toMatchObject([{ baseUrl: null, headerNames: [], lastDay: null }]);
    expect((await bob.act('PATCH', `${path}/${body.id}`, { weight: 2 })).status).toBe(403);
    expect((await bob.act('DELETE', `${path}/${body.id}`)).status).toBe(403);
    expect((await bob.act('POST', path, { name: 'us', ...compatible })).status).toBe(403);
  });

  it('leave a trace in the audit log without their secrets', async () => {
    const ada = await someone();
    const { body } = await add(ada, { name: 'eu', ...compatible, apiKey: key });
    await ada.act('PATCH', `${ada.path}/${body.id}`, { apiKey: 'sk-another-key-nobody-may-see', weight: 5 });
    await ada.act('DELETE', `${ada.path}/${body.id}`);
    const entries = await gateway.gateway.database.all<{ action: string; detail: string }>(
      'SELECT action, detail FROM audit_log WHERE target = $1 ORDER BY seq',
      [body.id],
    );
    expect(entries.map(({ action }) => action)).toEqual(['provider.create', 'provider.update', 'provider.delete']);
    expect(entries[1]?.detail).toMatch(/"weight":5/);
    expect(entries[1]?.detail).not.toMatch(/v1\.|may-see/);
  });

  it('are deleted with their workspace', async () => {
    const ada = await someone();
    const team = await ada.act<{ id: string }>('POST', '/workspaces', { name: 'Team' });
    await add({ ...ada, path: `/workspaces/${team.body.id}/providers` }, { name: 'eu', ...compatible, apiKey: key });
    expect((await ada.act('DELETE', `/workspaces/${team.body.id}`, { name: 'Team' })).status).toBe(204);
    expect(await tablesWith(gateway.gateway.database, team.body.id)).not.toContain('model_connections');
  });
});

describe.each(engines)('connections where only public addresses may be asked on %s', (engine) => {
  it('cannot have an address of the gateway’s own network', async () => {
    const gateway = await startGateway(engine, { settings: { EGRESS_POLICY: 'public' } });
    try {
      const person = await quickPerson(gateway);
      const act = actingAs(gateway, person);
      const path = `/workspaces/${person.workspaceId}/providers`;
      const wrong = { status: 400, body: { errors: [{ path: 'baseUrl' }] } };
      expect(await act('POST', path, { name: 'a', kind: 'ollama' })).toMatchObject(wrong);
      expect(await act('POST', path, { name: 'a', kind: 'vllm', baseUrl: 'http://169.254.169.254/' })).toMatchObject(
        wrong,
      );
      const { body } = await act<Provider>('POST', path, { name: 'a', kind: 'openai', apiKey: key });
      const moved = await act('PATCH', `${path}/${body.id}`, { baseUrl: 'http://10.0.0.1', apiKey: key });
      expect(moved).toMatchObject(wrong);
    } finally {
      await gateway.stop();
    }
  });
});
