import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type CrashTalking, type Node, startCrashTalking } from '../harness/crash-talking.ts';
import { engines } from '../harness/databases.ts';
import { isEnd, openStream, type ReceivedEvent, textOf, typesOf } from '../harness/event-stream-client.ts';
import { startLocalServer } from '../harness/local-server.ts';
import { type Chat, patienceMs, type SessionDetails } from '../harness/talking.ts';

type Job = { id: string; status: string; content: string | null; sessionId: string; error: { code: string } | null };
type Body = Chat & { code: string; requestId?: string };

const text = Array.from({ length: 200 }, (_, n) => `word${n} `).join('');
const slowly = { text, chunks: 200, chunkDelayMs: 25 };

describe.each(engines)('kill -9 in the middle of a turn on %s', (engine) => {
  let world: CrashTalking;
  let calls = 0;
  let tool: { origin: string; stop(): Promise<void> };
  beforeAll(async () => {
    world = await startCrashTalking(engine);
    tool = await startLocalServer(async ({ hang }) => {
      calls += 1;
      await hang();
    });
  });
  beforeEach(() => {
    world.model.reset();
    calls = 0;
  });
  afterEach(() => world.killAll());
  afterAll(async () => {
    await world.stop();
    await tool.stop();
  });

  let surfaces = 0;
  const newSurface = () => `s${++surfaces}`;
  const open = (node: Node, surface: string, message = 'Speak', agentId = world.agentId) =>
    openStream(`${node.url}/agent/chat/stream`, {
      token: world.accessToken,
      body: { agentId, message, surface },
    });
  const follow = (node: Node, runId: string, seq: number) =>
    openStream(`${node.url}/jobs/${runId}/stream`, { token: world.accessToken, lastEventId: `${runId}:${seq}` });
  const job = async (node: Node, runId: string) => (await node.act<Job>('GET', `/jobs/${runId}`)).body;
  const ended = (node: Node, runId: string) =>
    vi.waitFor(
      async () => {
        const found = await job(node, runId);
        expect(['completed', 'failed', 'cancelled']).toContain(found.status);
        return found;
      },
      { timeout: patienceMs, interval: 50 },
    );
  const messagesOf = async (node: Node, sessionId: string) =>
    (await node.act<SessionDetails>('GET', `/sessions/${sessionId}`)).body.messages;
  const say = (node: Node, message: string, surface: string, headers = {}) =>
    node.act<Body>('POST', '/agent/chat', { agentId: world.agentId, message, surface }, headers);

  it('leaves a failed run with its text so far, and a free session', async () => {
    const surface = newSurface();
    world.model.script(slowly);
    const first = await world.startNode();
    const stream = await open(first, surface);
    await stream.waitFor(60, patienceMs);
    await first.end('SIGKILL');
    expect(await stream.ended).toBe('cut');
    const seen = [...stream.events];
    const { runId, sessionId } = (seen[0] as ReceivedEvent).json;

    const second = await world.startNode();
    const run = await ended(second, runId);
    expect(run).toMatchObject({ status: 'failed', error: { code: 'unavailable' } });
    const [question, answer] = await messagesOf(second, sessionId);
    expect(question).toMatchObject({ role: 'user', content: 'Speak', status: 'complete' });
    expect(answer).toMatchObject({ role: 'assistant', status: 'partial', content: run.content });
    expect(text.startsWith(answer?.content ?? '')).toBe(true);
    expect(answer?.content.length).toBeGreaterThan(20);

    // A watching client continues at its last event: no repeats, and one end.
    const rest = await (await follow(second, runId, seen.at(-1)?.json.seq ?? 0)).all();
    expect(typesOf(rest)).toEqual(['error']);
    expect(rest[0]?.json).toMatchObject({ code: 'unavailable', status: 503, retryable: true });
    const whole = await (await follow(second, runId, 0)).all();
    expect(textOf(whole)).toBe(run.content);
    expect(whole.filter(isEnd)).toHaveLength(1);

    expect((await say(second, 'next', surface)).body).toMatchObject({ content: 'Echo: next', sessionId });
  });

  it('starts the waiting runs after it', async () => {
    const surface = newSurface();
    world.model.script({ hang: true });
    const first = await world.startNode();
    const streams = [await open(first, surface, 'm0')];
    await world.model.waitFor(1, patienceMs);
    for (const message of ['m1', 'm2', 'm3']) streams.push(await open(first, surface, message));
    await Promise.all(streams.map((stream) => stream.waitFor(1, patienceMs)));
    const ids = streams.map(({ events }) => events[0]?.json.runId ?? '');
    const sessionId = streams[0]?.events[0]?.json.sessionId ?? '';
    await first.end('SIGKILL');
    const second = await world.startNode();
    const statuses = [];
    for (const id of ids) statuses.push((await ended(second, id)).status);
    expect(statuses).toEqual(['failed', 'completed', 'completed', 'completed']);
    expect((await messagesOf(second, sessionId)).map(({ content }) => content)).toEqual([
      'm0',
      ...['m1', 'Echo: m1', 'm2', 'Echo: m2', 'm3', 'Echo: m3'],
    ]);
    const watched = await (await follow(second, ids[3] ?? '', 1)).all();
    expect(textOf(watched)).toBe('Echo: m3');
  });

  it('never runs a tool twice, even if the run itself continues', async () => {
    const surface = newSurface();
    let node = await world.startNode();
    const http = { url: tool.origin, method: 'POST' };
    const made = await node.act('POST', '/tools', {
      name: 'pay',
      description: 'Pays.',
      parameters: { type: 'object' },
      http,
    });
    expect(made.status).toBe(201);
    const agent = await node.act<{ id: string }>('POST', '/agents', { name: 'Payer', tools: ['pay'] });
    world.model.script({ text: 'I pay.', toolCalls: [{ name: 'pay', arguments: {} }] });
    const stream = await open(node, surface, 'Pay', agent.body.id);
    await vi.waitFor(() => expect(calls).toBe(1), { timeout: patienceMs });
    await node.end('SIGKILL');
    const { runId, sessionId } = (stream.events[0] as ReceivedEvent).json;
    // As if no client waited for it: such runs are started again.
    await world.inStore((database) => database.run("UPDATE runs SET kind = 'autonomous' WHERE id = $1", [runId]));
    world.model.script('I do not know whether it was paid.');
    node = await world.startNode();
    const run = await ended(node, runId);
    expect(run).toMatchObject({
      status: 'completed',
      content: 'I pay.\n\nI do not know whether it was paid.',
      toolCalls: [{ tool: 'pay', isError: true, result: { error: expect.stringContaining('was not run again') } }],
    });
    expect(calls).toBe(1);
    expect((await messagesOf(node, sessionId)).map(({ role }) => role)).toEqual([
      ...['user', 'assistant', 'tool'],
      'assistant',
    ]);
    const events = await (await follow(node, runId, 0)).all();
    expect(typesOf(events).filter((type) => type === 'session_resolved')).toHaveLength(1);
    expect(events.filter(isEnd)).toHaveLength(1);
    const seqs = events.map(({ json }) => json.seq);
    expect(seqs).toEqual(seqs.toSorted((one, other) => one - other));
    expect(new Set(seqs).size).toBe(seqs.length);
  });

  it('gives up a run that crashes every node', async () => {
    const surface = newSurface();
    let node = await world.startNode();
    world.model.reply(() => ({ hang: true }));
    const stream = await open(node, surface);
    await world.model.waitFor(1, patienceMs);
    const { runId } = (stream.events[0] as ReceivedEvent).json;
    await node.end('SIGKILL');
    await world.inStore((database) => database.run("UPDATE runs SET kind = 'cron' WHERE id = $1", [runId]));
    for (let attempt = 2; attempt <= 3; attempt += 1) {
      node = await world.startNode();
      await world.model.waitFor(attempt, patienceMs);
      await node.end('SIGKILL');
    }
    world.model.reset();
    node = await world.startNode();
    expect(await ended(node, runId)).toMatchObject({ status: 'failed' });
    expect(world.model.requests).toHaveLength(0);
  });

  it('gives the same answer to the same idempotency key afterwards', async () => {
    const surface = newSurface();
    const first = await world.startNode();
    const key = { 'idempotency-key': 'before' };
    const answer = await say(first, 'once', surface, key);
    world.model.script({ hang: true });
    const cut = say(first, 'cut off', surface, { 'idempotency-key': 'during' }).catch(() => 'no answer');
    await world.model.waitFor(2, patienceMs);
    await first.end('SIGKILL');
    expect(await cut).toBe('no answer');
    const second = await world.startNode();
    const again = await say(second, 'once', surface, key);
    expect([again.status, again.body]).toEqual([200, answer.body]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const failed = await vi.waitFor(
      async () => {
        const { status, body } = await say(second, 'cut off', surface, { 'idempotency-key': 'during' });
        expect(status).toBe(503);
        return body;
      },
      { timeout: patienceMs, interval: 50 },
    );
    expect(failed).toMatchObject({ code: 'unavailable', runId: expect.stringMatching(/^run_/) });
    expect(world.model.requests).toHaveLength(2);
  });

  it('at any moment under load leaves nothing stuck, lost or repeated', async () => {
    world.model.reply(async ({ body }) => {
      await sleep(Math.random() * 20);
      const asked = String(body.messages?.at(-1)?.content);
      return body.tools && body.messages?.at(-1)?.role === 'user' && asked.endsWith('0')
        ? { text: 'counting', toolCalls: [{ name: 'calculator', arguments: { expression: '1+1' } }] }
        : `Heard ${asked}`;
    });
    const surfaceNames = Array.from({ length: 4 }, () => newSurface());
    const answered: Chat[] = [];
    let node = await world.startNode();
    const agent = await node.act<{ id: string }>('POST', '/agents', { name: 'Stormy', tools: ['calculator'] });
    let sent = 0;
    for (let round = 0; round < 3; round += 1) {
      let alive = true;
      const clients = Array.from({ length: 8 }, async (_, client) => {
        while (alive) {
          const surface = surfaceNames[client % surfaceNames.length] ?? '';
          try {
            const body = { agentId: agent.body.id, message: `message ${++sent}`, surface };
            const answer = await node.act<Chat>('POST', '/agent/chat', body);
            if (answer.status === 200) answered.push(answer.body);
          } catch {
            return;
          }
        }
      });
      const before = answered.length;
      await vi.waitFor(() => expect(answered.length - before).toBeGreaterThan(10), { timeout: patienceMs });
      await sleep(Math.random() * 200);
      await node.end('SIGKILL');
      alive = false;
      await Promise.all(clients);
      node = await world.startNode();
    }
    expect(answered.length).toBeGreaterThan(20);
    await vi.waitFor(
      async () => {
        for (const status of ['running', 'queued'])
          expect((await node.act<{ data: unknown[] }>('GET', `/jobs?status=${status}`)).body.data).toEqual([]);
      },
      { timeout: patienceMs, interval: 100 },
    );
    for (const surface of surfaceNames) {
      const { status } = await node.act('POST', '/agent/chat', { agentId: agent.body.id, message: 'last', surface });
      expect(status).toBe(200);
    }
    await node.end('SIGKILL');
    await world.inStore(async (database) => {
      for (const { runId, content, messageId } of answered) {
        const run = await database.get('SELECT status, content, message_id FROM runs WHERE id = $1', [runId]);
        expect(run).toEqual({ status: 'completed', content, message_id: messageId });
      }
      const sessions = await database.all<{ id: string; last_seq: number; message_count: number }>(
        'SELECT id, last_seq, message_count, running_run_id, waiting FROM sessions WHERE agent_id = $1',
        [agent.body.id],
      );
      expect(sessions).toHaveLength(surfaceNames.length);
      for (const { id, last_seq, message_count, ...free } of sessions) {
        expect(free).toEqual({ running_run_id: null, waiting: 0 });
        const messages = await database.all<{ seq: number; role: string; run_id: string }>(
          'SELECT seq, role, run_id FROM messages WHERE session_id = $1 ORDER BY seq',
          [id],
        );
        expect(messages.map(({ seq }) => seq)).toEqual(Array.from({ length: last_seq }, (_, n) => n + 1));
        expect(message_count).toBe(last_seq);
        // The messages of one turn are consecutive, and each turn has one question.
        const turns = messages.map(({ run_id }) => run_id).filter((run, at, runs) => run !== runs[at - 1]);
        expect(new Set(turns).size).toBe(turns.length);
        expect(messages.filter(({ role }) => role === 'user')).toHaveLength(turns.length);
      }
    });
  });
});
