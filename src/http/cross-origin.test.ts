import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../test/harness/gateway.ts';
import { openSocket, refusedSocket } from '../../test/harness/socket-client.ts';
import { newTalker, type Talker } from '../../test/harness/talking.ts';
import { readOrigin } from './cross-origin.ts';

const page = 'https://app.example.com';
const stranger = 'https://evil.example.com';

const asking = {
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization,x-stainless-os',
};
const crossHeaders = (headers: Headers) => [...headers.keys()].filter((name) => name.startsWith('access-control-'));

describe('pages of other origins', () => {
  let open: TestGateway;
  let closed: TestGateway;
  let ada: Talker;
  beforeAll(async () => {
    const hmac = JSON.stringify([
      { path: '/admin/api-keys', header: 'x-signature', algorithm: 'sha256', secret: 'x'.repeat(32) },
    ]);
    open = await startGateway('sqlite', {
      settings: { CORS_ORIGINS: `${page}, http://localhost:5173`, HMAC_RULES: hmac },
    });
    closed = await startGateway('sqlite');
    ada = await newTalker(open);
  });
  afterAll(async () => {
    await open?.stop();
    await closed?.stop();
  });

  const ask = (method: string, path: string, headers: Record<string, string> = {}, gateway = open, body?: object) =>
    fetch(`${gateway.url}${path}`, {
      method,
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });

  it('may send preflight requests without credentials, for any route and without a limit', async () => {
    for (const path of [
      '/agents',
      '/agent/chat/stream',
      '/auth/login',
      '/nothing',
      '/admin/api-keys',
      '/inference/models',
    ])
      for (const origin of [page, 'http://localhost:5173']) {
        const { status, headers } = await ask('OPTIONS', path, { origin, ...asking });
        expect(status, path).toBe(204);
        expect(headers.get('access-control-allow-origin')).toBe(origin);
        expect(headers.get('access-control-allow-credentials')).toBe('true');
        expect(headers.get('access-control-allow-headers')).toBe('authorization,x-stainless-os');
        expect(headers.get('access-control-allow-methods')).toContain('DELETE');
        expect(headers.get('vary')).toContain('Origin');
      }
  });

  it('can read every answer: successes, errors and streams', async () => {
    const authorization = `Bearer ${ada.accessToken}`;
    const answers = await Promise.all([
      ask('GET', '/health', { origin: page }),
      ask('GET', '/agents', { origin: page, authorization }),
      ask('GET', '/agents', { origin: page }),
      ask('GET', '/nothing', { origin: page }),
      ask('POST', '/agents', { origin: page, authorization }, open, { name: 5 }),
      ask('POST', '/admin/api-keys', { origin: page }, open, {}),
      ask('POST', '/agent/chat/stream', { origin: page, authorization }, open, { agentId: ada.agentId, message: 'Hi' }),
      ask('POST', '/inference/chat/completions', { origin: page, authorization }, open, {
        model: 'local/offline',
        messages: [{ role: 'user', content: 'Hello' }],
        stream: true,
      }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 401, 404, 400, 401, 200, 200]);
    for (const { headers, url } of answers) {
      expect(headers.get('access-control-allow-origin'), url).toBe(page);
      expect(headers.get('vary'), url).toContain('Origin');
      for (const name of ['X-Request-ID', 'Retry-After', 'RateLimit', 'Idempotent-Replayed'])
        expect(headers.get('access-control-expose-headers'), url).toContain(name);
    }
    await Promise.all(answers.map((answer) => answer.text()));
  });

  it('can read that the gateway failed', async () => {
    const { database } = open.gateway;
    const { all } = database;
    Object.assign(database, { all: () => Promise.reject(new TypeError('broken on purpose')) });
    try {
      const { status, headers } = await ask('GET', '/agents', {
        origin: page,
        authorization: `Bearer ${ada.accessToken}`,
      });
      expect([status, headers.get('access-control-allow-origin')]).toEqual([500, page]);
      expect(headers.get('access-control-expose-headers')).toContain('X-Request-ID');
      expect(headers.get('vary')).toContain('Origin');
    } finally {
      Object.assign(database, { all });
    }
  });

  it('of other origins, and requests to the console, get no access', async () => {
    for (const answer of [
      await ask('GET', '/health', { origin: stranger }),
      await ask('OPTIONS', '/agents', { origin: stranger, ...asking }),
      await ask('OPTIONS', '/agents', { origin: 'null', ...asking }),
      await ask('OPTIONS', '/agents', { origin: `${page}.evil.com`, ...asking }),
      await ask('POST', '/console/session/refresh', { origin: page }),
      await ask('GET', '/health', { origin: page }, closed),
      await ask('OPTIONS', '/agents', { origin: page, ...asking }, closed),
    ])
      expect(crossHeaders(answer.headers), answer.url).toEqual([]);
    expect((await ask('GET', '/health')).headers.get('vary')).toContain('Origin');
  });

  it('can open sockets only if they are listed', async () => {
    const socket = await openSocket(open.url, { token: ada.accessToken, origin: page });
    socket.socket.close();
    const token = ada.accessToken;
    expect(await refusedSocket(open.url, { token, origin: stranger })).toMatchObject({ status: 403 });
  });

  it('may be all origins, without cookies', async () => {
    const any = await startGateway('sqlite', { settings: { CORS_ORIGINS: '*' } });
    const { headers } = await ask('GET', '/health', { origin: stranger }, any);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-credentials')).toBe(null);
    const person = await newTalker(any);
    const socket = await openSocket(any.url, { token: person.accessToken, origin: stranger });
    socket.socket.close();
    await any.stop();
  });

  it('must be written exactly as browsers send them, or the gateway does not start', async () => {
    expect(readOrigin('https://App.example.com')).toBe('https://app.example.com');
    expect(readOrigin('http://localhost:5173/')).toBe('http://localhost:5173');
    for (const wrong of [
      'app.example.com',
      'https://app.example.com/path',
      'https://*.example.com/x',
      'null',
      'ftp://a.b',
    ])
      expect(readOrigin(wrong), wrong).toBe(undefined);
    for (const wrong of ['app.example.com', `*,${page}`, 'https://a.example/x'])
      await expect(startGateway('sqlite', { settings: { CORS_ORIGINS: wrong } }), wrong).rejects.toThrow(
        'CORS_ORIGINS',
      );
  });
});
