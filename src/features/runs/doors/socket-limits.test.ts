import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../../test/harness/databases.ts';
import { createFakeClock } from '../../../../test/harness/fake-clock.ts';
import { jwtSecret } from '../../../../test/harness/gateway.ts';
import { openRaw } from '../../../../test/harness/raw-http.ts';
import {
  newTalker,
  openTalk,
  patienceMs,
  startTalking,
  type Talker,
  type Talking,
} from '../../../../test/harness/talking.ts';
import { forgeToken } from '../../../../test/harness/tokens.ts';

type Socket = Awaited<ReturnType<typeof openTalk>>;

/** An invalid message counts like any other and starts no run. */
const empty = { type: 'message', message: '' };
const refused = 'validation_failed';
const limited = 'rate_limited';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Memory in use after a garbage collection. */
function liveMegabytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}

describe.each(engines)('the limit of 30 messages in 60 seconds on %s', (engine) => {
  const clock = createFakeClock(Date.now());
  let talking: Talking;
  beforeAll(async () => {
    talking = await startTalking(engine, { clock, nodes: engine === 'postgres' ? 2 : 1 });
  });
  afterAll(() => talking.stop());

  /** Two sockets of one person; on PostgreSQL, each on its own node. */
  async function twoSockets(who: Talker): Promise<[Socket, Socket]> {
    const urls = talking.gateways.map(({ url }) => url);
    return Promise.all([openTalk(urls[0] ?? '', who), openTalk(urls.at(-1) ?? '', who)]);
  }
  async function sendAndRead(socket: Socket, count: number): Promise<unknown[]> {
    const codes: unknown[] = [];
    for (let sent = 0; sent < count; sent += 1) {
      socket.send(empty);
      codes.push((await socket.next()).code);
    }
    return codes;
  }
  const times = (count: number, code: string) => Array.from({ length: count }, () => code);

  it('is per person, over all sockets and nodes; each breach is an error frame and the socket stays open', async () => {
    const [ada, bob] = await Promise.all([
      newTalker(talking.gateway, { clock }),
      newTalker(talking.gateway, { clock }),
    ]);
    const [one, other] = await twoSockets(ada);
    expect(await sendAndRead(one, 15)).toEqual(times(15, refused));
    expect(await sendAndRead(other, 14)).toEqual(times(14, refused));
    // The thirtieth is still answered, by the agent.
    one.send({ type: 'message', agentId: ada.agentId, message: 'hello', surface: 'web' });
    expect((await one.untilEnd()).at(-1)).toMatchObject({ content: 'Echo: hello' });
    for (const socket of [one, other, one]) {
      socket.send({ type: 'message', agentId: ada.agentId, message: 'more', surface: 'web' });
      expect(await socket.next()).toEqual({
        type: 'error',
        code: limited,
        message: expect.stringContaining('30'),
        status: 429,
        retryable: true,
      });
    }
    expect(talking.model.requests).toHaveLength(1);
    one.send({ type: 'ping' });
    expect(await one.next()).toEqual({ type: 'pong' });
    // It limits neither other people nor HTTP.
    const theirs = await openTalk(talking.gateway.url, bob);
    expect(await sendAndRead(theirs, 1)).toEqual([refused]);
    expect((await ada.act('POST', '/agent/chat', { agentId: ada.agentId, message: 'hi' })).status).toBe(200);
    for (const socket of [one, other, theirs]) socket.close();
  });

  it('slides: refused messages do not count, and each accepted one counts for 60 seconds', async () => {
    const ada = await newTalker(talking.gateway, { clock });
    const [one, other] = await twoSockets(ada);
    await sendAndRead(one, 15);
    clock.advance(40_000);
    expect(await sendAndRead(other, 16)).toEqual([...times(15, refused), limited]);
    clock.advance(19_999);
    expect(await sendAndRead(one, 1)).toEqual([limited]);
    // The first fifteen no longer count, the second fifteen still do; the two refused ones never did.
    clock.advance(2);
    expect(await sendAndRead(other, 16)).toEqual([...times(15, refused), limited]);
    clock.advance(60_000);
    expect(await sendAndRead(one, 31)).toEqual([...times(30, refused), limited]);
    for (const socket of [one, other]) socket.close();
  });

  it('lets in a client that never stopped trying, 60 seconds after its messages, on every node', async () => {
    const ada = await newTalker(talking.gateway, { clock });
    const [one, other] = await twoSockets(ada);
    expect(await sendAndRead(one, 30)).toEqual(times(30, refused));
    for (let waitedMs = 0; waitedMs < 60_000; waitedMs += 5_000) {
      expect(await sendAndRead(other, 3)).toEqual(times(3, limited));
      clock.advance(5_000);
    }
    expect(await sendAndRead(other, 31)).toEqual([...times(30, refused), limited]);
    for (const socket of [one, other]) socket.close();
  });

  it('lets exactly 30 of many at once through', async () => {
    const ada = await newTalker(talking.gateway, { clock });
    const sockets = (await Promise.all([twoSockets(ada), twoSockets(ada)])).flat();
    for (let sent = 0; sent < 12; sent += 1) for (const socket of sockets) socket.send(empty);
    await Promise.all(sockets.map((socket) => socket.waitFor(12, patienceMs)));
    const codes = sockets.flatMap(({ frames }) => frames.map(({ code }) => code));
    expect(codes.filter((code) => code === limited)).toHaveLength(18);
    for (const socket of sockets) socket.close();
  });
});

describe.each(engines)('a socket on %s', (engine) => {
  let talking: Talking;
  let ada: Talker;
  beforeAll(async () => {
    talking = await startTalking(engine, { nodes: engine === 'postgres' ? 2 : 1 });
    ada = await newTalker(talking.gateway);
  });
  afterAll(() => talking.stop());
  afterEach(() => talking.model.reset());
  const elsewhere = () => talking.gateways.at(-1)?.url ?? '';
  const message = (text: string, surface: string) => ({
    type: 'message',
    agentId: ada.agentId,
    message: text,
    surface,
  });

  it('that does not read is disconnected, and can resume without a gap', async () => {
    const text = Array.from({ length: 1_000 }, (_, index) => `${index} `.padEnd(10_000, 'x')).join('');
    talking.model.script({ text, chunks: 1_000 });
    const client = await openTalk(talking.gateway.url, ada);
    client.send(message('a lot', 'stalled'));
    await client.waitFor(({ type }) => type === 'stream_chunk', patienceMs);
    client.socket.pause();
    const run = client.frames[0];
    const completed = async () =>
      (await talking.database.get<{ status: string }>('SELECT status FROM runs WHERE id = $1', [run?.runId as string]))
        ?.status;
    // The run does not wait for its client.
    await expect.poll(completed, { timeout: patienceMs }).toBe('completed');
    client.socket.resume();
    expect((await client.closed).code).toBe(1006);

    const seen = client.frames.filter(({ type }) => type === 'stream_chunk');
    expect(seen.length).toBeLessThan(1_000);
    const back = await openTalk(elsewhere(), ada);
    back.send({ type: 'resume', runId: run?.runId, lastSeq: client.frames.at(-1)?.seq });
    const rest = await back.untilEnd();
    const deltas = [...seen, ...rest.filter(({ type }) => type === 'stream_chunk')].map(({ delta }) => delta);
    expect(deltas.join('') === text).toBe(true);
    expect(rest.at(-1)?.content === text).toBe(true);
    // A client that reads is not disconnected by ten megabytes at once.
    back.send({ type: 'resume', runId: run?.runId, lastSeq: (rest.at(-1)?.seq as number) - 1 });
    for (let sent = 0; sent < 20; sent += 1) back.send({ type: 'ping' });
    await back.waitFor(({ type }) => type === 'pong', patienceMs);
    expect((await back.untilEnd()).at(-1)?.type).toBe('stream_done');
    back.close();
  });

  it('that does not read costs no memory, for long answers and many sockets', async () => {
    const text = 'x'.repeat(10_000_000);
    talking.model.script({ text, chunks: 1_000 });
    const client = await openTalk(talking.gateway.url, ada);
    client.send(message('very much', 'heavy'));
    const done = (await client.untilEnd()).at(-1);
    client.close();
    const before = liveMegabytes();
    const stalled = await Promise.all(Array.from({ length: 40 }, () => openTalk(talking.gateway.url, ada)));
    for (const { socket, send } of stalled) {
      socket.pause();
      send({ type: 'resume', runId: done?.runId, lastSeq: (done?.seq as number) - 1 });
    }
    await sleep(2_000);
    // All answers together would be 400 MB.
    expect(liveMegabytes() - before).toBeLessThan(50);
    const [first] = stalled as [Socket, ...Socket[]];
    first.socket.resume();
    expect((await first.untilEnd()).at(-1)?.content === text).toBe(true);
    for (const { socket } of stalled) socket.terminate();
  });

  it('resumes on another node, without a gap or a repeat, and cancels from there', async () => {
    const text = 'one two three four five six seven eight';
    talking.model.script({ text, chunks: 8, chunkDelayMs: 200 });
    const client = await openTalk(talking.gateway.url, ada);
    client.send(message('count', 'across'));
    const first = await client.waitFor(({ type }) => type === 'stream_chunk', patienceMs);
    const other = await openTalk(elsewhere(), ada);
    other.send({ type: 'resume', runId: first.runId, lastSeq: first.seq });
    const [here, there] = await Promise.all([client.untilEnd(), other.untilEnd()]);
    expect(there).toEqual(here.filter(({ seq }) => (seq as number) > (first.seq as number)));
    expect(there.at(-1)?.content).toBe(text);

    talking.model.script({ text: 'Some and no more', chunks: 4, cut: { afterChunks: 2, by: 'silence' } });
    client.send(message('stay', 'across'));
    const chunk = await client.waitFor(
      ({ type, runId }) => type === 'stream_chunk' && runId !== first.runId,
      patienceMs,
    );
    other.send({ type: 'cancel', runId: chunk.runId });
    expect((await client.untilEnd()).at(-1)).toMatchObject({ type: 'stream_done', stopReason: 'cancelled' });
    await talking.model.waitFor(({ aborted }) => aborted, patienceMs);
    client.close();
    other.close();
  });

  it('closes with 4401 when its token expires in the middle of a run, which goes on', async () => {
    const iat = Math.floor(Date.now() / 1_000);
    const claims = { uid: ada.id, sub: ada.id, iat, exp: iat + 4 };
    const brief = await openTalk(talking.gateway.url, { accessToken: forgeToken({ claims, secret: jwtSecret }) });
    talking.model.script({ text: 'To the end', chunks: 5, cut: { afterChunks: 3, by: 'silence' } });
    brief.send(message('slowly', 'expires'));
    const { runId } = await brief.waitFor(({ type }) => type === 'stream_chunk', patienceMs);
    expect(await brief.closed).toEqual({ code: 4401, reason: 'token expired' });
    expect((await ada.act('GET', `/jobs/${runId}`)).body).toMatchObject({ status: 'running' });
    const back = await openTalk(talking.gateway.url, ada);
    back.send({ type: 'resume', runId, lastSeq: 0 });
    await back.waitFor(({ type }) => type === 'stream_chunk', patienceMs);
    back.send({ type: 'cancel', runId });
    expect((await back.untilEnd()).at(-1)).toMatchObject({ stopReason: 'cancelled' });
    back.close();
  });

  it('accepts no frame after that, even if the client does not close', async () => {
    const iat = Math.floor(Date.now() / 1_000);
    const bob = await newTalker(talking.gateway);
    const token = forgeToken({ claims: { uid: bob.id, sub: bob.id, iat, exp: iat + 2 }, secret: jwtSecret });
    const client = await openRaw(talking.gateway.url);
    client.write(
      `GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
    expect((await client.answer()).status).toBe(101);
    const said = new Promise<Buffer>((resolve) => client.socket.once('data', resolve));
    // A close frame, opcode 8.
    expect(((await said)[0] ?? 0) & 0x0f).toBe(8);
    const text = Buffer.from(JSON.stringify({ type: 'message', agentId: bob.agentId, message: 'still here' }));
    // Masked with zeros.
    client.write(Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text]));
    await sleep(500);
    expect((await bob.act<{ data: unknown[] }>('GET', '/jobs')).body.data).toEqual([]);
    client.destroy();
  });

  it('that sends very many frames at once is told to wait, and stays open', async () => {
    const client = await openTalk(talking.gateway.url, ada);
    for (let sent = 0; sent < 200; sent += 1) client.send({ type: 'cancel', runId: 'run_none' });
    await client.waitFor(200, patienceMs);
    const codes = new Set(client.frames.map(({ code }) => code));
    expect([...codes].sort()).toEqual(['not_found', 'rate_limited']);
    client.send({ type: 'ping' });
    await client.until('pong');
    client.close();
  });
});
