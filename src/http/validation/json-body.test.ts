import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKey, startGateway, type TestGateway } from '../../../test/harness/gateway.ts';

const mebibyte = 1_048_576;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway('sqlite');
});
afterAll(() => gateway.stop());

/** A cheap route with a body. */
const send = (body: string, headers: Record<string, string> = {}) =>
  gateway.call<{ code: string; detail: string; name: string }>('POST', '/admin/service-accounts', {
    body,
    headers: { 'x-api-key': apiKey, ...headers },
  });
const padded = (size: number) => {
  const [head, tail] = ['{"name":"large","padding":"', '"}'];
  return `${head}${'x'.repeat(size - head.length - tail.length)}${tail}`;
};

describe('a body', () => {
  it('may have 1 MiB and not a byte more', async () => {
    expect((await send(padded(mebibyte))).status).toBe(201);
    expect(await send(padded(mebibyte + 1))).toMatchObject({ status: 413, body: { code: 'body_too_large' } });
  });

  it.each([2, 5, 30])('of %i MiB is answered with 413 while the client still sends', async (size) => {
    const text = padded(size * mebibyte);
    for (let round = 0; round < 5; round += 1) expect((await send(text)).status).toBe(413);
  });

  it('without Content-Length is cut off at 1 MiB', async () => {
    const endless = new ReadableStream({
      pull(controller) {
        controller.enqueue(Buffer.alloc(65_536, 'x'));
      },
    });
    const response = await fetch(`${gateway.url}/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: endless,
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
  });

  it('may be 64 levels deep and not one more', async () => {
    const nested = (depth: number) => `{"name":"deep","x":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
    expect((await send(nested(64))).status).toBe(201);
    expect(await send(nested(65))).toMatchObject({ status: 400, body: { code: 'malformed_json' } });
    expect((await send(nested(500_000))).status).toBe(400);
    expect((await send(`{"name":"${'['.repeat(150)}"}`)).status).toBe(201);
    expect((await send(`{"name":"\\"${'['.repeat(150)}"}`)).status).toBe(201);
  });

  it('must not contain NUL, in a value or in a name', async () => {
    const nul = '\\u0000';
    for (const body of [`{"name":"a${nul}b"}`, `{"name":"a","x":[{"y":"${nul}"}]}`, `{"name":"a","${nul}":1}`])
      expect(await send(body)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect((await send('{"name":"a","x":"\\\\u0000 is how NUL is spelled"}')).status).toBe(201);
    expect((await send('{"name":"a\0b"}')).status).toBe(400);
  });

  it.each(['{"__proto__":{"admin":true},"name":"x"}', '{"constructor":{"prototype":{"admin":true}},"name":"x"}'])(
    'cannot reach into our objects: %s',
    async (body) => {
      expect((await send(body)).status).toBe(400);
      expect(({} as { admin?: boolean }).admin).toBeUndefined();
    },
  );

  it.each(['', ' ', '{', '{"a":1,}', "{'a':1}", 'undefined', 'NaN', '\u2028', '{}{}'])(
    'that is not JSON is 400: %j',
    async (body) => {
      expect((await send(body)).status).toBe(400);
    },
  );

  it('must be JSON with its content type; anything else is 415', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'json'])
      expect(await send('{"name":"x"}', { 'content-type': type })).toMatchObject({
        status: 415,
        body: { code: 'unsupported_media_type' },
      });
    expect((await send('{"name":"x"}', { 'content-type': 'application/json; charset=utf-8' })).status).toBe(201);
    expect((await send('{"name":"x"}', { 'content-type': 'APPLICATION/JSON' })).status).toBe(201);
    expect((await send('{"name":"x"}', { 'content-encoding': 'gzip' })).status).toBe(415);
  });

  it('with errors is answered with an error for each field', async () => {
    const { status, body } = await gateway.call<{ errors: { path: string; message: string }[] }>(
      'POST',
      '/auth/register',
      { body: { email: 5 } },
    );
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 'validation_failed',
      errors: [
        { path: 'password', message: 'is required' },
        { path: 'email', message: 'must be a string' },
      ],
    });
  });

  it('must not contain an infinite number', async () => {
    expect(await send('{"name":"x","expiresIn":1e999}')).toMatchObject({ status: 400 });
  });

  it('may have unknown fields, which are ignored', async () => {
    const answer = await send('{"name":"x","id":"svc_mine","createdAt":"1999-01-01T00:00:00Z","extra":{"a":1}}');
    expect(answer.status).toBe(201);
    expect(answer.text).not.toMatch(/svc_mine|1999|extra/);
  });
});
