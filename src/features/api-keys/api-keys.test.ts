import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { createFakeClock } from '../../../test/harness/fake-clock.ts';
import { type Answer, apiKey, startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { claimsOf, sha256Hex } from '../../../test/harness/tokens.ts';
import { dayMs } from '../../kernel/clock.ts';

type Key = { id: string; key: string; prefix: string; lastUsedAt: string | null; createdAt: string };
type Account = { id: string; name: string; accessToken: string; expiresAt: string };
type Page = { data: Record<string, unknown>[]; nextCursor: string | null };

describe.each(engines)('API keys and service accounts on %s', (engine) => {
  const clock = createFakeClock();
  const second = 'another-bootstrap-key';
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startGateway(engine, { clock, settings: { GATEWAY_API_KEY: `${apiKey}, ${second}` } });
  });
  afterAll(() => gateway.stop());

  const call = <Body>(method: string, path: string, body?: unknown, key: string | undefined = apiKey) =>
    gateway.call<Body>(method, path, {
      ...(body === undefined ? {} : { body }),
      headers: key === undefined ? {} : { 'x-api-key': key },
    });
  const list = (key?: string, query = '') => call<Page>('GET', `/admin/api-keys${query}`, undefined, key);
  const create = async (body: object = {}) =>
    (await call<Key>('POST', '/admin/api-keys', { name: 'test', scopes: ['admin'], ...body })).body;
  const at = (fromNowMs: number) => new Date(clock.now() + fromNowMs).toISOString();
  const withoutRequestId = ({ status, body }: Answer<object>) => ({ status, ...body, requestId: undefined });

  it('opens with any of the bootstrap keys', async () => {
    for (const key of [apiKey, second]) expect((await list(key)).status).toBe(200);
  });

  it('gives one and the same answer to a missing, an empty, a wrong, an expired and a deleted key', async () => {
    const expired = await create({ expiresAt: at(1_000) });
    const deleted = await create();
    expect((await list(expired.key)).status).toBe(200);
    expect((await list(deleted.key)).status).toBe(200);
    clock.advance(1_000);
    const { status, text } = await call('DELETE', `/admin/api-keys/${deleted.id}`);
    expect({ status, text }).toEqual({ status: 204, text: '' });

    const missing = await gateway.call('GET', '/admin/api-keys');
    expect(missing).toMatchObject({ status: 401, body: { code: 'invalid_api_key' } });
    const wrong = ['', 'wrong', `${apiKey}x`, apiKey.slice(0, -1), apiKey.toUpperCase(), `${apiKey}, ${second}`];
    const digest = sha256Hex(deleted.key);
    for (const key of [...wrong, expired.key, deleted.key, digest, `gw_${'A'.repeat(43)}`, "' OR 1=1 --"])
      expect(withoutRequestId(await list(key))).toEqual(withoutRequestId(missing));
    // An access token or a key in another place is no key.
    const elsewhere = await gateway.call('GET', `/admin/api-keys?x-api-key=${apiKey}`, { token: apiKey });
    expect(withoutRequestId(elsewhere)).toEqual(withoutRequestId(missing));
  });

  it('shows a new key once and stores its digest only', async () => {
    const answer = await call<Key>('POST', '/admin/api-keys', {
      name: 'nightly',
      scopes: ['autonomous', 'diagnostics'],
      expiresAt: at(dayMs),
      id: 'key_mine',
      createdAt: at(-dayMs),
    });
    expect(answer.status).toBe(201);
    const { key, ...shown } = answer.body;
    expect(key).toMatch(/^gw_[\w-]{43}$/);
    expect(shown).toEqual({
      id: expect.stringMatching(/^key_[0-9a-z]{26}$/),
      name: 'nightly',
      prefix: key.slice(0, 9),
      scopes: ['autonomous', 'diagnostics'],
      expiresAt: at(dayMs),
      lastUsedAt: null,
      createdAt: at(0),
    });
    const page = await list();
    expect(page.body.data.find(({ id }) => id === shown.id)).toEqual(shown);
    expect(page.text).not.toContain(key);
    const rows = JSON.stringify(await gateway.gateway.database.all('SELECT * FROM api_keys'));
    expect(rows).not.toContain(key);
    expect(rows).toContain(sha256Hex(key));
  });

  it('keeps a key to its scopes', async () => {
    for (const scopes of [['diagnostics'], ['autonomous'], ['autonomous', 'diagnostics']]) {
      const { key } = await create({ scopes });
      for (const path of ['/admin/api-keys', '/admin/service-accounts'])
        expect(await call('GET', path, undefined, key)).toMatchObject({
          status: 403,
          body: { code: 'insufficient_scope' },
        });
      expect((await call('POST', '/admin/api-keys', { name: 'more', scopes: ['admin'] }, key)).status).toBe(403);
    }
    const { key } = await create({ scopes: ['admin', 'diagnostics'] });
    expect((await list(key)).status).toBe(200);
  });

  it('lets a key give on what it holds, and nothing else', async () => {
    const { key } = await create({ scopes: ['admin', 'diagnostics'] });
    const mint = (scopes: string[], by?: string) => call<Key>('POST', '/admin/api-keys', { name: 'child', scopes }, by);
    for (const scopes of [['autonomous'], ['admin', 'autonomous']])
      expect(await mint(scopes, key)).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
    const child = await mint(['admin'], key);
    expect(child.status).toBe(201);
    expect((await mint(['diagnostics'], child.body.key)).status).toBe(403);
    expect((await mint(['admin', 'diagnostics', 'autonomous'])).status).toBe(201);
  });

  it('says when a key was last used', async () => {
    const { id, key } = await create();
    const lastUsed = async () => (await list()).body.data.find((shown) => shown.id === id)?.lastUsedAt;
    expect(await lastUsed()).toBeNull();
    await list(key);
    expect(await lastUsed()).toBe(at(0));
    clock.advance(60_001);
    await list(key);
    expect(await lastUsed()).toBe(at(0));
  });

  it.each([
    { scopes: ['admin'] },
    { name: '', scopes: ['admin'] },
    { name: 'x'.repeat(201), scopes: ['admin'] },
    { name: 'a' },
    { name: 'a', scopes: [] },
    { name: 'a', scopes: ['root'] },
    { name: 'a', scopes: ['admin', 'admin'] },
    { name: 'a', scopes: 'admin' },
    { name: 'a', scopes: ['admin'], expiresAt: 'tomorrow' },
    { name: 'a', scopes: ['admin'], expiresAt: '2025-12-31T00:00:00Z' },
    // A leap second: valid by RFC 3339, and no time that Date knows.
    { name: 'a', scopes: ['admin'], expiresAt: '2030-12-31T23:59:60Z' },
    { name: 'a', scopes: ['admin'], expiresAt: 1_900_000_000_000 },
  ])('refuses to create a key from %j', async (body) => {
    expect(await call('POST', '/admin/api-keys', body)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
  });

  it('answers 404 to the deletion of what is not there', async () => {
    for (const path of ['/admin/api-keys/key_none', '/admin/service-accounts/svc_none'])
      expect(await call('DELETE', path)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('writes creations and deletions into the audit log', async () => {
    const { id } = await create({ name: 'audited' });
    await call('DELETE', `/admin/api-keys/${id}`);
    const entries = await gateway.gateway.database.all(
      'SELECT action, actor, outcome, detail FROM audit_log WHERE target = $1 ORDER BY seq',
      [id],
    );
    const detail = '{"name":"audited","scopes":["admin"],"expiresAt":null}';
    expect(entries).toEqual([
      { action: 'api_key.create', actor: 'bootstrap', outcome: 'success', detail },
      { action: 'api_key.delete', actor: 'bootstrap', outcome: 'success', detail: null },
    ]);
  });

  it('says in the audit log which key did it', async () => {
    const { id: actor, key } = await create({ name: 'actor' });
    const { body } = await call<Key>('POST', '/admin/api-keys', { name: 'made', scopes: ['admin'] }, key);
    expect(await gateway.gateway.database.get('SELECT actor FROM audit_log WHERE target = $1', [body.id])).toEqual({
      actor: `key:${actor}`,
    });
  });

  it('pages through keys, newest first, none twice and none left out', async () => {
    for (let n = 0; n < 20; n += 1) {
      await create({ name: `paged ${n}` });
      // Several of one millisecond, too.
      if (n % 3 === 0) clock.advance(1);
    }
    const all = (await list(apiKey, '?limit=200')).body.data;
    const times = all.map(({ createdAt }) => String(createdAt));
    expect(times).toEqual(times.toSorted().reverse());
    const seen: unknown[] = [];
    let cursor: string | null = '';
    for (let pages = 0; cursor !== null; pages += 1) {
      const query: string = cursor ? `&cursor=${cursor}` : '';
      const page: Answer<Page> = await list(apiKey, `?limit=3${query}`);
      expect(page.body.data.length).toBeLessThanOrEqual(3);
      seen.push(...page.body.data.map(({ id }) => id));
      cursor = page.body.nextCursor;
      expect(pages).toBeLessThan(100);
    }
    expect(seen).toEqual(all.map(({ id }) => id));
  });

  it.each(['/admin/api-keys', '/admin/service-accounts'])('bounds the pages of %s', async (path) => {
    for (const limit of ['1', '200', '201', '1000000'])
      expect((await call('GET', `${path}?limit=${limit}`)).status).toBe(200);
    for (const limit of ['0', '-1', 'ten', '1.5', ''])
      expect(await call('GET', `${path}?limit=${limit}`)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      });
    const foreign = Buffer.from("0.' OR 1=1 --").toString('base64url');
    for (const cursor of ['x', '!!', foreign, 'x'.repeat(600), '%F0%9F%98%80', ''])
      expect(await call('GET', `${path}?cursor=${cursor}`)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      });
  });

  describe('a service account', () => {
    const newAccount = (body: object) => call<Account>('POST', '/admin/service-accounts', body);
    const open = (token: string, path = '/openapi.json') => gateway.call('GET', path, { token });

    it('reads the API description and nothing else, until it is revoked', async () => {
      const { status, body } = await newAccount({ name: 'docs' });
      expect(status).toBe(201);
      expect(body).toEqual({
        id: expect.stringMatching(/^svc_[0-9a-z]{26}$/),
        name: 'docs',
        accessToken: expect.any(String),
        expiresAt: at(90 * dayMs),
        createdAt: at(0),
      });
      for (const path of ['/openapi.json', '/openapi.yaml'])
        expect((await open(body.accessToken, path)).status).toBe(200);
      expect(await open(body.accessToken, '/auth/me')).toMatchObject({
        status: 401,
        body: { code: 'unauthenticated' },
      });
      const asKey = await call('GET', '/admin/api-keys', undefined, body.accessToken);
      expect(asKey).toMatchObject({ status: 401, body: { code: 'invalid_api_key' } });

      const page = await call<Page>('GET', '/admin/service-accounts');
      const { accessToken, ...shown } = body;
      expect(page.body.data).toContainEqual(shown);
      expect(page.text).not.toContain(accessToken);

      expect((await call('DELETE', `/admin/service-accounts/${body.id}`)).status).toBe(204);
      expect(await open(accessToken)).toMatchObject({ status: 401, body: { code: 'token_revoked' } });
      expect((await call('DELETE', `/admin/service-accounts/${body.id}`)).status).toBe(404);
    });

    it('lives as long as it was told', async () => {
      for (const [expiresIn, lifetimeMs] of [
        ['12h', dayMs / 2],
        ['3600', 3_600_000],
        [90, 90_000],
      ] as const) {
        const { body } = await newAccount({ name: 'short', expiresIn });
        expect(body.expiresAt).toBe(at(lifetimeMs));
        expect(claimsOf(body.accessToken)).toEqual({
          type: 'service',
          sub: body.id,
          iat: Math.floor(clock.now() / 1_000),
          exp: Math.floor((clock.now() + lifetimeMs) / 1_000),
        });
      }
      const { body } = await newAccount({ name: 'short', expiresIn: '1m' });
      clock.advance(59_000);
      expect((await open(body.accessToken)).status).toBe(200);
      clock.advance(1_000);
      expect(await open(body.accessToken)).toMatchObject({ status: 401, body: { code: 'token_expired' } });
    });

    it.each([
      {},
      { name: '' },
      { name: 'a', expiresIn: '0' },
      { name: 'a', expiresIn: 0 },
      { name: 'a', expiresIn: -1 },
    ])('is not made from %j', async (body) => {
      expect((await newAccount(body)).status).toBe(400);
    });

    it.each(['4000d', '1w', '1.5h', '999999999d', '', ' 1h', '1h; drop', null, []])(
      'does not live for %j',
      async (expiresIn) => {
        expect((await newAccount({ name: 'a', expiresIn })).status).toBe(400);
      },
    );
  });
});
