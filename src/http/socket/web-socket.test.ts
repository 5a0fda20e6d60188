import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { openRaw } from '../../../test/harness/raw-http.ts';
import { openSocket, refusedSocket } from '../../../test/harness/socket-client.ts';
import { onThisMachine } from '../../../test/harness/this-machine.ts';

const baseUrl = 'https://gateway.example.com';
const kibibytes = (count: number) => 'x'.repeat(count * 1_024);

let gateway: TestGateway;
let ada: Person;
beforeAll(async () => {
  gateway = await startGateway('sqlite', { settings: { GATEWAY_BASE_URL: baseUrl } });
  ada = await gateway.person();
});
afterAll(() => gateway.stop());

const open = (options: Parameters<typeof openSocket>[1] = {}) =>
  openSocket(gateway.url, { token: ada.accessToken, ...options });

describe('opening a socket', () => {
  it('accepts an access token in the header, and returns the request id', async () => {
    const client = await open({ headers: { 'x-request-id': 'my-socket' } });
    expect(client.headers['x-request-id']).toBe('my-socket');
    expect(client.headers['sec-websocket-protocol']).toBeUndefined();
    client.close();
    expect((await client.closed).code).toBe(1005);
  });

  it('accepts the token as a subprotocol, and never returns it', async () => {
    const client = await openSocket(gateway.url, { protocols: ['bearer', ada.accessToken] });
    expect(client.headers['sec-websocket-protocol']).toBe('bearer');
    expect(JSON.stringify(client.headers)).not.toContain(ada.accessToken);
    client.send({ type: 'ping' });
    expect(await client.next()).toEqual({ type: 'pong' });
    client.close();
  });

  it('is refused with 401 without a valid token', async () => {
    const attempts = await Promise.all([
      refusedSocket(gateway.url),
      refusedSocket(gateway.url, { token: 'nonsense' }),
      refusedSocket(gateway.url, { token: ada.refreshToken }),
      refusedSocket(gateway.url, { protocols: ['bearer', ada.refreshToken] }),
      refusedSocket(gateway.url, { protocols: ['bearer'] }),
      refusedSocket(gateway.url, { protocols: [ada.accessToken] }),
      refusedSocket(gateway.url, { path: `/ws?token=${ada.accessToken}` }),
      refusedSocket(gateway.url, { headers: { authorization: `Basic ${ada.accessToken}` } }),
      refusedSocket(gateway.url, { headers: { 'x-gateway-probe': 'guess' } }),
    ]);
    for (const { status, headers, body } of attempts) {
      expect([status, headers['content-type']]).toEqual([401, 'application/problem+json; charset=utf-8']);
      expect(body).toMatchObject({ status: 401, code: 'unauthenticated', requestId: headers['x-request-id'] });
    }
  });

  it('is refused with 403 to a page of another origin', async () => {
    const foreign = ['https://evil.example', 'http://gateway.example.com', `${baseUrl}.evil.example`, 'null'];
    for (const origin of foreign)
      expect(await refusedSocket(gateway.url, { token: ada.accessToken, origin })).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      });
    const client = await open({ origin: baseUrl });
    client.close();
  });

  it('is refused with 403 in another workspace, named by header or query', async () => {
    const { workspaceId } = await gateway.person();
    for (const where of [{ headers: { 'x-workspace-id': workspaceId } }, { path: `/ws?workspaceId=${workspaceId}` }])
      expect(await refusedSocket(gateway.url, { token: ada.accessToken, ...where })).toMatchObject({ status: 403 });
    const client = await open({ path: `/ws?workspaceId=${ada.workspaceId}` });
    client.close();
  });

  it('needs an upgrade: 426 to a plain request', async () => {
    const answer = await gateway.call('GET', '/ws', { token: ada.accessToken });
    expect([answer.status, answer.headers.get('upgrade'), answer.body.code]).toEqual([
      426,
      'websocket',
      'upgrade_required',
    ]);
  });
});

describe('an open socket', () => {
  it('answers a ping with a pong, of both kinds', async () => {
    const client = await open();
    client.send({ type: 'ping' });
    expect(await client.next()).toEqual({ type: 'pong' });
    const pong = new Promise((resolve) => client.socket.once('pong', resolve));
    client.socket.ping('are you there?');
    expect(String(await pong)).toBe('are you there?');
    client.close();
  });

  it.each<[string, string | Buffer, string]>([
    ['a type there is not', '{"type":"dance"}', 'unknown_type'],
    ['a type every object has', '{"type":"constructor"}', 'unknown_type'],
    ['no type', '{"message":"hello"}', 'bad_frame'],
    ['broken JSON', '{"type":', 'bad_frame'],
    ['an array', '[{"type":"ping"}]', 'bad_frame'],
    ['null', 'null', 'bad_frame'],
    ['nothing', '', 'bad_frame'],
    [
      'very deep nesting',
      `{"type":"message","message":${'['.repeat(30_000)}"\\u0000"${']'.repeat(30_000)}}`,
      'bad_frame',
    ],
    ['deep nesting', `{"type":"dance","message":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, 'unknown_type'],
    ['binary', Buffer.from('{"type":"ping"}'), 'bad_frame'],
    ['one byte over 64 KiB', `{"type":"ping"}${kibibytes(64).slice(14)}`, 'frame_too_large'],
    ['nearly 1 MiB', kibibytes(1_023), 'frame_too_large'],
  ])('sends an error frame and stays open: %s', async (_what, frame, code) => {
    const client = await open();
    client.send(frame);
    expect(await client.next()).toEqual({
      type: 'error',
      code,
      message: expect.any(String),
      status: 400,
      retryable: false,
    });
    client.send({ type: 'ping' });
    expect(await client.next()).toEqual({ type: 'pong' });
    client.close();
  });

  it('accepts a frame of exactly 64 KiB', async () => {
    const client = await open();
    const frame = JSON.stringify({ type: 'ping', padding: '' });
    client.send(JSON.stringify({ type: 'ping', padding: kibibytes(64).slice(frame.length) }));
    expect(await client.next()).toEqual({ type: 'pong' });
    client.close();
  });

  it('closes with 1009 past 1 MiB, in one frame or in many', async () => {
    const whole = await open();
    whole.send(kibibytes(1_025));
    expect(await whole.closed).toMatchObject({ code: 1009 });

    const pieces = await open();
    for (let sent = 0; sent < 20; sent += 1) pieces.socket.send(kibibytes(60), { fin: false });
    expect(await pieces.closed).toMatchObject({ code: 1009 });
  });

  it('closes with 1007 for text that is not UTF-8', async () => {
    const client = await open();
    client.socket.send(Buffer.from([0xc3, 0x28]), { binary: false });
    expect(await client.closed).toMatchObject({ code: 1007 });
  });

  it('is closed when it sends many pings and reads nothing', async () => {
    const client = await openRaw(gateway.url);
    client.write(
      `GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nAuthorization: Bearer ${ada.accessToken}\r\n\r\n`,
    );
    expect((await client.answer()).status).toBe(101);
    client.socket.pause();
    // Masked pings of 125 bytes: each is answered with as much.
    const ping = Buffer.concat([Buffer.from([0x89, 0x80 | 125, 0, 0, 0, 0]), Buffer.alloc(125)]);
    const many = Buffer.concat(Array.from({ length: 4_000 }, () => ping));
    let cut = false;
    client.socket.once('close', () => {
      cut = true;
    });
    for (let round = 0; round < 100 && !cut; round += 1) {
      if (!client.socket.write(many))
        await Promise.race([new Promise((resolve) => client.socket.once('drain', resolve)), sleep(500)]);
    }
    await expect.poll(() => cut, { timeout: 40_000 }).toBe(true);
    expect((await gateway.call('GET', '/readiness')).status).toBe(200);
  });
});

it('is counted while it is open', async () => {
  const metric = async () =>
    Number(/^gateway_websocket_connections (\d+)$/m.exec((await gateway.call('GET', '/metrics')).text)?.[1]);
  await expect.poll(metric).toBe(0);
  const client = await open();
  await expect.poll(metric).toBe(1);
  client.close();
  await expect.poll(metric).toBe(0);
});

describe('the end of a socket', () => {
  it('comes with 4401 when the token expires, and with 1001 when the gateway stops', async () => {
    const other = await startGateway('sqlite', { settings: { JWT_ACCESS_EXPIRES: '2s' } });
    const person = await other.person();
    const opened = Date.now();
    const brief = await openSocket(other.url, { token: person.accessToken });
    expect(await brief.closed).toEqual({ code: 4401, reason: 'token expired' });
    expect(Date.now() - opened).toBeLessThan(onThisMachine(3_000));
    expect(await refusedSocket(other.url, { token: person.accessToken })).toMatchObject({
      status: 401,
      body: { code: 'token_expired' },
    });

    const { body } = await other.call<{ accessToken: string }>('POST', '/auth/login', { body: person });
    const last = await openSocket(other.url, { token: body.accessToken });
    // Neither a client that does not read nor an open socket delays the stop.
    const stopping = Date.now();
    last.socket.pause();
    await other.stop();
    expect(Date.now() - stopping).toBeLessThan(onThisMachine(2_500));
    last.socket.resume();
    expect((await last.closed).code).toBe(1001);
  });
});
