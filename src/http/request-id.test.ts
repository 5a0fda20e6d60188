import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../test/harness/gateway.ts';
import { openRaw, type RawAnswer, sendRaw } from '../../test/harness/raw-http.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const mine = 'trace-42';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway('sqlite', { settings: { HEADERS_TIMEOUT: '300ms', REQUEST_TIMEOUT: '600ms' } });
});
afterAll(() => gateway.stop());

function expectProblem({ status, headers, body }: RawAnswer, expected: [number, string], requestId: string | RegExp) {
  expect([status, headers['content-type']]).toEqual([expected[0], 'application/problem+json; charset=utf-8']);
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
  if (requestId instanceof RegExp) expect(headers['x-request-id']).toMatch(requestId);
  else expect(headers['x-request-id']).toBe(requestId);
  expect(JSON.parse(body)).toMatchObject({
    type: `urn:agent-gateway:problem:${expected[1]}`,
    title: expect.any(String),
    detail: expect.any(String),
    status: expected[0],
    code: expected[1],
    requestId: headers['x-request-id'],
  });
}

const request = (line: string, ...headers: string[]) =>
  `${[`${line} HTTP/1.1`, 'Host: gateway', `X-Request-ID: ${mine}`, ...headers].join('\r\n')}\r\n\r\n`;
const handshake = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
const json = 'Content-Type: application/json';

describe('the request id', () => {
  it('is generated for each request without one', async () => {
    const ids = await Promise.all([1, 2].map(async () => (await gateway.call('GET', '/readiness')).headers));
    const [one, other] = ids.map((headers) => headers.get('x-request-id'));
    expect(one).toMatch(uuid);
    expect(other).toMatch(uuid);
    expect(one).not.toBe(other);
  });

  it.each(['x', '~!@#{}', 'a'.repeat(256)])('is the one the client sent: %s', async (id) => {
    const { headers } = await gateway.call('GET', '/readiness', { headers: { 'x-request-id': id } });
    expect(headers.get('x-request-id')).toBe(id);
  });

  it.each([
    ['too long', 'a'.repeat(257)],
    ['empty', ''],
    ['with a space in it', 'two words'],
    ['with a tab in it', 'two\twords'],
    ['not ASCII', 'caf\xe9'],
    ['sent twice', 'one\r\nX-Request-ID: two'],
  ])('is replaced if it is not valid: %s', async (_what, id) => {
    const answer = await sendRaw(
      gateway.url,
      Buffer.from(`GET /readiness HTTP/1.1\r\nHost: x\r\nX-Request-ID: ${id}\r\n\r\n`, 'latin1'),
    );
    expect(answer.status).toBe(200);
    expect(answer.headers['x-request-id']).toMatch(uuid);
  });

  const large = 'x'.repeat(1_048_577);
  it.each<[string, string, [number, string]]>([
    ['an unknown address', request('GET /nowhere'), [404, 'not_found']],
    [
      'an unknown address with a broken body',
      `${request('POST /nowhere', json, 'Content-Length: 2')}{]`,
      [404, 'not_found'],
    ],
    ['an unknown address with any body', `${request('POST /nowhere', 'Content-Length: 3')}abc`, [404, 'not_found']],
    ['a method nobody serves', request('PROPFIND /auth/me'), [405, 'method_not_allowed']],
    ['an address that cannot be decoded', request('GET /auth/%zz'), [400, 'bad_request']],
    ['an address with NUL in it', request('DELETE /admin/api-keys/%00'), [400, 'bad_request']],
    ['no Host', `GET /readiness HTTP/1.1\r\nX-Request-ID: ${mine}\r\n\r\n`, [400, 'bad_request']],
    ['no token', request('GET /auth/me'), [401, 'unauthenticated']],
    ['broken JSON', `${request('POST /auth/login', json, 'Content-Length: 2')}{]`, [400, 'malformed_json']],
    [
      'a body over 1 MiB',
      `${request('POST /auth/login', json, `Content-Length: ${large.length}`)}`,
      [413, 'body_too_large'],
    ],
    [
      'a body over 1 MiB of unknown length',
      `${request('POST /auth/login', json, 'Transfer-Encoding: chunked')}${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`,
      [413, 'body_too_large'],
    ],
    [
      'a body of another kind',
      `${request('POST /auth/login', 'Content-Length: 3')}a=b`,
      [415, 'unsupported_media_type'],
    ],
    [
      'a content type that is none',
      `${request('POST /auth/login', 'Content-Type: ;;', 'Content-Length: 2')}{}`,
      [415, 'unsupported_media_type'],
    ],
    ['an odd expectation', request('GET /readiness', 'Expect: miracles'), [417, 'expectation_failed']],
    ['CONNECT', request('CONNECT example.com:443'), [400, 'bad_request']],
    ['a header that is none', request('GET /readiness', 'no colon here'), [400, 'bad_request']],
    [
      'two lengths',
      `${request('POST /auth/login', 'Content-Length: 1', 'Transfer-Encoding: chunked')}x`,
      [400, 'bad_request'],
    ],
    ['headers over 16 KiB', request('GET /readiness', `X-Large: ${'x'.repeat(20_000)}`), [431, 'headers_too_large']],
    ['/ws without an upgrade', request('GET /ws'), [426, 'upgrade_required']],
    ['a refused upgrade', request('GET /ws', ...handshake, key), [401, 'unauthenticated']],
    ['an upgrade elsewhere', request('GET /nowhere', ...handshake, key), [404, 'not_found']],
  ])('is in the error answer: %s', async (_what, bytes, expected) => {
    expectProblem(await sendRaw(gateway.url, bytes), expected, mine);
  });

  it('is in the answer to an invalid WebSocket handshake', async () => {
    const { accessToken } = await gateway.person();
    const token = `Authorization: Bearer ${accessToken}`;
    const answers = await Promise.all([
      sendRaw(gateway.url, request('GET /ws', ...handshake, token)),
      sendRaw(gateway.url, request('GET /ws', 'Connection: Upgrade', 'Upgrade: websocket', key, token)),
    ]);
    for (const answer of answers) expectProblem(answer, [400, 'bad_request'], mine);
  });

  it('is generated for input that is not HTTP', async () => {
    for (const bytes of ['\x16\x03\x01\x02\x00 hello TLS\r\n\r\n', 'GET\r\n\r\n', 'NONSENSE / HTTP/1.1\r\n\r\n'])
      expectProblem(await sendRaw(gateway.url, bytes), [400, 'bad_request'], uuid);
  });

  it('is in the answer to a body that becomes malformed', async () => {
    const connection = await openRaw(gateway.url);
    connection.write(`${request('POST /auth/login', json, 'Transfer-Encoding: chunked')}2\r\n{"\r\n`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    connection.write('this is no length\r\n');
    expectProblem(await connection.answer(), [400, 'bad_request'], mine);
    expect(await connection.closed()).toBe('');
  });

  it('is in the answer to a body that is too slow', async () => {
    const connection = await openRaw(gateway.url);
    connection.write(`${request('POST /auth/login', json, 'Content-Length: 100')}{`);
    expectProblem(await connection.answer(), [408, 'request_timeout'], mine);
    expect(await connection.closed()).toBe('');
  });

  it('of an earlier request is not used for a later incomplete one', async () => {
    const connection = await openRaw(gateway.url);
    connection.write(request('GET /readiness'));
    expect((await connection.answer()).headers['x-request-id']).toBe(mine);
    connection.write('GET /readiness HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    expectProblem(await connection.answer(), [408, 'request_timeout'], uuid);
  });

  it('is in the ordinary answer to a request that offers another protocol', async () => {
    const { accessToken } = await gateway.person();
    const bytes = request(
      'POST /auth/logout',
      `Authorization: Bearer ${accessToken}`,
      'Connection: Upgrade, HTTP2-Settings',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABkAAQAAP__',
    );
    const answer = await sendRaw(gateway.url, bytes);
    expect([answer.status, answer.headers['x-request-id']]).toEqual([204, mine]);
  });
});
