import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { spawnGateway } from './harness/child-gateway.ts';
import { administer, newPlace } from './harness/databases.ts';
import { freePort } from './harness/free-port.ts';
import { apiKey, jwtSecret, type Person, startGateway, type TestGateway } from './harness/gateway.ts';
import { type PostgresServer, startPostgres } from './harness/postgres-server.ts';
import { openRaw } from './harness/raw-http.ts';
import { startTcpProxy, type TcpProxy } from './harness/tcp-proxy.ts';
import { onThisMachine } from './harness/this-machine.ts';

// A node without its database closes connections that are kept alive, perhaps as the next request is sent on one. So no
// request here keeps its own, and those of the preparation are closed.
const headers = { connection: 'close' };
const closeKept = (node: TestGateway) => node.gateway.app.server.closeIdleConnections();
const soon = <Result>(check: () => Result | Promise<Result>) => vi.waitFor(check, { timeout: 40_000, interval: 50 });

describe('while PostgreSQL is down', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    // With fsync off a killed server would lose its last commits.
    server = await startPostgres({ durable: true });
  });
  // So that the next test does not fail as well.
  const started: TestGateway[] = [];
  const startNode = async () => {
    const place = { settings: { DATABASE_URL: server.url('postgres') }, remove: async () => undefined };
    const node = await startGateway('postgres', { place });
    started.push(node);
    return node;
  };
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await server.restart();
    for (const node of started.splice(0)) await node.stop();
  });
  afterAll(() => server.stop());

  it('requests get 503, and the gateway recovers by itself', async () => {
    const one = await startNode();
    const other = await startNode();
    const ada = await one.person();
    closeKept(one);
    const heard: string[] = [];
    let reconnects = 0;
    one.gateway.bus.subscribe('news', (message) => heard.push(message));
    one.gateway.bus.onReconnect(() => {
      reconnects += 1;
    });
    other.gateway.bus.publish('news', 'before');
    await soon(() => expect(heard).toEqual(['before']));

    await server.kill();
    const away = async ({ call }: TestGateway, method: string, path: string, options = {}) => {
      const answer = await call(method, path, { token: ada.accessToken, headers, ...options });
      expect({ path, status: answer.status }).toEqual({ path, status: 503 });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
      expect(answer.body).toMatchObject({ code: 'unavailable', detail: 'The database is away.' });
      expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'));
    };
    const credentials = { email: ada.email, password: ada.password };
    for (const gateway of [one, other]) {
      await Promise.all(Array.from({ length: 50 }, () => away(gateway, 'GET', '/auth/me')));
      await away(gateway, 'POST', '/auth/login', { body: credentials });
      await away(gateway, 'POST', '/auth/register', { body: { ...credentials, email: 'new@example.com' } });
      await away(gateway, 'POST', '/auth/refresh', { body: { refreshToken: ada.refreshToken } });
      await away(gateway, 'POST', '/auth/logout');
      const keys = { headers: { ...headers, 'x-api-key': apiKey }, body: { name: 'a', scopes: ['admin'] } };
      await away(gateway, 'POST', '/admin/api-keys', keys);
      // Without the database the gateway cannot tell whether the key is wrong.
      await away(gateway, 'GET', '/admin/api-keys', {
        headers: { ...headers, 'x-api-key': 'unknown' },
      });
      await soon(async () => {
        const health = await gateway.call<{ status: string; checks: object }>('GET', '/health', { headers });
        expect(health).toMatchObject({
          status: 503,
          body: { status: 'down', checks: { database: { status: 'down' } } },
        });
      });
      // Routes that need no database are served. The watch that readiness asks has a connection of its own.
      await soon(async () =>
        expect(await gateway.call('GET', '/readiness', { headers })).toMatchObject({
          status: 503,
          body: { status: 'database_away' },
        }),
      );
      expect((await gateway.call('GET', '/metrics', { headers })).status).toBe(200);
      expect((await gateway.call('GET', '/auth/me', { token: 'nonsense', headers })).status).toBe(401);
    }

    await server.start();
    for (const gateway of [one, other]) {
      await soon(async () =>
        expect((await gateway.call('GET', '/auth/me', { token: ada.accessToken, headers })).body.id).toBe(ada.id),
      );
      await soon(async () => expect((await gateway.call('GET', '/health', { headers })).status).toBe(200));
    }
    const refresh = { headers, body: { refreshToken: ada.refreshToken } };
    expect((await one.call('POST', '/auth/refresh', refresh)).status).toBe(200);
    await soon(() => {
      other.gateway.bus.publish('news', 'after');
      expect(heard).toContain('after');
      expect(reconnects).toBe(1);
    });
  });

  it('a starting gateway waits for it, accepts no connection until it is up, and can be stopped meanwhile', async () => {
    await server.kill();
    const settings = { JWT_SECRET: jwtSecret, GATEWAY_API_KEY: apiKey, SHUTDOWN_TIMEOUT: '5s' };
    const spawnOne = async () => {
      const port = await freePort();
      const { child, output, exited } = spawnGateway({
        ...settings,
        PORT: String(port),
        DATABASE_URL: server.url('postgres'),
      });
      await soon(() => expect(output()).toContain('waiting for the database'));
      return { child, exited, url: `http://127.0.0.1:${port}` };
    };
    const [first, second] = await Promise.all([spawnOne(), spawnOne()]);
    for (const { url } of [first, second])
      await expect(fetch(`${url}/readiness`)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
    second.child.kill('SIGTERM');
    expect(await second.exited).toEqual({ code: 0, signal: null });

    await server.start();
    // The first connection that the gateway accepts is served.
    const served = await soon(() => fetch(`${first.url}/readiness`));
    expect([served.status, await served.text()]).toEqual([200, '{"status":"ready"}']);
    expect((await fetch(`${first.url}/admin/api-keys`, { headers: { 'x-api-key': apiKey } })).status).toBe(200);
    first.child.kill('SIGTERM');
    expect(await first.exited).toEqual({ code: 0, signal: null });
  });
});

describe('a node that is cut off from PostgreSQL', () => {
  let proxy: TcpProxy;
  let node: TestGateway;
  let ada: Person;
  let close: () => Promise<void>;
  beforeAll(async () => {
    const place = await newPlace('postgres');
    const direct = new URL(place.settings.DATABASE_URL ?? '');
    proxy = await startTcpProxy({ host: direct.hostname, port: Number(direct.port) });
    const through = new URL(direct);
    through.port = String(proxy.port);
    const settings = { DATABASE_URL: through.href, DATABASE_POOL_SIZE: '3' };
    node = await startGateway('postgres', { place, settings });
    ada = await node.person();
    closeKept(node);
    close = async () => {
      await node.stop();
      await proxy.stop();
      await place.remove();
    };
  });
  // So that the next test does not fail as well.
  afterEach(({ task }) => {
    if (task.result?.state === 'fail') proxy.heal();
  });
  afterAll(() => close());

  const readiness = () => node.call<{ status: string }>('GET', '/readiness', { headers });
  const me = () => node.call('GET', '/auth/me', { token: ada.accessToken, headers });
  const isReadyIn = async (ready: boolean): Promise<number> => {
    const began = performance.now();
    while (((await readiness()).status === 200) !== ready) {
      if (performance.now() - began > 10_000) throw new Error(`readiness did not become ${ready}`);
      await sleep(10);
    }
    return performance.now() - began;
  };
  const timed = async <Result>(work: Promise<Result>) => {
    const began = performance.now();
    return { result: await work, tookMs: performance.now() - began };
  };

  it.each(['freeze', 'cut'] as const)(
    '%s: is not ready within 2 s, lets no request hang, and is ready again within 2 s',
    async (how) => {
      const kept = await openRaw(node.url);
      kept.write('GET /readiness HTTP/1.1\r\nHost: x\r\n\r\n');
      expect((await kept.answer()).status).toBe(200);
      proxy[how]();
      // More requests than connections: some of them wait for one.
      const underWay = Promise.all(Array.from({ length: 8 }, () => timed(me())));
      expect(await isReadyIn(false)).toBeLessThan(onThisMachine(2_000));
      expect((await readiness()).body).toEqual({ status: 'database_away' });
      await kept.closed();

      for (const { result, tookMs } of await underWay) {
        expect(result.status).toBe(503);
        expect(tookMs).toBeLessThan(onThisMachine(4_500));
      }
      // From now on no request waits.
      const { result, tookMs } = await timed(me());
      expect(result).toMatchObject({ status: 503, body: { code: 'unavailable', detail: 'The database is away.' } });
      expect(Number(result.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(result.headers.get('connection')).toBe('close');
      expect(tookMs).toBeLessThan(onThisMachine(500));
      for (const path of ['/health', '/readiness', '/metrics']) {
        const answer = await timed(node.call('GET', path, { headers }));
        expect([path, answer.result.status]).toEqual([path, path === '/metrics' ? 200 : 503]);
        expect(answer.tookMs).toBeLessThan(onThisMachine(1_000));
      }

      proxy.heal();
      expect(await isReadyIn(true)).toBeLessThan(onThisMachine(2_000));
      expect((await me()).status).toBe(200);
    },
  );

  it('a node whose connections are all in use is ready', async () => {
    const { database } = node.gateway;
    const locked = Promise.all(
      Array.from({ length: 3 }, () => database.transaction((tx) => tx.get('SELECT pg_sleep(3)'))),
    );
    const waited = timed(me());
    for (let look = 0; look < 12; look += 1) {
      expect((await readiness()).status).toBe(200);
      await sleep(200);
    }
    await locked;
    expect((await waited).result.status).toBe(200);
  });

  it('a node whose connections were closed, while the server is up, stays ready', async () => {
    const url = node.place.settings.DATABASE_URL ?? '';
    const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`;
    await administer(url, end);
    for (let look = 0; look < 15; look += 1) {
      expect((await readiness()).status).toBe(200);
      await sleep(100);
    }
    expect((await me()).status).toBe(200);
  });
});
