import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { quickPerson } from '../../../test/harness/people.ts';
import { createHttpServer } from '../../http/server.ts';
import { consoleRoutes, createBuildFolder } from './index.ts';

describe('the files of the console', () => {
  let folder: string;
  let app: FastifyInstance;
  let url: string;
  let builds = 0;

  function build(files: Record<string, string>): void {
    mkdirSync(join(folder, 'dist', 'assets'), { recursive: true });
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(join(folder, 'dist', name), content);
      writeFileSync(join(folder, 'dist', `${name}.gz`), gzipSync(content));
    }
    const note = join(folder, 'dist', 'build.json');
    writeFileSync(
      note,
      JSON.stringify({ stamp: 'x', files: Object.keys(files).map((name) => ({ name, digest: `${name}-1` })) }),
    );
    builds += 1;
    utimesSync(note, builds, builds);
  }
  const get = (path: string, headers: Record<string, string> = {}) => fetch(`${url}${path}`, { headers });

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gateway-console-'));
    app = createHttpServer({
      log: pino({ level: 'silent' }),
      trustProxy: [],
      headersTimeoutMs: 5_000,
      requestTimeoutMs: 5_000,
    });
    await app.register(consoleRoutes(createBuildFolder(folder)));
    url = await app.listen({ port: 0, host: '127.0.0.1' });
    return async () => {
      await app.close();
      rmSync(folder, { recursive: true, force: true });
    };
  });

  it('are served with their types, kept for ever where their name says what they hold, and asked for anew where not', async () => {
    build({ 'index.html': '<!doctype html>page', 'assets/index-abc.js': 'run()', 'icon.svg': '<svg/>' });
    const page = await get('/console');
    expect([page.status, await page.text()]).toEqual([200, '<!doctype html>page']);
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'content-encoding': 'gzip',
      'x-content-type-options': 'nosniff',
    });
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('unsafe');
    const script = await get('/console/assets/index-abc.js');
    expect(Object.fromEntries(script.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect((await get('/console', { 'if-none-match': page.headers.get('etag') ?? '' })).status).toBe(304);
  });

  it('give the page for addresses of pages, and nothing for what is not a file of the build', async () => {
    build({ 'index.html': 'page' });
    writeFileSync(join(folder, 'secret.txt'), 'secret');
    for (const path of ['/console/', '/console/chat', '/console/agents/agt_1'])
      expect([path, await (await get(path)).text()]).toEqual([path, 'page']);
    for (const path of [
      '/console/assets/none.js',
      '/console/..%2fsecret.txt',
      '/console/%2e%2e/%2e%2e/secret.txt',
      '/console/..%5csecret.txt',
      '/console/build.json',
      '/console/index.html.gz',
      '/console/session/none',
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });

  it('say that they are being built, that this failed, and then the page, without a restart', async () => {
    const waiting = await get('/console');
    expect([waiting.status, waiting.headers.get('retry-after')]).toEqual([503, '3']);
    expect(await waiting.text()).toContain('is being built');
    mkdirSync(join(folder, '.build'));
    writeFileSync(join(folder, '.build', 'failure.txt'), 'no network in /home/ada');
    const failed = await (await get('/console/chat')).text();
    expect(failed).toContain('could not be built');
    expect(failed).not.toContain('/home/ada');
    build({ 'index.html': 'first', 'assets/one.js': '1' });
    expect(await (await get('/console')).text()).toBe('first');
    build({ 'index.html': 'second', 'assets/two.js': '2' });
    expect(await (await get('/console')).text()).toBe('second');
    expect((await get('/console/assets/two.js')).status).toBe(200);
    // Somebody has the first page open still.
    expect((await get('/console/assets/one.js')).status).toBe(200);
  });
});

describe('signing in to the console', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway('sqlite', { settings: { GATEWAY_BASE_URL: 'https://gateway.example.com' } });
  });
  afterAll(() => gateway.stop());

  const refreshWith = (cookie: string, headers: Record<string, string> = {}) =>
    gateway.call<{ accessToken: string }>('POST', '/console/session/refresh', { headers: { cookie, ...headers } });

  it('keeps the refresh token in a cookie that scripts, other sites and other paths do not see', async () => {
    const { email, password } = await quickPerson(gateway);
    const opened = await gateway.call('POST', '/console/session', { body: { email, password } });
    expect(Object.keys(opened.body)).toEqual(['accessToken']);
    const cookie = opened.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(
      /^gateway_console=[\w.-]+; Path=\/console\/session; Max-Age=604800; HttpOnly; SameSite=Strict; Secure$/,
    );
    const [first = ''] = cookie.split(';');
    const refreshed = await refreshWith(first);
    expect([refreshed.status, Object.keys(refreshed.body)]).toEqual([200, ['accessToken']]);
    const me = await gateway.call('GET', '/auth/me', { token: refreshed.body.accessToken });
    expect(me.body.email).toBe(email);
    // Good once, as everywhere.
    expect((await refreshWith(first)).status).toBe(401);
    expect((await refreshWith('other=1')).status).toBe(401);
    const closed = await gateway.call('DELETE', '/console/session');
    expect([closed.status, closed.headers.get('set-cookie')]).toEqual([204, expect.stringContaining('Max-Age=0')]);
  });

  it('stays when the password is changed in it, and every other sign-in ends', async () => {
    const { email, password } = await quickPerson(gateway);
    const signedIn = async () => {
      const opened = await gateway.call<{ accessToken: string }>('POST', '/console/session', {
        body: { email, password },
      });
      return { token: opened.body.accessToken, cookie: (opened.headers.get('set-cookie') ?? '').split(';')[0] ?? '' };
    };
    const [here, elsewhere] = [await signedIn(), await signedIn()];
    const changing = (currentPassword: string, headers: Record<string, string>) =>
      gateway.call('PUT', '/console/session/password', {
        token: here.token,
        body: { currentPassword, newPassword: 'an even better battery' },
        headers,
      });
    expect((await changing('wrong', { cookie: here.cookie })).status).toBe(401);
    expect((await changing(password, { cookie: here.cookie, 'sec-fetch-site': 'same-site' })).status).toBe(403);
    expect((await changing(password, { cookie: here.cookie })).status).toBe(204);
    expect((await refreshWith(elsewhere.cookie)).status).toBe(401);
    expect((await refreshWith(here.cookie)).status).toBe(200);
  });

  it('is refused to pages of others, a neighbour on the same site included', async () => {
    const { email, password } = await quickPerson(gateway);
    const { host } = new URL(gateway.url);
    const statusFrom = async (headers: Record<string, string>) =>
      (await gateway.call('POST', '/console/session', { body: { email, password }, headers })).status;
    expect(await statusFrom({ 'sec-fetch-site': 'same-site' })).toBe(403);
    expect(await statusFrom({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await statusFrom({ origin: 'https://elsewhere.example.com' })).toBe(403);
    expect(await statusFrom({ origin: 'null' })).toBe(403);
    expect(await statusFrom({ 'sec-fetch-site': 'same-origin' })).toBe(200);
    expect(await statusFrom({ origin: `http://${host}` })).toBe(200);
  });
});
