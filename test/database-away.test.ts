import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { spawnGateway } from './harness/child-gateway.ts';
import { apiKey, jwtSecret, startGateway, type TestGateway } from './harness/gateway.ts';
import { type PostgresServer, startPostgres } from './harness/postgres-server.ts';

const soon = (check: () => unknown) => vi.waitFor(check, { timeout: 15_000, interval: 50 });

describe('while PostgreSQL is away', { timeout: 60_000 }, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    // With fsync off it would forget its last commits when it is killed.
    server = await startPostgres({ durable: true });
  });
  afterAll(() => server.stop());

  it('requests get 503 and all comes back by itself', async () => {
    const place = { settings: { DATABASE_URL: server.url('postgres') }, remove: async () => undefined };
    const one = await startGateway('postgres', { place });
    const other = await startGateway('postgres', { place });
    const ada = await one.person();
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
      const { status, headers, body } = await call(method, path, { token: ada.accessToken, ...options });
      expect({ path, status }).toEqual({ path, status: 503 });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(headers.get('content-type')).toContain('application/problem+json');
      expect(body).toMatchObject({ code: 'unavailable', detail: 'The database is away.' });
      expect(body.requestId).toBe(headers.get('x-request-id'));
    };
    const credentials = { email: ada.email, password: ada.password };
    for (const gateway of [one, other]) {
      await Promise.all(Array.from({ length: 50 }, () => away(gateway, 'GET', '/auth/me')));
      await away(gateway, 'POST', '/auth/login', { body: credentials });
      await away(gateway, 'POST', '/auth/register', { body: { ...credentials, email: 'new@example.com' } });
      await away(gateway, 'POST', '/auth/refresh', { body: { refreshToken: ada.refreshToken } });
      await away(gateway, 'POST', '/auth/logout');
      const keys = { headers: { 'x-api-key': apiKey }, body: { name: 'a', scopes: ['admin'] } };
      await away(gateway, 'POST', '/admin/api-keys', keys);
      // It cannot know whether the key is wrong.
      await away(gateway, 'GET', '/admin/api-keys', { headers: { 'x-api-key': 'unknown' } });
      await soon(async () => {
        const health = await gateway.call<{ status: string; checks: object }>('GET', '/health');
        expect(health).toMatchObject({
          status: 503,
          body: { status: 'down', checks: { database: { status: 'down' } } },
        });
      });
      // The gateway itself is fine: what needs no database is served.
      expect((await gateway.call('GET', '/readiness')).status).toBe(200);
      expect((await gateway.call('GET', '/metrics')).status).toBe(200);
      expect((await gateway.call('GET', '/auth/me', { token: 'nonsense' })).status).toBe(401);
    }

    await server.start();
    for (const gateway of [one, other]) {
      await soon(async () =>
        expect((await gateway.call('GET', '/auth/me', { token: ada.accessToken })).body.id).toBe(ada.id),
      );
      await soon(async () => expect((await gateway.call('GET', '/health')).status).toBe(200));
    }
    expect((await one.call('POST', '/auth/refresh', { body: { refreshToken: ada.refreshToken } })).status).toBe(200);
    await soon(() => {
      other.gateway.bus.publish('news', 'after');
      expect(heard).toContain('after');
      expect(reconnects).toBe(1);
    });
    await other.stop();
    await one.stop();
  });

  it('a gateway waits for it with readiness 503, and is ready when it is there', async () => {
    await server.kill();
    const settings = { JWT_SECRET: jwtSecret, GATEWAY_API_KEY: apiKey, PORT: '0', SHUTDOWN_TIMEOUT: '5s' };
    const spawnOne = async () => {
      const { child, output, exited } = spawnGateway({ ...settings, DATABASE_URL: server.url('postgres') });
      const url = await soon(() => {
        const found = /Server listening at (http:\/\/[^"\s]+)/.exec(output())?.[1];
        expect(found).toBeTruthy();
        return found as string;
      });
      return { child, exited, url: url as string };
    };
    const [first, second] = await Promise.all([spawnOne(), spawnOne()]);
    await sleep(500);
    for (const { url } of [first, second]) {
      const readiness = await fetch(`${url}/readiness`);
      expect(readiness.status).toBe(503);
      expect(await readiness.json()).toEqual({ status: 'starting' });
      const answer = await fetch(`${url}/admin/api-keys`, { headers: { 'x-api-key': apiKey } });
      expect(answer.status).toBe(503);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await fetch(`${url}/health`)).status).toBe(503);
    }
    // One is told to stop while it waits, and does.
    second.child.kill('SIGTERM');
    expect(await second.exited).toEqual({ code: 0, signal: null });

    await server.start();
    await soon(async () => expect((await fetch(`${first.url}/readiness`)).status).toBe(200));
    expect((await fetch(`${first.url}/admin/api-keys`, { headers: { 'x-api-key': apiKey } })).status).toBe(200);
    first.child.kill('SIGTERM');
    expect(await first.exited).toEqual({ code: 0, signal: null });
  });
});
