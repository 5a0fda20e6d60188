import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CrashTalking, type Node, startCrashTalking } from '../harness/crash-talking.ts';
import { engines } from '../harness/databases.ts';
import { isEnd, openStream, type ReceivedEvent, textOf, typesOf } from '../harness/event-stream-client.ts';
import { type Chat, patienceMs, type SessionDetails } from '../harness/talking.ts';
import { onThisMachine } from '../harness/this-machine.ts';

const slowly = { text: 'word '.repeat(400), chunks: 400, chunkDelayMs: 20 };

let world: CrashTalking;
const open = (node: Node, surface: string, message = 'Speak') =>
  openStream(`${node.url}/agent/chat/stream`, {
    token: world.accessToken,
    body: { agentId: world.agentId, message, surface },
  });
const follow = (node: Node, runId: string, seq = 0) =>
  openStream(`${node.url}/jobs/${runId}/stream`, { token: world.accessToken, lastEventId: `${runId}:${seq}` });
const chat = (node: Node, message: string, surface: string) =>
  node.act<Chat & { code: string }>('POST', '/agent/chat', { agentId: world.agentId, message, surface });
const first = async (stream: Awaited<ReturnType<typeof open>>) =>
  ((await stream.waitFor(1, patienceMs))[0] as ReceivedEvent).json;

describe('when one of two nodes dies', () => {
  beforeAll(async () => {
    world = await startCrashTalking('postgres');
  });
  beforeEach(() => world.model.reset());
  afterEach(() => world.killAll());
  afterAll(() => world.stop());

  it('a client that watches on the other sees the end, and the session continues there', async () => {
    const [one, two] = await Promise.all([world.startNode(), world.startNode()]);
    world.model.script(slowly);
    const stream = await open(one, 'dies');
    const { runId } = await first(stream);
    const watcher = await follow(two, runId);
    await watcher.waitFor(40, patienceMs);
    const waiting = chat(two, 'next', 'dies');
    await vi.waitFor(
      async () => expect((await two.act<{ data: object[] }>('GET', '/jobs?status=queued')).body.data).toHaveLength(1),
      { timeout: patienceMs },
    );
    const killedAt = performance.now();
    await one.end('SIGKILL');
    const events = await watcher.all();
    // A lease is two seconds here; a busy machine may need a little longer to notice.
    expect(performance.now() - killedAt).toBeLessThan(onThisMachine(15_000));
    expect(events.at(-1)).toMatchObject({ event: 'error', json: { code: 'unavailable', retryable: true } });
    expect(events.filter(isEnd)).toHaveLength(1);
    // The text that the client had seen and the stored text are equal up to the shorter length.
    const kept = textOf(events);
    const seen = textOf(stream.events);
    expect(seen.startsWith(kept) || kept.startsWith(seen)).toBe(true);
    const rest = await (await follow(two, runId, stream.events.at(-1)?.json.seq)).all();
    expect(typesOf(rest)).toEqual(['error']);
    expect(await waiting).toMatchObject({ status: 200, body: { content: 'Echo: next' } });
  });

  it('waiting runs are done by the other, in their order', async () => {
    const [one, two] = await Promise.all([world.startNode(), world.startNode()]);
    world.model.script({ hang: true });
    const streams = [await open(one, 'queue', 'm0')];
    await world.model.waitFor(1, patienceMs);
    for (let n = 1; n < 6; n += 1) {
      streams.push(await open(n % 2 ? one : two, 'queue', `m${n}`));
      await first(streams.at(-1) as (typeof streams)[number]);
    }
    const ids = await Promise.all(streams.map(async (stream) => (await first(stream)).runId));
    await one.end('SIGKILL');
    const ends = await Promise.all(ids.map(async (id) => (await (await follow(two, id)).all()).at(-1)?.event));
    expect(ends).toEqual(['error', ...Array(5).fill('stream_done')]);
    const { sessionId = '' } = streams[0]?.events[0]?.json ?? {};
    const { messages } = (await two.act<SessionDetails>('GET', `/sessions/${sessionId}`)).body;
    expect(messages.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual(
      Array.from({ length: 6 }, (_, n) => `m${n}`),
    );
  });

  it('a cancellation it had received still counts', async () => {
    const [one, two] = await Promise.all([world.startNode(), world.startNode()]);
    world.model.script({ hang: true });
    const { runId } = await first(await open(one, 'cancelled'));
    await world.model.waitFor(1, patienceMs);
    one.process.kill('SIGSTOP');
    const cancelled = await two.act<{ status: string }>('POST', `/jobs/${runId}/cancel`);
    expect(cancelled.status).toBe(200);
    one.process.kill('SIGKILL');
    await one.exited;
    const events = await (await follow(two, runId)).all();
    expect(events.at(-1)).toMatchObject({ event: 'stream_done', json: { stopReason: 'cancelled' } });
  });

  it('and a node that was only paused loses its claim', async () => {
    const [one, two] = await Promise.all([world.startNode(), world.startNode()]);
    const held = Promise.withResolvers<string>();
    world.model.reply(({ body }) => (String(body.messages?.at(-1)?.content) === 'sleepy' ? held.promise : undefined));
    const answer = chat(one, 'sleepy', 'sleeps');
    await world.model.waitFor(1, patienceMs);
    const [run] = (await two.act<{ data: { id: string; sessionId: string }[] }>('GET', '/jobs?status=running')).body
      .data;
    one.process.kill('SIGSTOP');
    const ended = (await (await follow(two, run?.id ?? '')).all()).at(-1);
    expect(ended).toMatchObject({ event: 'error', json: { code: 'unavailable' } });
    expect((await chat(two, 'awake', 'sleeps')).body.content).toBe('Echo: awake');
    held.resolve('An answer nobody waits for any more.');
    one.process.kill('SIGCONT');
    expect(await answer).toMatchObject({ status: 503, body: { code: 'unavailable', runId: run?.id } });
    const { messages } = (await two.act<SessionDetails>('GET', `/sessions/${run?.sessionId}`)).body;
    expect(messages.map(({ content }) => content)).toEqual(['sleepy', 'awake', 'Echo: awake']);
    expect((await chat(one, 'and here', 'sleeps')).body.content).toBe('Echo: and here');
  });
});

describe.each(engines)('SIGTERM on %s', (engine) => {
  beforeAll(async () => {
    world = await startCrashTalking(engine, { SHUTDOWN_TIMEOUT: '6s' });
  });
  beforeEach(() => world.model.reset());
  afterEach(() => world.killAll());
  afterAll(() => world.stop());

  it('lets a turn finish, and its clients read to the end', async () => {
    const node = await world.startNode();
    world.model.reply(({ body }) => ({
      text: 'one two three four',
      ...(body.stream ? { chunks: 4, chunkDelayMs: 150 } : { delayMs: 500 }),
    }));
    const answer = chat(node, 'whole', 'whole');
    const stream = await open(node, 'stream');
    await stream.waitFor(2, patienceMs);
    await world.model.waitFor(2, patienceMs);
    const exit = node.end('SIGTERM');
    expect(await answer).toMatchObject({ status: 200, body: { content: 'one two three four' } });
    const events = await stream.all();
    expect(textOf(events)).toBe('one two three four');
    expect(events.at(-1)).toMatchObject({ event: 'stream_done', json: { stopReason: 'end_turn' } });
    expect(await exit).toEqual({ code: 0, signal: null });
  });

  it('ends unfinished turns with an error, and leaves waiting runs to the next process', async () => {
    const node = await world.startNode();
    world.model.script({ hang: true }, { hang: true });
    const answer = chat(node, 'hangs', 'one');
    await world.model.waitFor(1, patienceMs);
    const stream = await open(node, 'two');
    await first(stream);
    await world.model.waitFor(2, patienceMs);
    const waiting = chat(node, 'waits', 'one');
    await vi.waitFor(
      async () => expect((await node.act<{ data: object[] }>('GET', '/jobs?status=queued')).body.data).toHaveLength(1),
      { timeout: patienceMs },
    );
    const exit = node.end('SIGTERM');
    const later = await waiting;
    expect(later).toMatchObject({ status: 503, body: { code: 'unavailable', runId: expect.stringMatching(/^run_/) } });
    expect(await answer).toMatchObject({ status: 503, body: { code: 'unavailable', runId: expect.any(String) } });
    const events = await stream.all();
    expect(events.at(-1)).toMatchObject({ event: 'error', json: { code: 'unavailable', retryable: true } });
    expect(events.filter(isEnd)).toHaveLength(1);
    expect(await exit).toEqual({ code: 0, signal: null });
    const next = await world.startNode();
    const done = await (await follow(next, later.body.runId)).all();
    expect(textOf(done)).toBe('Echo: waits');
  });

  it('does not wait for clients that only watch', async () => {
    const node = await world.startNode();
    const agent = await node.act<{ id: string }>('POST', '/agents', {
      name: 'Asks',
      tools: ['calculator'],
      approvals: ['calculator'],
    });
    world.model.script({ toolCalls: [{ name: 'calculator', arguments: { expression: '1+1' } }] });
    const parked = await node.act<{ runId: string }>('POST', '/agent/chat', { agentId: agent.body.id, message: 'x' });
    expect(parked.status).toBe(202);
    const watcher = await follow(node, parked.body.runId);
    await watcher.waitFor(({ event }) => event === 'approval_required', patienceMs);
    const from = performance.now();
    expect(await node.end('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(performance.now() - from).toBeLessThan(onThisMachine(5_000));
    expect(await watcher.ended).toBe('end');
  });
});
