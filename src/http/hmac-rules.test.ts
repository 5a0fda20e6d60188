import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPlace } from '../../test/harness/databases.ts';
import { apiKey, jwtSecret, type Person, startGateway, type TestGateway } from '../../test/harness/gateway.ts';
import { openRaw, sendRaw } from '../../test/harness/raw-http.ts';
import { openSocket, refusedSocket } from '../../test/harness/socket-client.ts';
import { compose } from '../compose.ts';
import { readConfig } from '../config.ts';

const secret = 'shared secret';
const rules = [
  {
    path: '/auth/login',
    method: 'post',
    header: 'X-Hub-Signature-256',
    algorithm: 'sha256',
    prefix: 'sha256=',
    secret,
  },
  { path: '/admin/service-accounts', method: 'POST', header: 'x-signature', algorithm: 'sha1', secret },
  { path: '/admin/api-keys/:id', header: 'x-signature', algorithm: 'sha256', secret },
  { path: '/auth/me', method: 'GET', header: 'x-signature', algorithm: 'sha256', secret },
  { path: '/workspaces/:id/restrictions', header: 'x-signature', algorithm: 'sha256', secret },
  { path: '/ws', header: 'x-signature', algorithm: 'sha256', secret },
  // Two rules on one route: both must match.
  { path: '/auth/token', header: 'x-first', algorithm: 'sha256', secret: 'first' },
  { path: '/auth/token', header: 'x-second', algorithm: 'sha256', secret: 'second' },
];
const sign = (body: string, algorithm = 'sha256', key = secret) =>
  createHmac(algorithm, key).update(body).digest('hex');
const unsigned = { status: 401, body: { code: 'invalid_signature' } };

let gateway: TestGateway;
let ada: Person;
let credentials: string;
beforeAll(async () => {
  gateway = await startGateway('sqlite', { settings: { HMAC_RULES: JSON.stringify(rules) } });
  const { accessToken } = (
    await gateway.call<{ accessToken: string }>('POST', '/auth/register', {
      body: { email: 'ada@example.com', password: 'correct horse battery' },
    })
  ).body;
  ada = { accessToken } as Person;
  credentials = '{"email":"ada@example.com", "password":"correct horse battery"}';
});
afterAll(() => gateway.stop());

const login = (body: string, signature?: string, path = '/auth/login') =>
  gateway.call('POST', path, { body, headers: signature === undefined ? {} : { 'x-hub-signature-256': signature } });

describe('an endpoint behind a signature', () => {
  it('accepts a signature over the exact bytes of the body', async () => {
    expect((await login(credentials, `sha256=${sign(credentials)}`)).status).toBe(200);
    expect((await login(credentials, `sha256=${sign(credentials).toUpperCase()}`)).status).toBe(200);
    const compact = JSON.stringify(JSON.parse(credentials));
    expect(await login(compact, `sha256=${sign(credentials)}`)).toMatchObject(unsigned);
  });

  it.each<[string, string | undefined]>([
    ['none', undefined],
    ['an empty one', ''],
    ['the prefix alone', 'sha256='],
    ['no prefix', 'SIGNATURE'],
    ['another prefix', 'sha1=SIGNATURE'],
    ['half of it', 'sha256=HALF'],
    ['it and more', 'sha256=SIGNATURE00'],
    ['it and what is no hex', 'sha256=SIGNATUREzz'],
    ['no hex at all', `sha256=${'z'.repeat(64)}`],
    ['one made with another secret', 'sha256=FOREIGN'],
    ['one made by another algorithm', 'sha256=SHA1'],
  ])('refuses %s', async (_what, template) => {
    const signature = template
      ?.replace('SIGNATURE', sign(credentials))
      .replace('HALF', sign(credentials).slice(0, 32))
      .replace('FOREIGN', sign(credentials, 'sha256', 'other'))
      .replace('SHA1', sign(credentials, 'sha1'));
    expect(await login(credentials, signature)).toMatchObject(unsigned);
  });

  it('answers 401 before any other check', async () => {
    for (const body of ['{"broken', '{"email":5}', '[]'.repeat(100), '"\\u0000"'])
      expect(await login(body, `sha256=${sign('other')}`)).toMatchObject(unsigned);
    const form = await fetch(`${gateway.url}/auth/login`, { method: 'POST', body: new URLSearchParams({ a: 'b' }) });
    expect(form.status).toBe(401);
    expect(await login('{"broken', `sha256=${sign('{"broken')}`)).toMatchObject({ status: 400 });
  });

  it('is protected under every spelling of its path', async () => {
    const paths = [
      '/auth/login/',
      '/AUTH/LOGIN',
      '//auth/login',
      '/auth//login',
      '/auth/./login',
      '/x/../auth/login',
      '/auth/login;x',
      '/auth%2flogin',
      '/auth/login%20',
    ];
    for (const path of paths) {
      const { status } = await sendRaw(
        gateway.url,
        `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${credentials.length}\r\n\r\n${credentials}`,
      );
      expect([401, 404], path).toContain(status);
    }
    for (const path of ['/auth/log%69n', '/auth/login?x=1', '/auth/login#x'])
      expect(await login(credentials, undefined, path), path).toMatchObject(unsigned);
    const absolute = `POST ${gateway.url}/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${credentials.length}\r\n\r\n${credentials}`;
    expect([401, 404]).toContain((await sendRaw(gateway.url, absolute)).status);
  });

  it('accepts sha1 if the rule says so, and does not protect other methods of the path', async () => {
    const body = '{"name":"signed"}';
    const create = (headers: object) =>
      gateway.call('POST', '/admin/service-accounts', { body, headers: { 'x-api-key': apiKey, ...headers } });
    expect((await create({ 'x-signature': sign(body, 'sha1') })).status).toBe(201);
    expect(await create({ 'x-signature': sign(body) })).toMatchObject(unsigned);
    expect((await gateway.call('GET', '/admin/service-accounts', { headers: { 'x-api-key': apiKey } })).status).toBe(
      200,
    );
  });

  it('is matched by its pattern, with any path parameters', async () => {
    const headers = { 'x-api-key': apiKey };
    expect(await gateway.call('DELETE', '/admin/api-keys/key_1', { headers })).toMatchObject(unsigned);
    const signed = { ...headers, 'x-signature': sign('') };
    expect((await gateway.call('DELETE', '/admin/api-keys/key_1', { headers: signed })).status).toBe(404);
  });

  it('needs the signature of GET for HEAD', async () => {
    const token = ada.accessToken;
    const head = (headers: Record<string, string>) => gateway.call('HEAD', '/auth/me', { token, headers });
    expect((await head({})).status).toBe(401);
    expect((await head({ 'x-signature': sign('') })).status).toBe(200);
    expect((await gateway.call('GET', '/auth/me', { token })).status).toBe(401);
    expect((await gateway.call('GET', '/auth/me', { token, headers: { 'x-signature': sign('') } })).status).toBe(200);
  });

  it('may be /ws', async () => {
    const token = ada.accessToken;
    expect(await refusedSocket(gateway.url, { token })).toMatchObject(unsigned);
    const client = await openSocket(gateway.url, { token, headers: { 'x-signature': sign('') } });
    client.close();
  });

  it('with two rules needs both', async () => {
    const [first, second] = [sign(credentials, 'sha256', 'first'), sign(credentials, 'sha256', 'second')];
    const ask = (headers: Record<string, string>) =>
      gateway.call('POST', '/auth/token', { body: credentials, headers });
    expect(await ask({ 'x-first': first })).toMatchObject(unsigned);
    expect((await ask({ 'x-first': first, 'x-second': second })).status).toBe(200);
  });

  it('answers 401 to an unsigned request before authentication, limits, roles, sizes and 404', async () => {
    const { call } = gateway;
    // Without a token, with a wrong key, without the role, for an unknown id, and too large.
    expect(await call('GET', '/auth/me')).toMatchObject(unsigned);
    const wrongKey = { headers: { 'x-api-key': 'wrong' } };
    expect(await call('DELETE', '/admin/api-keys/key_none', wrongKey)).toMatchObject(unsigned);
    const body = { name: '' };
    expect(await call('POST', '/admin/service-accounts', { ...wrongKey, body })).toMatchObject(unsigned);
    const others = `/workspaces/${(await gateway.person()).workspaceId}/restrictions`;
    const restrict = () => call('PUT', others, { token: ada.accessToken, body: { allowedModels: null } });
    expect(await restrict()).toMatchObject(unsigned);
    const larger = 'x'.repeat(3_000_000);
    expect(await login(larger)).toMatchObject(unsigned);
    expect(await login(larger, `sha256=${sign('another body')}`)).toMatchObject(unsigned);
    expect(await login('x'.repeat(12_000_000), `sha256=${sign('')}`)).toMatchObject(unsigned);
    const nameless = await sendRaw(gateway.url, 'GET /auth/me HTTP/1.1\r\n\r\n');
    expect([nameless.status, JSON.parse(nameless.body).code]).toEqual([401, 'invalid_signature']);
  });

  it('answers at once without a signature, without waiting for the body', async () => {
    const client = await openRaw(gateway.url);
    client.write(
      'POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{',
    );
    const { status, body } = await client.answer();
    expect([status, JSON.parse(body).code]).toEqual([401, 'invalid_signature']);
    client.destroy();
  });

  it('counts no unsigned request against the limits', async () => {
    const limited = await startGateway('sqlite', {
      settings: { HMAC_RULES: JSON.stringify(rules), RATE_LIMIT_AUTH: '3' },
    });
    for (let round = 0; round < 6; round += 1)
      expect(await limited.call('POST', '/auth/login', { body: credentials })).toMatchObject(unsigned);
    const headers = { 'x-hub-signature-256': `sha256=${sign(credentials)}` };
    const signed = () => limited.call('POST', '/auth/login', { body: credentials, headers });
    for (let round = 0; round < 3; round += 1) expect((await signed()).status).toBe(401);
    expect(await signed()).toMatchObject({ status: 429 });
    expect(await limited.call('POST', '/auth/login', { body: credentials })).toMatchObject(unsigned);
    await limited.stop();
  });

  it('accepts a large body, and answers 413 to one over the limit', async () => {
    const large = `{"email":"ada@example.com","password":"x","padding":"${'x'.repeat(1_000_000)}"}`;
    expect(await login(large, `sha256=${sign(large)}`)).toMatchObject({ body: { code: 'invalid_credentials' } });
    expect(await login(large, `sha256=${sign('')}`)).toMatchObject(unsigned);
    const larger = 'x'.repeat(3_000_000);
    for (let round = 0; round < 5; round += 1)
      expect(await login(larger, `sha256=${sign(larger)}`)).toMatchObject({
        status: 413,
        body: { code: 'body_too_large' },
      });
  });
});

describe('a rule for an unknown route', () => {
  it.each([
    [{ path: '/auth/logon' }, 'HMAC_RULES: there is no route /auth/logon'],
    [{ path: '/auth/login', method: 'GET' }, 'HMAC_RULES: there is no route GET /auth/login'],
    [{ path: '/admin/api-keys/key_1' }, 'HMAC_RULES: there is no route /admin/api-keys/key_1'],
  ])('prevents the start: %j', async (rule, message) => {
    const place = await newPlace('sqlite');
    const hmacRules = JSON.stringify([{ header: 'x-signature', algorithm: 'sha256', secret, ...rule }]);
    const settings = { JWT_SECRET: jwtSecret, PORT: '0', LOG_LEVEL: 'silent', HMAC_RULES: hmacRules };
    const broken = compose(readConfig({ ...settings, ...place.settings }));
    await expect(broken.start()).rejects.toThrow(message);
    await broken.stop();
    await place.remove();
  });
});
