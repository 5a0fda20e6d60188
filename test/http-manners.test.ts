import { request } from 'node:http';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodingFor } from '../src/http/answers/compression.ts';
import { readDescription, routesOf } from './harness/api-description.ts';
import { apiKey, startGateway, type TestGateway } from './harness/gateway.ts';
import { newTalker, type Talker } from './harness/talking.ts';

/** What every HTTP client may expect, whatever it asks: challenges, other methods, the entrance, compression. */
let gateway: TestGateway;
let ada: Talker;
beforeAll(async () => {
  gateway = await startGateway('sqlite', {
    settings: { RATE_LIMIT_AUTH: '1000000', CORS_ORIGINS: 'https://a.example' },
  });
  ada = await newTalker(gateway);
});
afterAll(() => gateway.stop());

type Raw = { status: number; headers: Record<string, string | string[] | undefined>; bytes: Buffer };
/** Bytes as they came: `fetch` would undo the compression. */
const ask = (method: string, path: string, headers: Record<string, string> = {}, body?: unknown): Promise<Raw> =>
  new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const type = text === undefined ? {} : { 'content-type': 'application/json' };
    const asked = request(`${gateway.url}${path}`, { method, headers: { ...type, ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) }),
      );
    });
    asked.on('error', reject);
    asked.end(text);
  });
const bearer = () => ({ authorization: `Bearer ${ada.accessToken}` });

describe('a refusal for want of credentials', () => {
  const plain = 'Bearer realm="agent-gateway"';
  const challenge = async (method: string, path: string, headers: Record<string, string> = {}, body?: unknown) => {
    const answer = await ask(method, path, headers, body);
    return [answer.status, answer.headers['www-authenticate']];
  };

  it('says how to bring some, on every route that wants them', async () => {
    const secured = routesOf(readDescription()).filter(({ secured }) => secured !== undefined);
    expect(secured.length).toBeGreaterThan(100);
    const named = expect.stringMatching(/^Bearer realm="agent-gateway", resource_metadata="http[^"\\]+"$/);
    for (const { method, path } of secured)
      expect(await challenge(method, path), `${method} ${path}`).toEqual([401, path === '/mcp' ? named : plain]);
  });

  it('says that what was brought is not valid, without a word that breaks the header', async () => {
    const invalid = expect.stringMatching(
      /^Bearer realm="agent-gateway", error="invalid_token", error_description="[^"\\]+"$/,
    );
    expect(await challenge('GET', '/auth/me', { authorization: 'Bearer wrong' })).toEqual([401, invalid]);
    expect(await challenge('GET', '/agents', { 'x-api-key': 'agw_wrong' })).toEqual([401, invalid]);
    expect(await challenge('GET', '/admin/users', { 'x-api-key': 'wrong' })).toEqual([401, invalid]);
    expect(await challenge('GET', '/inference/models', { authorization: 'Bearer sk-1' })).toEqual([401, invalid]);
    // Nothing that we could judge.
    expect(await challenge('GET', '/auth/me', { authorization: 'Basic YTpi' })).toEqual([401, plain]);
    const wrong = { email: ada.email, password: 'wrong horse' };
    expect(await challenge('POST', '/auth/login', {}, wrong)).toEqual([401, plain]);
  });

  it('names a scope that is missing, and is on no other answer', async () => {
    const made = await ada.act<{ key: string }>('POST', '/auth/keys', { name: 'Reader', scopes: ['agents:read'] });
    const scope = expect.stringContaining('error="insufficient_scope"');
    const asKey = { authorization: `Bearer ${made.body.key}` };
    expect(await challenge('POST', '/agents', asKey, { name: 'No' })).toEqual([403, scope]);
    expect(await challenge('GET', '/agents', asKey)).toEqual([200, undefined]);
    expect(await challenge('GET', '/nowhere')).toEqual([404, undefined]);
  });
});

describe('another method of a known path', () => {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'];

  const patterns = Object.entries(readDescription().paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => ({
      method: method.toUpperCase(),
      shape: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]*')}$`),
    })),
  );
  const fits = (method: string, path: string) =>
    patterns.some((pattern) => pattern.method === method && pattern.shape.test(path));

  it('is 405 and names those there are, on every path and for anyone', async () => {
    const paths = Map.groupBy(routesOf(readDescription()), ({ path }) => path);
    for (const [path, routes] of paths) {
      const own = routes.map(({ method }) => method);
      const known = new Set([...own, ...(own.includes('GET') ? ['HEAD'] : [])]);
      const unknown = methods.filter((method) => !known.has(method) && method !== 'OPTIONS');
      // A path with a parameter may fit too: DELETE /members/accept is about a member called so.
      const named = [...known].sort().join('.*, ');
      for (const method of unknown) {
        const { status, headers } = await ask(method, path);
        if (status !== 401 || headers.allow !== undefined)
          expect([status, headers.allow], `${method} ${path}`).toEqual([405, expect.stringMatching(named)]);
        else expect(fits(method, path), `${method} ${path}`).toBe(true);
      }
      const { status, headers } = await ask('OPTIONS', path);
      expect([status, headers.allow], `OPTIONS ${path}`).toEqual([204, expect.stringMatching(`${named}.*, OPTIONS$`)]);
    }
  });

  it('is in the words of its clients, and an unknown path stays unknown', async () => {
    const problem = await ask('PATCH', '/agents/agt_1?x=1', {}, {});
    expect(JSON.parse(problem.bytes.toString())).toMatchObject({ code: 'method_not_allowed', status: 405 });
    const openAi = await ask('GET', '/inference/chat/completions');
    expect([openAi.status, openAi.headers.allow, JSON.parse(openAi.bytes.toString()).error.code]).toEqual([
      405,
      'POST',
      'method_not_allowed',
    ]);
    for (const path of ['/nowhere', '/agents/a/b/c', `/agents/${'x'.repeat(300)}`, '//'])
      for (const method of ['PUT', 'OPTIONS', 'PROPFIND'])
        expect([path, method, (await ask(method, path)).status]).toEqual([path, method, 404]);
    expect((await ask('PUT', '/%61gents')).status).toBe(405);
    expect((await ask('PUT', `/${'a/'.repeat(5_000)}`)).status).toBe(404);
  });

  it('HEAD is GET without what it says, and does not wait for a stream', async () => {
    const head = await ask('HEAD', '/agents', { ...bearer(), 'accept-encoding': 'gzip' });
    expect([head.status, head.bytes.length, head.headers['content-type']]).toEqual([
      200,
      0,
      'application/json; charset=utf-8',
    ]);
    expect((await ask('HEAD', '/agents')).status).toBe(401);
    const stream = await ask('HEAD', '/changelog/stream', bearer());
    expect([stream.status, stream.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
  });
});

describe('the entrance', () => {
  it('leads a browser to the console and tells everyone else where things are', async () => {
    const html = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const browser = await ask('GET', '/', { accept: html });
    expect([browser.status, browser.headers.location, browser.headers.vary]).toEqual([
      302,
      '/console',
      'Origin, Accept',
    ]);
    for (const accept of ['*/*', 'application/json', 'application/json, text/html;q=0']) {
      const { status, headers, bytes } = await ask('GET', '/', { accept });
      expect([status, headers.vary]).toEqual([200, 'Origin, Accept']);
      const { name, version, ...addresses } = JSON.parse(bytes.toString()) as Record<string, string>;
      expect([name, typeof version]).toEqual(['Agent Gateway', 'string']);
      expect(addresses).toEqual({
        console: '/console',
        docs: '/docs',
        description: '/openapi.json',
        health: '/health',
      });
      for (const path of Object.values(addresses)) expect((await ask('GET', path)).status, path).not.toBe(404);
    }
  });
});

describe('compression', () => {
  const undo = { gzip: gunzipSync, br: brotliDecompressSync };
  const words = 'A sentence that comes again and again, as sentences of models do. ';

  it.each([
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0', undefined],
    ['*', 'br'],
    ['GZIP', 'gzip'],
    ['brotli, xgzip', undefined],
    ['gzip;q=nonsense', undefined],
  ])('is what the client likes best: %s is %s', (accepted, expected) => expect(encodingFor(accepted)).toBe(expected));

  it('is for answers over 1 KB, in the form asked for, and says that it varies', async () => {
    const wordy = await ada.act('POST', '/agents', { name: 'Wordy', systemPrompt: words.repeat(200) });
    expect(wordy.status, wordy.text).toBe(201);
    const path = `/agents/${wordy.body.id}`;
    const plain = await ask('GET', path, bearer());
    expect([plain.headers['content-encoding'], plain.headers.vary]).toEqual([undefined, 'Origin, Accept-Encoding']);
    for (const encoding of ['gzip', 'br'] as const) {
      const answer = await ask('GET', path, { ...bearer(), 'accept-encoding': encoding });
      expect([answer.status, answer.headers['content-encoding'], answer.headers.vary]).toEqual([
        200,
        encoding,
        'Origin, Accept-Encoding',
      ]);
      expect(answer.headers['content-length']).toBe(String(answer.bytes.length));
      expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 4);
      expect(undo[encoding](answer.bytes).equals(plain.bytes)).toBe(true);
    }
    const small = await ask('GET', '/auth/me', { ...bearer(), 'accept-encoding': 'gzip' });
    expect(small.headers['content-encoding']).toBe(undefined);
    const refused = await ask('GET', `/agents?${'x'.repeat(2_000)}=1`, { ...bearer(), 'accept-encoding': 'gzip' });
    expect([refused.status, refused.headers['content-encoding']]).toEqual([400, 'gzip']);
    expect(JSON.parse(gunzipSync(refused.bytes).toString())).toMatchObject({ code: 'validation_failed' });
  });

  it('is for what is streamed in pieces, and never for events', async () => {
    for (let n = 0; n < 20; n += 1) await ada.act('POST', '/memory/daily', { content: `${words} ${n}` });
    const exported = await ask('GET', '/memory/export', { ...bearer(), 'accept-encoding': 'gzip' });
    expect(exported.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(exported.bytes).toString()).entries).toHaveLength(20);
    const chat = { agentId: ada.agentId, message: words.repeat(40) };
    const events = await ask('POST', '/agent/chat/stream', { ...bearer(), 'accept-encoding': 'gzip, br' }, chat);
    expect([events.headers['content-encoding'], events.headers.vary]).toEqual([undefined, 'Origin']);
    expect(events.bytes.toString()).toContain('stream_done');
  });

  it('leaves alone what shows a secret, however long', async () => {
    const secret = async (path: string, body: object, headers: Record<string, string> = bearer()) => {
      const answer = await ask('POST', path, { ...headers, 'accept-encoding': 'gzip, br' }, body);
      expect([answer.status, answer.headers['content-encoding']], path).toEqual([201, undefined]);
      return answer.bytes.length;
    };
    const models = Array.from({ length: 30 }, (_, n) => `local/${'m'.repeat(60)}-${n}`);
    expect(await secret('/auth/keys', { name: 'Long', models })).toBeGreaterThan(1_024);
    const url = `https://example.com/${'x'.repeat(1_500)}`;
    expect(await secret('/webhooks', { url, events: ['*'] })).toBeGreaterThan(1_024);
    await secret('/admin/api-keys', { name: 'Operator', scopes: ['admin'] }, { 'x-api-key': apiKey });
  });

  it('happens outside the event loop', async () => {
    // Node 24 has it; the types do not name it yet.
    const { threadCpuUsage } = process as unknown as { threadCpuUsage(): { user: number; system: number } };
    const cpuMs = async (work: () => unknown) => {
      const before = threadCpuUsage();
      await work();
      const { user, system } = threadCpuUsage();
      return (user + system - before.user - before.system) / 1_000;
    };
    const get = (accepted: string) => ask('GET', '/openapi.json', { ...bearer(), 'accept-encoding': accepted });
    const { bytes } = await get('identity');
    expect(bytes.length).toBeGreaterThan(300_000);
    expect((await get('br')).headers['content-encoding']).toBe('br');
    const rounds = 10;
    const here = await cpuMs(() => {
      for (let n = 0; n < rounds; n += 1)
        brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } });
    });
    const serving = (accepted: string) =>
      cpuMs(async () => {
        for (let n = 0; n < rounds; n += 1) await get(accepted);
      });
    // The least of five in turn: on a busy machine some of them take twice the CPU.
    let [plain, served] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let turn = 0; turn < 5; turn += 1) {
      plain = Math.min(plain, await serving('identity'));
      served = Math.min(served, await serving('br'));
    }
    expect(served - plain, `${plain} ms of the event loop without, ${served} ms with`).toBeLessThan(here / 2);
  });
});
