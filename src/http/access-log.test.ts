import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { apiKey, jwtSecret, startGateway, type TestGateway } from '../../test/harness/gateway.ts';
import { recordLog } from '../../test/harness/log-lines.ts';
import { openRaw, sendRaw } from '../../test/harness/raw-http.ts';

const recorded = recordLog();
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway('sqlite', { log: recorded.log });
});
afterAll(() => gateway.stop());

/** The line is written after the answer was sent. */
const linesOf = (requestId: string) =>
  expect.poll(() => recorded.lines().filter((line) => line.requestId === requestId), { timeout: 2_000 });

it('writes one line for each request, with its id and without query and body', async () => {
  const { accessToken, id } = await gateway.person();
  await gateway.call('GET', '/sessions?agentId=in-the-query', {
    token: accessToken,
    headers: { 'x-request-id': 'get-me' },
  });
  await linesOf('get-me').toMatchObject([
    {
      level: 'info',
      msg: 'request',
      method: 'GET',
      path: '/sessions',
      status: 200,
      durationMs: expect.any(Number),
      ip: '127.0.0.1',
      userId: id,
    },
  ]);
  expect(recorded.text()).not.toContain('in-the-query');
});

it('logs a readiness probe at level debug', async () => {
  await gateway.call('GET', '/readiness?by=proxy', { headers: { 'x-request-id': 'probe' } });
  await gateway.call('GET', '/health', { headers: { 'x-request-id': 'health' } });
  await linesOf('probe').toMatchObject([{ level: 'debug', msg: 'request', path: '/readiness', status: 200 }]);
  await linesOf('health').toMatchObject([{ level: 'info', msg: 'request', path: '/health' }]);
});

it('the id is on the line of a request with a body, a refused one and an unknown one', async () => {
  const ask = (method: string, path: string, requestId: string, body?: object) =>
    gateway.call(method, path, { body, headers: { 'x-request-id': requestId } });
  await ask('POST', '/auth/login', 'with-body', { email: 'nobody@example.com', password: 'wrong password' });
  await ask('POST', '/auth/login', 'bad-body', { email: 42 });
  await ask('GET', '/nowhere', 'nowhere');
  await linesOf('with-body').toMatchObject([{ msg: 'request', status: 401 }]);
  await linesOf('bad-body').toMatchObject([{ msg: 'request', status: 400 }]);
  await linesOf('nowhere').toMatchObject([{ msg: 'request', status: 404 }]);
});

it('the id is on the line of a request whose body came later, in pieces', async () => {
  const connection = await openRaw(gateway.url);
  for (const [id, body] of [
    ['in-pieces-1', '{"email":"a@b","password":"x"}'],
    ['in-pieces-2', '{"email":"a@b","password":"x"}'],
  ] as const) {
    connection.write(
      `POST /auth/login HTTP/1.1\r\nHost: x\r\nX-Request-ID: ${id}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    for (const piece of [body.slice(0, 10), body.slice(10)]) {
      await new Promise((resolve) => setTimeout(resolve, 30));
      connection.write(piece);
    }
    expect((await connection.answer()).status).toBe(401);
    await linesOf(id).toMatchObject([{ msg: 'request', status: 401 }]);
  }
  connection.destroy();
});

it('two requests on one connection keep their own ids', async () => {
  const connection = await openRaw(gateway.url);
  const body = '{"email":"a@b","password":"x"}';
  const post = (id: string) =>
    `POST /auth/login HTTP/1.1\r\nHost: x\r\nX-Request-ID: ${id}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const ids = ['pipelined-1', 'pipelined-2', 'pipelined-3'];
  connection.write(ids.map(post).join(''));
  for (const id of ids) expect((await connection.answer()).headers['x-request-id']).toBe(id);
  connection.destroy();
  for (const id of ids) await linesOf(id).toMatchObject([{ msg: 'request', status: 401 }]);
});

it('does not log a client that disconnects as an error', async () => {
  const connection = await openRaw(gateway.url);
  connection.write(
    'POST /auth/login HTTP/1.1\r\nHost: x\r\nX-Request-ID: gone\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{',
  );
  await new Promise((resolve) => setTimeout(resolve, 50));
  connection.destroy();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(recorded.lines().filter(({ level }) => level === 'error')).toEqual([]);
});

it('writes the request id on every line about a request', async () => {
  const requests = recorded.lines().filter(({ msg }) => msg.startsWith('request'));
  expect(requests.length).toBeGreaterThan(5);
  expect(requests.filter(({ requestId }) => !requestId)).toEqual([]);
});

it('no password, token or key is ever in the log', async () => {
  const password = 'canary-password-7f3a';
  const email = 'canary@example.com';
  type Pair = { accessToken: string; refreshToken: string };
  const register = await gateway.call<Pair>('POST', '/auth/register', { body: { email, password } });
  const login = await gateway.call<Pair>('POST', '/auth/login', { body: { email, password } });
  const refresh = await gateway.call<Pair>('POST', '/auth/refresh', {
    body: { refreshToken: login.body.refreshToken },
  });
  const again = await gateway.call('POST', '/auth/refresh', { body: { refreshToken: login.body.refreshToken } });
  const headers = { 'x-api-key': apiKey };
  const created = await gateway.call<{ key: string }>('POST', '/admin/api-keys', {
    headers,
    body: { name: 'canary', scopes: ['admin'] },
  });
  const account = await gateway.call<{ accessToken: string }>('POST', '/admin/service-accounts', {
    headers,
    body: { name: 'canary' },
  });
  await gateway.call('GET', '/auth/me', {
    token: `${refresh.body.accessToken}x`,
    headers: { cookie: 'a=canary-cookie' },
  });
  await gateway.call('POST', '/auth/login', { body: `{"password":"${password}` });
  await sendRaw(gateway.url, `GET /x HTTP/1.1\r\nAuthorization: Bearer ${refresh.body.accessToken}\r\nbroken\r\n\r\n`);
  const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/ws`, ['bearer', refresh.body.accessToken]);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.close();
  expect([register, login, refresh, again, created, account].map(({ status }) => status)).toEqual([
    201, 200, 200, 401, 201, 201,
  ]);

  gateway.gateway.log.error(
    { err: Object.assign(new Error('x'), { config: { headers: { authorization: 'canary-in-error' } } }) },
    'a library that puts the request into its error',
  );
  const text = recorded.text();
  const pairs = [register.body, login.body, refresh.body];
  const secrets = [
    password,
    'canary-cookie',
    'canary-in-error',
    apiKey,
    jwtSecret,
    created.body.key,
    account.body.accessToken,
    ...pairs.flatMap(({ accessToken, refreshToken }) => [accessToken, refreshToken]),
  ];
  expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
});
