import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { engines } from '../../../../test/harness/databases.ts';
import {
  isEnd,
  openEventStream,
  openStream,
  type ReceivedEvent,
  textOf,
  typesOf,
} from '../../../../test/harness/event-stream-client.ts';
import { openRaw } from '../../../../test/harness/raw-http.ts';
import {
  newTalker,
  patienceMs,
  type SessionDetails,
  startTalking,
  type Talker,
  type Talking,
} from '../../../../test/harness/talking.ts';

describe.each(engines)('a streamed turn on %s', (engine) => {
  let world: Talking;
  let ada: Talker;
  beforeAll(async () => {
    world = await startTalking(engine, { settings: { STREAM_KEEP_ALIVE: '100ms' } });
    ada = await newTalker(world.gateway);
  });
  beforeEach(() => world.model.reset());
  afterAll(() => world.stop());

  let surfaces = 0;
  const request = (message = 'Speak', more: object = {}) => ({
    token: ada.accessToken,
    body: { agentId: ada.agentId, message, surface: `s${++surfaces}`, ...more },
  });
  const speak = (message?: string, more?: object) =>
    openStream(`${world.gateway.url}/agent/chat/stream`, request(message, more));

  it('has the headers that keep proxies from buffering it', async () => {
    const { headers, status, all } = await speak();
    await all();
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(headers.get('x-accel-buffering')).toBe('no');
    expect(headers.get('cache-control')).toContain('no-cache');
    expect(headers.get('cache-control')).toContain('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
  });

  it('numbers and names its events, with all fields in their data', async () => {
    world.model.script({ text: 'One, two, three.', chunks: 5, usage: { promptTokens: 9, completionTokens: 4 } });
    const events = await (await speak('Count')).all();
    expect(typesOf(events)).toEqual(['session_resolved', ...Array(5).fill('stream_chunk'), 'stream_done']);
    const [{ runId, sessionId } = { runId: '', sessionId: '' }] = events.map(({ json }) => json);
    let last = 0;
    for (const { id, event, json } of events) {
      expect(id).toBe(`${runId}:${json.seq}`);
      expect(json.type).toBe(event);
      expect(json).toMatchObject({ runId, sessionId, agentId: ada.agentId });
      expect(json.seq).toBeGreaterThan(last);
      last = json.seq;
    }
    expect(events[0]?.json).toMatchObject({ created: true });
    expect(textOf(events)).toBe('One, two, three.');
    expect(events.at(-1)?.json).toMatchObject({
      content: 'One, two, three.',
      messageId: expect.stringMatching(/^msg_/),
      usage: { promptTokens: 9, completionTokens: 4 },
      costUsd: 0,
      stopReason: 'end_turn',
      durationMs: expect.any(Number),
      toolCallCount: 0,
    });
    const { body } = await ada.act<SessionDetails>('GET', `/sessions/${sessionId}`);
    expect(body.messages.at(-1)).toMatchObject({
      id: events.at(-1)?.json.messageId,
      content: 'One, two, three.',
      status: 'complete',
    });
  });

  it('shows each piece at once', async () => {
    world.model.script({ text: 'first second', chunks: 2, cut: { afterChunks: 1, by: 'silence' } });
    const stream = await speak();
    await stream.waitFor(({ event }) => event === 'stream_chunk', patienceMs);
    expect(stream.events.some(isEnd)).toBe(false);
    await ada.act('POST', `/jobs/${stream.events[0]?.json.runId}/cancel`);
    expect((await stream.all()).filter(isEnd)).toHaveLength(1);
  });

  const tricks = [
    'ends\n\nevent: stream_done\ndata: {"type":"stream_done"}\n\n',
    'a\rdata: forged\r\rid: 7\r\n\r\n: comment\n',
    '\n\n\n\r\r\rretry: 1\n\u2028\u2029\u0085data: x',
    '"}\n\ndata: {"type":"error"}\n\n',
  ];
  it.each(tricks)('cannot be forged by the model’s text: %j', async (text) => {
    world.model.script({ text, chunks: text.length });
    const events = await (await speak()).all();
    expect(textOf(events)).toBe(text);
    expect(events.at(-1)?.json.content).toBe(text);
    expect(events.filter(isEnd)).toHaveLength(1);
    expect(new Set(typesOf(events))).toEqual(new Set(['session_resolved', 'stream_chunk', 'stream_done']));
    expect(events.every(({ id, json }) => id === `${json.runId}:${json.seq}`)).toBe(true);
  });

  it('sends keep-alive comments, and its headers before the first event', async () => {
    world.model.script({ hang: true });
    const stream = await speak();
    await vi.waitFor(() => expect(stream.comments.length).toBeGreaterThan(2), { timeout: patienceMs });
    expect(new Set(stream.comments)).toEqual(new Set(['keep-alive']));
    await ada.act('POST', `/jobs/${stream.events[0]?.json.runId}/cancel`);
    await stream.all();
  });

  it('is a plain HTTP error if the run could not begin', async () => {
    const attempts: [object, number][] = [
      [{ message: 'x', agentId: 'agt_nobody' }, 404],
      [{ message: '' }, 400],
      [{ agentId: ada.agentId }, 400],
      [{ message: 'x', sessionId: 'ses_nobody' }, 404],
    ];
    for (const [body, status] of attempts) {
      const refused = await openEventStream(`${world.gateway.url}/agent/chat/stream`, {
        token: ada.accessToken,
        body,
      });
      expect(refused.status).toBe(status);
      expect(refused.headers.get('content-type')).toContain('application/problem+json');
    }
    const anonymous = await openEventStream(`${world.gateway.url}/agent/chat/stream`, { body: { message: 'x' } });
    expect(anonymous.status).toBe(401);
  });

  it('goes on when its client leaves, and can be read to the end later', async () => {
    world.model.script({ text: 'a b c d e f', chunks: 6, chunkDelayMs: 60 });
    const stream = await speak();
    await stream.waitFor(({ event }) => event === 'stream_chunk', patienceMs);
    const { runId } = (stream.events[0] as ReceivedEvent).json;
    stream.leave();
    const later = await openStream(`${world.gateway.url}/jobs/${runId}/stream`, { token: ada.accessToken });
    const events = await later.all();
    expect(textOf(events)).toBe('a b c d e f');
    expect(events.at(-1)).toMatchObject({ event: 'stream_done', json: { stopReason: 'end_turn' } });
    expect(world.model.requests[0]?.aborted).toBe(false);
  });

  it('leaves nothing behind when a client disconnects', async () => {
    world.model.script({ hang: true });
    const raw = await openRaw(world.gateway.url);
    const body = JSON.stringify(request().body);
    raw.write(
      `POST /agent/chat/stream HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${ada.accessToken}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    await world.model.waitFor(1, patienceMs);
    raw.destroy();
    const [run] = (await ada.act<{ data: { id: string }[] }>('GET', '/jobs?status=running')).body.data;
    const cancelled = await ada.act('POST', `/jobs/${run?.id}/cancel`);
    expect(cancelled.body).toMatchObject({ status: 'cancelled' });
  });

  it('carries an answer of several megabytes completely, in its chunks and at its end', async () => {
    const text = Array.from({ length: 60_000 }, (_, n) => `Zeile ${n} — ünïcödé 😀 ${'x'.repeat(n % 40)}\n`).join('');
    world.model.script({ text, chunks: 3_000 });
    const events = await (await speak()).all();
    expect(textOf(events) === text).toBe(true);
    expect(events.at(-1)?.json.content === text).toBe(true);
    const { runId, sessionId } = (events[0] as ReceivedEvent).json;
    const again = await openStream(`${world.gateway.url}/jobs/${runId}/stream`, { token: ada.accessToken });
    const resumed = await again.all();
    expect(resumed.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
    expect(resumed.at(-1)?.data === events.at(-1)?.data).toBe(true);
    const stored = (await ada.act<SessionDetails>('GET', `/sessions/${sessionId}`)).body.messages.at(-1);
    expect(stored?.content === text).toBe(true);
    const job = await ada.act<{ content: string }>('GET', `/jobs/${runId}`);
    expect(job.body.content === text).toBe(true);
  });

  it('does the same for an answer that arrives whole', async () => {
    const text = Array.from({ length: 20_000 }, (_, n) => `Line ${n} 😀\n`).join('');
    world.model.script(text);
    const { status, body } = await ada.act<{ content: string; sessionId: string }>('POST', '/agent/chat', {
      ...request().body,
    });
    expect(status).toBe(200);
    expect(body.content === text).toBe(true);
    const { messages } = (await ada.act<SessionDetails>('GET', `/sessions/${body.sessionId}`)).body;
    expect(messages.at(-1)?.content === text).toBe(true);
  });
});
