import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { createFakeClock } from '../../../test/harness/fake-clock.ts';
import { apiKey, startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { newTestKey } from '../../../test/harness/keys.ts';
import { actingAs, ownPassword } from '../../../test/harness/people.ts';
import { newTalker, newTeam, type Talker } from '../../../test/harness/talking.ts';
import { isWellFormed, newKey } from './key-format.ts';
import type { Key } from './keys.schema.ts';

const minute = 60_000;

it('a key is known by its form: a letter that is wrong, more or missing makes it none', () => {
  for (let made = 0; made < 50; made += 1) {
    const key = newKey();
    expect(key).toMatch(/^agw_[0-9A-Za-z]{42}$/);
    expect(isWellFormed(key)).toBe(true);
    const place = 4 + (made % 42);
    const other = key[place] === 'a' ? 'b' : 'a';
    expect(isWellFormed(key.slice(0, place) + other + key.slice(place + 1))).toBe(false);
    expect(isWellFormed(key.slice(0, -1))).toBe(false);
    expect(isWellFormed(`${key}0`)).toBe(false);
    expect(isWellFormed(`${key}\n`)).toBe(false);
  }
});

describe.each(engines)('personal keys on %s', (engine) => {
  const clock = createFakeClock(Date.now());
  let gateway: TestGateway;
  let ada: Talker;
  beforeAll(async () => {
    gateway = await startGateway(engine, { clock, settings: { QUOTAS: '{"personalKeys":60}' } });
    ada = await newTalker(gateway, { clock, agent: { provider: 'local' } });
  });
  afterAll(() => gateway?.stop());

  const keyOf = (limits: object = {}, talker = ada) => newTestKey(gateway, talker.act, limits);
  const chat = (agentId = ada.agentId) => ({ agentId, message: 'Hello' });

  it('are made, shown once, listed, changed and revoked', async () => {
    const talker = await newTalker(gateway, { clock });
    const { key, act, ...made } = await keyOf({ name: 'Editor', scopes: ['chat', 'agents:read'] }, talker);
    expect(made).toMatchObject({
      id: expect.stringMatching(/^key_/),
      prefix: key.slice(0, 10),
      name: 'Editor',
      userId: talker.id,
      workspaceId: talker.workspaceId,
      scopes: ['chat', 'agents:read'],
      models: null,
      lastUsedAt: null,
    });
    expect((await talker.act('GET', `/auth/keys/${made.id}`)).body).toEqual(made);
    expect((await talker.act('GET', '/auth/keys')).body).toEqual({ data: [made], nextCursor: null });
    const stored = await gateway.gateway.database.all('SELECT * FROM personal_keys');
    expect(JSON.stringify(stored)).not.toContain(key);
    const { body: changed } = await talker.act<Key>('PATCH', `/auth/keys/${made.id}`, { name: 'IDE', scopes: null });
    expect(changed).toEqual({ ...made, name: 'IDE', scopes: null });
    expect((await act('GET', '/sessions')).status).toBe(200);
    expect((await talker.act('DELETE', `/auth/keys/${made.id}`)).status).toBe(204);
    expect(await act('GET', '/sessions')).toMatchObject({ status: 401, body: { code: 'key_revoked' } });
    expect((await talker.act('DELETE', `/auth/keys/${made.id}`)).status).toBe(404);
    expect((await talker.act('GET', `/auth/keys/${made.id}`)).status).toBe(404);
    expect((await talker.act('PATCH', `/auth/keys/${made.id}`, { name: 'x' })).status).toBe(404);
    expect((await talker.act('GET', '/auth/keys')).body).toEqual({ data: [], nextCursor: null });
  });

  it.each([
    ['the scope admin', { scopes: ['admin'] }],
    ['a scope there is not', { scopes: ['chat:write'] }],
    ['no scope at all', { scopes: [] }],
    ['a model without its provider', { models: ['gpt-6-luna'] }],
    ['a provider alone', { models: ['openai/'] }],
    ['an agent there is not', { agents: ['agt_nobody'] }],
    ['a budget below nothing', { monthlyBudgetUsd: -1 }],
    ['no request a minute', { requestsPerMinute: 0 }],
    ['a time that is over', { expiresAt: '2020-01-01T00:00:00.000Z' }],
    ['a time that is none', { expiresAt: 'tomorrow' }],
  ])('are refused with %s', async (_what, limits) => {
    const { status } = await ada.act('POST', '/auth/keys', { name: 'A key', ...limits });
    expect(status).toBe(400);
    const { id } = await keyOf();
    expect((await ada.act('PATCH', `/auth/keys/${id}`, limits)).status).toBe(400);
  });

  it('open what an access token opens, in either header', async () => {
    const { key, act } = await keyOf();
    expect((await act('POST', '/agent/chat', chat())).status).toBe(200);
    for (const path of ['/agents', '/sessions', '/jobs', '/memory/notes', '/costs', '/auth/me', '/openapi.json'])
      for (const headers of [{ authorization: `Bearer ${key}` }, { 'x-api-key': key }])
        expect((await gateway.call('GET', path, { headers })).status, path).toBe(200);
  });

  it('never open what manages identity, nor what is the operator’s', async () => {
    const all = ['auth', 'workspaces', 'approvals', 'members', 'grants', 'jobs'];
    const { id, key, act } = await keyOf({ scopes: all });
    const closed: [string, string, unknown?][] = [
      ['POST', '/auth/keys', { name: 'Another' }],
      ['GET', '/auth/keys'],
      ['GET', `/auth/keys/${id}`],
      ['PATCH', `/auth/keys/${id}`, { scopes: null }],
      ['DELETE', `/auth/keys/${id}`],
      ['GET', `/workspaces/${ada.workspaceId}/keys`],
      ['DELETE', `/workspaces/${ada.workspaceId}/keys/${id}`],
      ['POST', '/auth/logout'],
      ['DELETE', '/auth/me'],
      ['POST', '/workspaces', { name: 'Another' }],
      ['POST', '/onboarding/setup', {}],
    ];
    for (const [method, path, body] of closed)
      expect(await act(method, path, body), path).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
    for (const path of ['/admin/users', '/diagnostics', '/admin/api-keys'])
      for (const headers of [{ 'x-api-key': key }, { authorization: `Bearer ${key}` }])
        expect((await gateway.call('GET', path, { headers })).status, path).toBe(401);
    const run = { userId: ada.id, workspaceId: ada.workspaceId, ...chat() };
    for (const headers of [{ 'x-api-key': key }, { authorization: `Bearer ${key}` }])
      expect((await gateway.call('POST', '/autonomous/run', { headers, body: run })).status).toBe(401);
  });

  it('are held to their scopes: a tag, a tag to be read, and what must be named', async () => {
    const reading = await keyOf({ scopes: ['agents:read'] });
    expect((await reading.act('GET', '/agents')).status).toBe(200);
    expect(await reading.act('POST', '/agents', { name: 'B' })).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope' },
    });
    expect((await reading.act('GET', '/sessions')).status).toBe(403);
    expect((await reading.act('POST', '/agent/chat', chat())).status).toBe(403);
    const other = await newTalker(gateway, { clock });
    const members = `/workspaces/${ada.workspaceId}/members`;
    const grants = `/workspaces/${ada.workspaceId}/grants`;
    const grant = { agentId: ada.agentId, workspaceId: other.workspaceId };
    const [unsaid, tagged, named] = [
      await keyOf(),
      await keyOf({ scopes: ['workspaces', 'tools'] }),
      await keyOf({ scopes: ['members', 'grants', 'approvals'] }),
    ];
    for (const { act } of [unsaid, tagged]) {
      expect((await act('POST', members, { userId: other.id })).status).toBe(403);
      expect((await act('DELETE', `${members}/${other.id}`)).status).toBe(403);
      expect((await act('POST', `${members}/accept`)).status).toBe(403);
      expect((await act('POST', grants, grant)).status).toBe(403);
      expect((await act('DELETE', grants, grant)).status).toBe(403);
      expect((await act('POST', '/approvals/apr_none/resolve', { decision: 'approve' })).status).toBe(403);
      expect((await act('GET', '/approvals')).status).toBe(200);
      expect((await act('GET', grants)).status).toBe(200);
    }
    expect((await named.act('POST', members, { userId: other.id })).status).toBe(201);
    expect((await named.act('POST', grants, grant)).status).toBe(201);
    expect((await named.act('POST', '/approvals/apr_none/resolve', { decision: 'approve' })).status).toBe(404);
    expect((await named.act('GET', '/agents')).status).toBe(403);
  });

  it('belong to one workspace', async () => {
    const team = await newTeam(ada, {});
    const { act, key } = await keyOf();
    const there = { 'x-workspace-id': team };
    for (const [method, path] of [
      ['GET', '/agents'],
      ['GET', '/auth/me'],
      ['GET', '/changelog'],
      ['GET', '/inference/models'],
      ['GET', '/openapi.json'],
    ] as const)
      expect((await act(method, path, undefined, there)).status, path).toBe(403);
    expect((await act('GET', `/workspaces/${team}`)).status).toBe(403);
    expect((await act('GET', `/workspaces/${ada.workspaceId}`, undefined, there)).status).toBe(403);
    expect((await act('GET', `/workspaces/${ada.workspaceId}`)).status).toBe(200);
    const { body } = await act<{ data: { id: string }[] }>('GET', '/workspaces');
    expect(body.data.map(({ id }) => id)).toEqual([ada.workspaceId]);
    const inTeam = await newTestKey(gateway, actingAs(gateway, ada, team));
    expect((await inTeam.act('GET', `/workspaces/${team}`)).status).toBe(200);
    expect((await inTeam.act('GET', '/agents', undefined, { 'x-workspace-id': ada.workspaceId })).status).toBe(403);
    expect((await gateway.call('GET', `/workspaces/${team}`, { headers: { 'x-api-key': key } })).status).toBe(403);
  });

  it('use the models and agents they may, by any door, and see no others', async () => {
    const second = await ada.newAgent({ provider: 'local' });
    const ofAgent = await keyOf({ agents: [ada.agentId] });
    expect((await ofAgent.act('POST', '/agent/chat', chat())).status).toBe(200);
    expect(await ofAgent.act('POST', '/agent/chat', chat(second))).toMatchObject({
      status: 403,
      body: { code: 'agent_not_available' },
    });
    const completion = (model: string) => ({ model, messages: [{ role: 'user', content: 'Hello' }] });
    expect((await ofAgent.act('POST', '/inference/chat/completions', completion(`agent:${second}`))).status).toBe(403);
    expect((await ofAgent.act('POST', '/inference/chat/completions', completion('local/offline'))).status).toBe(200);
    const ids = async ({ act }: typeof ofAgent) =>
      (await act<{ data: { id: string }[] }>('GET', '/inference/models')).body.data.map(({ id }) => id);
    const seen = await ids(ofAgent);
    expect(seen).toContain(`agent:${ada.agentId}`);
    expect(seen).not.toContain(`agent:${second}`);
    const ofModel = await keyOf({ models: ['openai/gpt-6-luna'] });
    expect(await ids(ofModel)).toEqual([]);
    expect(await ofModel.act('POST', '/agent/chat', chat())).toMatchObject({
      status: 403,
      body: { code: 'model_not_allowed' },
    });
    for (const name of ['local/offline', 'offline'])
      expect((await ofModel.act('POST', '/inference/chat/completions', completion(name))).status, name).toBe(403);
    const embedding = { model: 'local/universal-sentence-encoder-lite', input: 'Hello' };
    expect((await ofModel.act('POST', '/inference/embeddings', embedding)).status).toBe(403);
    const swarm = await ofModel.act<{ swarmId: string }>('POST', '/swarms', { members: [chat()] });
    const { body } = await ada.act<{ results: { error: { code: string } }[] }>('GET', `/swarms/${swarm.body.swarmId}`);
    expect(body.results[0]?.error.code).toBe('model_not_allowed');
    const cron = { agentId: ada.agentId, cron: '0 0 1 1 *', message: 'Hello' };
    for (const limits of [{ agents: [ada.agentId] }, { monthlyBudgetUsd: 5 }])
      expect((await (await keyOf(limits)).act('POST', '/cron', cron)).status).toBe(403);
  });

  it('report revoked and expired only to a client with the whole key', async () => {
    const at = clock.now() + minute;
    const { key, id } = await keyOf({ expiresAt: new Date(at).toISOString() });
    const get = (token: string) => gateway.call('GET', '/agents', { token });
    expect((await get(key)).status).toBe(200);
    const wrong = [newKey(), key.slice(0, -1), `${key}x`, 'agw_', key.toLowerCase()];
    for (const other of wrong)
      expect(await get(other), other).toMatchObject({ status: 401, body: { code: 'invalid_api_key' } });
    clock.set(at);
    expect(await get(key)).toMatchObject({ status: 401, body: { code: 'key_expired' } });
    await ada.act('PATCH', `/auth/keys/${id}`, { expiresAt: null });
    expect((await get(key)).status).toBe(200);
    await ada.act('DELETE', `/auth/keys/${id}`);
    expect(await get(key)).toMatchObject({ status: 401, body: { code: 'key_revoked' } });
  });

  it('say when and from where they were last used, once a minute', async () => {
    const { id, act } = await keyOf();
    const used = async () => (await ada.act<Key>('GET', `/auth/keys/${id}`)).body;
    await act('GET', '/agents');
    const first = clock.now();
    expect(await used()).toMatchObject({ lastUsedAt: new Date(first).toISOString(), lastUsedIp: '127.0.0.1' });
    clock.advance(minute - 1);
    await act('GET', '/agents');
    expect((await used()).lastUsedAt).toBe(new Date(first).toISOString());
    clock.advance(1);
    await act('GET', '/agents');
    expect((await used()).lastUsedAt).toBe(new Date(first + minute).toISOString());
  });

  it('have a rate limit of their own, which names when to come again', async () => {
    const { act } = await keyOf({ requestsPerMinute: 3 });
    const other = await keyOf({ requestsPerMinute: 3 });
    for (let asked = 0; asked < 3; asked += 1) expect((await act('GET', '/agents')).status).toBe(200);
    const refused = await act('GET', '/agents');
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
      429,
      'rate_limited',
      '60',
    ]);
    expect((await other.act('GET', '/agents')).status).toBe(200);
    clock.advance(minute);
    expect((await act('GET', '/agents')).status).toBe(200);
  });

  it('end with the membership, and with the account or workspace that is suspended', async () => {
    const bob = await newTalker(gateway, { clock });
    const team = await newTeam(ada, { member: bob });
    const members = `/workspaces/${team}/members`;
    const { act } = await newTestKey(gateway, actingAs(gateway, bob, team));
    expect((await act('GET', '/agents')).status).toBe(200);
    const operator = (path: string) => gateway.call('POST', path, { headers: { 'x-api-key': apiKey } });
    await operator(`/admin/users/${bob.id}/disable`);
    expect(await act('GET', '/agents')).toMatchObject({ status: 403, body: { code: 'account_disabled' } });
    await operator(`/admin/users/${bob.id}/enable`);
    await operator(`/admin/workspaces/${team}/disable`);
    expect(await act('GET', '/agents')).toMatchObject({ status: 403, body: { code: 'workspace_disabled' } });
    await operator(`/admin/workspaces/${team}/enable`);
    expect((await act('GET', '/agents')).status).toBe(200);
    await ada.act('DELETE', `${members}/${bob.id}`);
    expect(await act('GET', '/agents')).toMatchObject({ status: 401, body: { code: 'key_revoked' } });
    await ada.act('POST', members, { userId: bob.id });
    expect((await act('GET', '/agents')).status, 'let in again, without the old key').toBe(401);
  });

  it('have the role of their maker at this moment', async () => {
    const bob = await newTalker(gateway, { clock });
    const team = await newTeam(ada, { admin: bob });
    const { act } = await newTestKey(gateway, actingAs(gateway, bob, team));
    const rename = () => act('PUT', `/workspaces/${team}/settings`, { name: 'New' });
    expect((await rename()).status).toBe(200);
    await ada.act('POST', `/workspaces/${team}/members`, { userId: bob.id, role: 'member' });
    expect((await rename()).status).toBe(403);
  });

  it('of everyone in a workspace are seen and revoked by its owners and admins', async () => {
    const [bob, eve] = [await newTalker(gateway, { clock }), await newTalker(gateway, { clock })];
    const team = await newTeam(ada, { admin: bob, member: eve });
    const inTeam = (talker: Talker) => actingAs(gateway, talker, team);
    const keys = [await newTestKey(gateway, inTeam(ada)), await newTestKey(gateway, inTeam(eve))];
    const path = `/workspaces/${team}/keys`;
    const seen = await bob.act<{ data: Key[] }>('GET', path);
    expect(new Map(seen.body.data.map(({ id, email }) => [id, email]))).toEqual(
      new Map([
        [keys[1]?.id, eve.email],
        [keys[0]?.id, ada.email],
      ]),
    );
    expect(seen.text).not.toContain(keys[0]?.key);
    expect((await eve.act('GET', path)).status).toBe(403);
    expect((await eve.act('DELETE', `${path}/${keys[0]?.id}`)).status).toBe(403);
    expect((await inTeam(bob)('DELETE', `/auth/keys/${keys[1]?.id}`)).status, 'not one’s own').toBe(404);
    expect((await bob.act('DELETE', `${path}/${keys[1]?.id}`)).status).toBe(204);
    expect((await keys[1]?.act('GET', '/agents'))?.body.code).toBe('key_revoked');
    const elsewhere = await keyOf();
    expect((await bob.act('DELETE', `${path}/${elsewhere.id}`)).status).toBe(404);
  });

  it('go with the account, and leave what they spent to the workspace', async () => {
    const bob = await newTalker(gateway, { clock });
    const team = await newTeam(ada, { member: bob });
    const { id, key, act } = await newTestKey(gateway, actingAs(gateway, bob, team));
    const completion = { model: 'local/offline', messages: [{ role: 'user', content: 'Hello' }] };
    expect((await act('POST', '/inference/chat/completions', completion)).status).toBe(200);
    const spent = async () =>
      (
        await actingAs(
          gateway,
          ada,
          team,
        )<{ data: { key: string; requests: number }[] }>('GET', '/costs/breakdown?groupBy=key')
      ).body.data.map(({ key: of, requests }) => [of, requests]);
    expect(await spent()).toEqual([[id, 1]]);
    expect((await bob.act('DELETE', '/auth/me', ownPassword)).status).toBe(204);
    expect((await gateway.call('GET', '/agents', { token: key })).body.code).toBe('invalid_api_key');
    expect(await spent()).toEqual([['', 1]]);
  });

  it('are as many of one person in one workspace as the quota says, also of many made at once', async () => {
    const talker = await newTalker(gateway, { clock });
    const made = await Promise.all(
      Array.from({ length: 62 }, () => talker.act('POST', '/auth/keys', { name: 'Many' })),
    );
    expect(made.filter(({ status }) => status === 201)).toHaveLength(60);
    expect(made.find(({ status }) => status !== 201)?.body).toMatchObject({
      code: 'quota_exceeded',
      quota: 'personalKeys',
    });
  });
});
