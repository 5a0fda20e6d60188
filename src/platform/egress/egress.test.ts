import { once } from 'node:events';
import { createServer } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Exchange, startLocalServer } from '../../../test/harness/local-server.ts';
import { onThisMachine } from '../../../test/harness/this-machine.ts';
import type { Resolve } from './connector.ts';
import { createEgress, type Egress } from './egress.ts';
import type { EgressError } from './egress-error.ts';

type LocalServer = Awaited<ReturnType<typeof startLocalServer>>;
type Seen = { path: string; method: string; headers: Record<string, unknown>; body: string };

const seen: Seen[] = [];
let server: LocalServer;
let other: LocalServer;
const egresses: Egress[] = [];
function egressWith(policy: 'public' | 'local', resolve?: Resolve): Egress {
  const egress = createEgress({ policy, ...(resolve ? { resolve } : {}) });
  egresses.push(egress);
  return egress;
}

async function answer({ request, response, path, body, hang }: Exchange): Promise<void> {
  seen.push({ path, method: request.method ?? '', headers: request.headers, body: body.toString() });
  const { searchParams } = new URL(request.url ?? '/', 'http://x');
  const to = searchParams.get('to');
  if (to !== null) return void response.writeHead(Number(searchParams.get('status') ?? 302), { location: to }).end();
  if (path === '/hang') return hang();
  if (path === '/drip') {
    for (let count = 0; count < 100 && !response.destroyed; count += 1) {
      response.write('x');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return void response.end();
  }
  if (path === '/endless') {
    const chunk = Buffer.alloc(65_536, 'x');
    const endless = Readable.from(
      (function* () {
        while (true) yield chunk;
      })(),
    );
    return pipeline(endless, response);
  }
  if (path === '/gzip') return void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('zipped'));
  if (path === '/brotli')
    return void response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync('brotli'));
  if (path === '/bomb')
    return void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(200_000_000)));
  response.writeHead(path === '/gone' ? 410 : 200, { 'content-type': 'text/plain', 'set-cookie': ['a=1', 'b=2'] });
  response.end(`hello ${path}`);
}

beforeAll(async () => {
  server = await startLocalServer(answer);
  other = await startLocalServer(answer);
});
afterAll(async () => {
  await Promise.all(egresses.map((egress) => egress.close()));
  await server.stop();
  await other.stop();
});

const failureOf = async (promise: Promise<unknown>) =>
  promise.then(
    () => 'answered',
    (error: EgressError) => `${error.failure}: ${error.message}`,
  );

/** URLs of this machine, of this network, or without a valid meaning. */
const neverPublic = [
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0177.0.0.1/',
  'http://0x7f.0.0.1/',
  'http://0x7f000001/',
  'http://127.1/',
  'http://127.0.1/',
  'http://①②⑦.⓪.⓪.①/',
  'http://127。0。0。1/',
  'http://%31%32%37.0.0.1/',
  'http://localhost/',
  'http://LOCALHOST:8080/',
  'http://a.localhost/',
  'http://0.0.0.0/',
  'http://0/',
  'http://0.1.2.3/',
  'http://10.0.0.1/',
  'http://012.0.0.1/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.1.1/',
  'http://100.64.0.1/',
  'http://100.127.255.254/',
  'http://192.0.0.1/',
  'http://192.0.2.1/',
  'http://198.18.0.1/',
  'http://198.19.255.255/',
  'http://203.0.113.9/',
  'http://224.0.0.1/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://[::]/',
  'http://[::1]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::ffff:10.0.0.1]/',
  'http://[::ffff:0:127.0.0.1]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b::10.0.0.1]/',
  'http://[64:ff9b:1::a00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[2002:a00:1::1]/',
  'http://[2001:0:7f00:1::]/',
  'http://[2001:db8::1]/',
  'http://[2001:2::1]/',
  'http://[fc00::1]/',
  'http://[fd12:3456::1]/',
  'http://[fec0::1]/',
  'http://[ff02::1]/',
  'http://[100::1]/',
];

const neverAtAll = [
  'http://169.254.169.254/latest/meta-data/',
  'http://169.254.1.1/',
  'http://2852039166/',
  'http://0xa9fea9fe/',
  'http://0251.0376.0251.0376/',
  'http://169.254.43518/',
  'http://169.254.170.2/',
  'http://100.100.100.200/',
  'http://192.0.0.192/',
  'http://168.63.129.16/',
  'http://[fe80::1]/',
  'http://[febf::1]/',
  'http://[fd00:ec2::254]/',
  'http://[fd00:ec2::23]/',
  'http://[fd20:ce::254]/',
  'http://[::ffff:169.254.169.254]/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://[64:ff9b::169.254.169.254]/',
  'http://[2002:a9fe:a9fe::]/',
  'http://metadata.google.internal/computeMetadata/v1/',
  'http://METADATA.google.internal/',
  'http://metadata.google.internal./',
  'http://metadata/',
  'http://instance-data/',
  'http://user:password@example.com/',
  'http://user@example.com/',
  'http://:password@example.com/',
  'http://example.com@127.0.0.1/',
  'http://example.com./',
  'http://localhost./',
  'ftp://example.com/',
  'file:///etc/passwd',
  'gopher://example.com/',
  'javascript:alert(1)',
  'data:text/plain,x',
  'ws://example.com/',
  'http://',
  'http://[fe80::1%25eth0]/',
  'http://exa mple.com/',
  'http://256.256.256.256/',
  'http://1.2.3.4.5/',
  'example.com',
  '/path',
  '',
  `http://example.com/${'x'.repeat(3_000)}`,
];

describe('allowed addresses', () => {
  const open = egressWith('public');
  const local = egressWith('local');

  it.each([...neverPublic, ...neverAtAll])('public refuses %s, when checked and when connecting', async (url) => {
    expect(() => open.assertAllowed(url, 'http.url')).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        details: { errors: [{ path: 'http.url', message: expect.any(String) }] },
      }),
    );
    expect(await failureOf(open.request(url))).toMatch(/^refused: /);
    await expect(open.fetch(url)).rejects.toMatchObject({ failure: 'refused' });
  });

  it.each(neverAtAll)('local refuses %s too', async (url) => {
    expect(() => local.assertAllowed(url)).toThrow(expect.objectContaining({ code: 'validation_failed' }));
    expect(await failureOf(local.request(url))).toMatch(/^refused: /);
  });

  it.each([
    'https://example.com',
    'http://example.com:8080/a?b=c#d',
    'http://8.8.8.8/',
    'http://134744072/',
    'http://168.63.129.17/',
    'http://[2606:4700:4700::1111]/',
    'http://[::ffff:8.8.8.8]/',
    'http://[64:ff9b::8.8.8.8]/',
    'http://bücher.example/',
    'http://internal.example/',
  ])('public allows %s', (url) => {
    expect(() => open.assertAllowed(url)).not.toThrow();
  });

  it.each([
    'http://localhost:3000/',
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://10.1.2.3/',
    'http://192.168.0.1/',
    'http://100.64.0.1/',
    'http://[fd12:3456::1]/',
  ])('local allows %s', (url) => {
    expect(() => local.assertAllowed(url)).not.toThrow();
  });

  it.each(['http://0.0.0.0/', 'http://[::]/', 'http://224.0.0.1/', 'http://198.18.0.1/', 'http://255.255.255.255/'])(
    'local refuses %s, which is neither public nor private',
    (url) => {
      expect(() => local.assertAllowed(url)).toThrow();
    },
  );
});

describe('DNS answers', () => {
  const answers = (...rounds: string[][]): Resolve & { asked: number } => {
    const resolve = async () => {
      const addresses = rounds[Math.min(resolve.asked, rounds.length - 1)] ?? [];
      resolve.asked += 1;
      return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    };
    resolve.asked = 0;
    return resolve;
  };
  const named = (name: string) => `${server.origin.replace('127.0.0.1', name)}/named`;
  const reached = async (egress: Egress) => {
    const before = seen.length;
    const outcome = await failureOf(egress.request(named('rebind.example')));
    return { outcome, requests: seen.length - before };
  };

  it.each([
    '127.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '::1',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    'fe80::1%eth0',
    'fd00:ec2::254',
    '0.0.0.0',
    '::',
  ])('a public name that resolves to %s is refused', async (address) => {
    const { outcome, requests } = await reached(egressWith('public', answers([address])));
    expect(outcome).toMatch(/^refused: /);
    expect(outcome).not.toContain(address);
    expect(requests).toBe(0);
  });

  it('one refused address among allowed ones is enough', async () => {
    const { outcome } = await reached(egressWith('public', answers(['93.184.216.34', '127.0.0.1'])));
    expect(outcome).toMatch(/^refused: /);
    const local = await reached(egressWith('local', answers(['127.0.0.1', '169.254.169.254'])));
    expect(local).toEqual({ outcome: expect.stringMatching(/^refused: /), requests: 0 });
  });

  it('the socket connects to the address that was checked, even if the answer changes afterwards', async () => {
    const resolve = answers(['127.0.0.1'], ['169.254.169.254']);
    const egress = egressWith('local', resolve);
    expect(await reached(egress)).toEqual({ outcome: 'answered', requests: 1 });
    expect(resolve.asked).toBe(1);
  });

  it('each new connection resolves again: a name with a new, refused address is refused', async () => {
    const resolve = answers(['127.0.0.1'], ['169.254.169.254']);
    const egress = egressWith('local', resolve);
    await egress.request(named('rebind.example'));
    // Another port is another connection.
    const before = seen.length;
    const url = `${other.origin.replace('127.0.0.1', 'rebind.example')}/second`;
    expect(await failureOf(egress.request(url))).toMatch(/^refused: rebind.example is a link-local/);
    expect(await failureOf(egress.fetch(url))).toMatch(/^refused: /);
    expect(seen.length).toBe(before);
  });

  it('an unknown name is reported as unknown', async () => {
    const unknown: Resolve = async () => {
      throw Object.assign(new Error('getaddrinfo ENOTFOUND secret-internal-name'), { code: 'ENOTFOUND' });
    };
    expect((await reached(egressWith('public', unknown))).outcome).toBe(
      'unreachable: The server could not be reached: the host name is not known.',
    );
    expect((await reached(egressWith('public', answers([])))).outcome).toMatch(/host name is not known/);
  });
});

describe('redirects', () => {
  const local = egressWith('local');
  const redirect = (to: string, status = 302) => `${server.origin}/start?status=${status}&to=${encodeURIComponent(to)}`;
  const lastSeen = () => seen.at(-1) as Seen;

  it('are not followed by default', async () => {
    expect(await local.request(redirect(`${other.origin}/there`))).toMatchObject({
      status: 302,
      headers: { location: `${other.origin}/there` },
    });
    expect(lastSeen().path).toBe('/start');
  });

  it.each([
    'http://169.254.169.254/',
    'http://0xa9fea9fe/',
    'http://[::ffff:169.254.169.254]/',
    'http://metadata.google.internal/',
    'http://user:password@127.0.0.1/',
    'file:///etc/passwd',
    '//169.254.169.254/',
    'http://[',
  ])('to %s are refused', async (to) => {
    expect(await failureOf(local.request(redirect(to), { maxRedirects: 5 }))).toMatch(/^refused: /);
  });

  it('are followed up to the limit', async () => {
    const twice = redirect(redirect(`${other.origin}/end`));
    expect(await local.request(twice, { maxRedirects: 2 })).toMatchObject({ status: 200, url: `${other.origin}/end` });
    expect(await local.request(twice, { maxRedirects: 1 })).toMatchObject({ status: 302 });
  });

  it('send no secrets to another origin', async () => {
    const headers = { authorization: 'Bearer secret', 'x-api-key': 'secret', accept: 'text/plain' };
    await local.request(redirect(`${server.origin}/same`), { headers, maxRedirects: 1 });
    expect(lastSeen().headers).toMatchObject(headers);
    await local.request(redirect(`${other.origin}/other`), { headers, maxRedirects: 1 });
    expect(lastSeen().headers.accept).toBe('text/plain');
    expect(JSON.stringify(lastSeen())).not.toContain('secret');
  });

  it.each([
    [302, 'GET', ''],
    [303, 'GET', ''],
    [307, 'POST', 'body'],
    [308, 'POST', 'body'],
  ])('a POST answered with %i continues as %s', async (status, method, body) => {
    await local.request(redirect('/next', status), { method: 'POST', body: 'body', maxRedirects: 1 });
    expect(lastSeen()).toMatchObject({ path: '/next', method, body });
  });
});

describe('a request', () => {
  const local = egressWith('local');

  it('returns the answer with any status', async () => {
    const answered = await local.request(`${server.origin}/gone`, { method: 'POST', body: '{"a":1}' });
    expect(answered).toMatchObject({ status: 410, truncated: false, url: `${server.origin}/gone` });
    expect(answered.headers['set-cookie']).toBe('a=1, b=2');
    expect(answered.body.toString()).toBe('hello /gone');
    expect(seen.at(-1)).toMatchObject({ method: 'POST', body: '{"a":1}', headers: { 'user-agent': 'agent-gateway' } });
  });

  it.each(['/hang', '/drip'])('ends at its total timeout: %s', async (path) => {
    const started = performance.now();
    expect(await failureOf(local.request(server.origin + path, { timeoutMs: 300 }))).toBe(
      'timeout: No answer within 300 ms.',
    );
    expect(performance.now() - started).toBeLessThan(onThisMachine(1_500));
  });

  it('ends when it is cancelled', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 100);
    expect(await failureOf(local.request(`${server.origin}/hang`, { signal: controller.signal }))).toMatch(
      /^cancelled: /,
    );
  });

  it('reads at most maxBytes, and says that it cut the body', async () => {
    const endless = await local.request(`${server.origin}/endless`);
    expect(endless).toMatchObject({ truncated: true });
    expect(endless.body.length).toBe(16_384);
    expect((await local.request(`${server.origin}/endless`, { maxBytes: 10 })).body.toString()).toBe('x'.repeat(10));
  });

  it('reads compressed answers, and limits a decompression bomb', async () => {
    expect((await local.request(`${server.origin}/gzip`)).body.toString()).toBe('zipped');
    expect((await local.request(`${server.origin}/brotli`)).body.toString()).toBe('brotli');
    const before = process.memoryUsage().rss;
    expect(await local.request(`${server.origin}/bomb`)).toMatchObject({ truncated: true });
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
  });

  it('limits a body read by fetch too', async () => {
    const response = await local.fetch(`${server.origin}/endless`);
    await expect(response.arrayBuffer()).rejects.toThrow('too large');
    const redirect = await local.fetch(`${server.origin}/x?to=http://169.254.169.254/`);
    expect(redirect.status).toBe(302);
  });

  it('reports a refused connection without the address', async () => {
    const listener = createServer().listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const { port } = listener.address() as { port: number };
    listener.close();
    await once(listener, 'close');
    expect(await failureOf(local.request(`http://127.0.0.1:${port}/`))).toBe(
      'unreachable: The server could not be reached: the connection was refused.',
    );
  });

  it.each([
    { Host: 'metadata.google.internal' },
    { connection: 'upgrade' },
    { 'Transfer-Encoding': 'chunked' },
    { 'content-length': '5' },
    { 'proxy-authorization': 'x' },
    { upgrade: 'websocket' },
    { te: 'trailers' },
    { 'x-a': 'one\r\nx-b: two' },
    { 'x-a': 'new\nline' },
    { 'x a': 'space' },
    { 'x-a:': 'colon' },
    { '': 'nameless' },
    { 'X-A': 'one', 'x-a': 'two' },
    { 'x-a': 'ü'.repeat(10) },
    { 'x-a': 'x'.repeat(9_000) },
  ])('refuses the header %o', async (headers) => {
    expect(() => local.assertHeaders(headers as unknown as Record<string, string>)).toThrow(
      expect.objectContaining({ code: 'validation_failed' }),
    );
    const before = seen.length;
    expect(
      await failureOf(local.request(server.origin, { headers: headers as unknown as Record<string, string> })),
    ).toMatch(/^refused: The headers/);
    expect(seen.length).toBe(before);
  });

  it('uses no proxy of the environment', async () => {
    process.env.HTTP_PROXY = process.env.http_proxy = 'http://127.0.0.1:1';
    try {
      expect((await egressWith('local').request(`${server.origin}/direct`)).status).toBe(200);
    } finally {
      delete process.env.HTTP_PROXY;
      delete process.env.http_proxy;
    }
  });
});
