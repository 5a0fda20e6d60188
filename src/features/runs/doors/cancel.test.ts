import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../../test/harness/databases.ts';
import {
  isEnd,
  openStream,
  type ReceivedEvent,
  textOf,
  typesOf,
} from '../../../../test/harness/event-stream-client.ts';
import type { TestGateway } from '../../../../test/harness/gateway.ts';
import { actingAs } from '../../../../test/harness/people.ts';
import {
  type Chat,
  newTalker,
  patienceMs,
  type SessionDetails,
  say,
  startTalking,
  type Talker,
  type Talking,
} from '../../../../test/harness/talking.ts';

describe.each(engines)('cancelling on %s', (engine) => {
  let world: Talking;
  let ada: Talker;
  beforeAll(async () => {
    world = await startTalking(engine, {
      nodes: engine === 'postgres' ? 2 : 1,
      settings: { SHUTDOWN_TIMEOUT: '60s' },
    });
    ada = await newTalker(world.gateway);
  });
  beforeEach(() => world.model.reset());
  afterAll(() => world.stop());

  let surfaces = 0;
  const newSurface = () => `s${++surfaces}`;
  const speak = (surface: string, message = 'Speak', node: TestGateway = world.gateway) =>
    openStream(`${node.url}/agent/chat/stream`, {
      token: ada.accessToken,
      body: { agentId: ada.agentId, message, surface },
    });
  const first = async (stream: Awaited<ReturnType<typeof speak>>) =>
    ((await stream.waitFor(1, patienceMs))[0] as ReceivedEvent).json;
  const cancel = (runId: string, node: TestGateway = world.gateway) =>
    actingAs(node, ada)<{ status: string; content: string | null; code: string }>('POST', `/jobs/${runId}/cancel`);
  const messagesOf = async (sessionId: string) =>
    (await ada.act<SessionDetails>('GET', `/sessions/${sessionId}`)).body.messages;
  const runningId = async () =>
    (await ada.act<{ data: { id: string }[] }>('GET', '/jobs?status=running')).body.data[0]?.id ?? '';

  it('reaches the provider before the first token, and is answered with 200', async () => {
    const surface = newSurface();
    world.model.script({ hang: true });
    const answer = ada.act<Chat>('POST', '/agent/chat', { agentId: ada.agentId, message: 'Speak', surface });
    await world.model.waitFor(1, patienceMs);
    const runId = await runningId();
    expect(await cancel(runId)).toMatchObject({ status: 200, body: { status: 'cancelled', stopReason: 'cancelled' } });
    await world.model.waitFor(({ aborted }) => aborted, patienceMs);
    const { status, body } = await answer;
    expect(status).toBe(200);
    expect(body).toMatchObject({ runId, stopReason: 'cancelled', content: '', messageId: null, toolCalls: [] });
    // The prompt was sent, and the provider charges it.
    expect(body).toMatchObject({
      usage: { promptTokens: expect.toSatisfy((count) => count > 0), completionTokens: 0 },
    });
    expect(await messagesOf(body.sessionId)).toMatchObject([{ role: 'user', content: 'Speak' }]);
    expect((await say(ada, 'next', { surface })).content).toBe('Echo: next');
  });

  it('stops a stream in its middle and keeps its text, marked partial', async () => {
    const surface = newSurface();
    world.model.script({ text: 'one two three four', chunks: 4, cut: { afterChunks: 2, by: 'silence' } });
    const stream = await speak(surface);
    const { runId, sessionId } = await first(stream);
    await stream.waitFor(3, patienceMs);
    expect((await cancel(runId)).body.status).toBe('cancelled');
    await world.model.waitFor(({ aborted }) => aborted, patienceMs);
    const events = await stream.all();
    const said = textOf(events);
    expect(said).not.toBe('');
    expect(events.filter(isEnd)).toHaveLength(1);
    expect(events.at(-1)).toMatchObject({ event: 'stream_done', json: { stopReason: 'cancelled', content: said } });
    expect(await messagesOf(sessionId)).toMatchObject([
      { role: 'user', status: 'complete' },
      { id: events.at(-1)?.json.messageId, role: 'assistant', content: said, status: 'partial' },
    ]);
    expect((await ada.act('GET', `/jobs/${runId}`)).body).toMatchObject({ status: 'cancelled', content: said });
    const next = await say(ada, 'next', { surface });
    expect(next.content).toBe('Echo: next');
    expect(world.model.requests.at(-1)?.body.messages?.map(({ content }) => content)).toEqual(['Speak', said, 'next']);
  });

  it('can be repeated, and is 409 if the run had ended by itself', async () => {
    world.model.script({ hang: true });
    const stream = await speak(newSurface());
    const { runId } = await first(stream);
    const [one, two] = await Promise.all([cancel(runId), cancel(runId)]);
    expect([one.body.status, two.body.status]).toEqual(['cancelled', 'cancelled']);
    expect(await cancel(runId)).toMatchObject({ status: 200, body: { status: 'cancelled' } });
    expect((await stream.all()).filter(isEnd)).toHaveLength(1);

    const done = await say(ada, 'done', { surface: newSurface() });
    expect(await cancel(done.runId)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    world.model.script({ status: 400 });
    const failed = await ada.act<Chat>('POST', '/agent/chat', { agentId: ada.agentId, message: 'x' });
    expect((await cancel(failed.body.runId)).status).toBe(409);
    expect((await cancel('run_nobody')).status).toBe(404);
  });

  it('takes a run out of the queue, and leaves the others in their order', async () => {
    const surface = newSurface();
    world.model.script({ hang: true });
    const holder = await speak(surface, 'first');
    const { runId: holderId, sessionId } = await first(holder);
    const waiting: Awaited<ReturnType<typeof speak>>[] = [];
    for (const message of ['second', 'third', 'fourth', 'fifth']) {
      waiting.push(await speak(surface, message));
      await first(waiting.at(-1) as (typeof waiting)[number]);
    }
    const ids = waiting.map(({ events }) => events[0]?.json.runId ?? '');
    expect((await cancel(ids[1] ?? '')).body).toMatchObject({ status: 'cancelled', content: '' });
    const cancelled = await waiting[1]?.all();
    expect(typesOf(cancelled ?? [])).toEqual(['queued', 'stream_done']);
    expect(cancelled?.at(-1)?.json).toMatchObject({ stopReason: 'cancelled', content: '', messageId: null });
    await cancel(holderId);
    await Promise.all(waiting.map((stream) => stream.all()));
    const said = (await messagesOf(sessionId)).filter(({ role }) => role === 'user').map(({ content }) => content);
    expect(said).toEqual(['first', 'second', 'fourth', 'fifth']);
    expect(world.model.requests).toHaveLength(4);
    const session = await world.database.get('SELECT running_run_id, waiting FROM sessions WHERE id = $1', [sessionId]);
    expect(session).toEqual({ running_run_id: null, waiting: 0 });
  });

  it('empties a whole queue, in any order', async () => {
    const surface = newSurface();
    world.model.reply(() => ({ hang: true }));
    const streams = [];
    for (let n = 0; n < 6; n += 1) {
      streams.push(await speak(surface, `m${n}`, world.gateways[n % world.gateways.length]));
      await first(streams.at(-1) as (typeof streams)[number]);
    }
    const ids = streams.map(({ events }) => events[0]?.json.runId ?? '');
    const answers = await Promise.all(ids.map((id, n) => cancel(id, world.gateways[(n + 1) % world.gateways.length])));
    expect(answers.map(({ body }) => body.status)).toEqual(Array(6).fill('cancelled'));
    for (const stream of streams) expect((await stream.all()).filter(isEnd)).toHaveLength(1);
    world.model.reset();
    expect((await say(ada, 'free', { surface })).content).toBe('Echo: free');
  });

  it('ends the runs of a deleted session', async () => {
    const surface = newSurface();
    world.model.reply(() => ({ hang: true }));
    const [one, two] = [await speak(surface, 'one'), await speak(surface, 'two')];
    const { sessionId } = await first(one);
    await first(two);
    expect((await ada.act('DELETE', `/sessions/${sessionId}`)).status).toBe(204);
    for (const stream of [one, two]) expect((await stream.all()).filter(isEnd).length).toBeLessThanOrEqual(1);
    const left = await world.database.all('SELECT id FROM runs WHERE session_id = $1', [sessionId]);
    expect(left).toEqual([]);
    await world.model.waitFor(({ aborted }) => aborted, patienceMs);
  });

  it('leaves no client waiting for a run that is erased with its user', async () => {
    world.model.script({ hang: true });
    const surface = newSurface();
    const answer = ada.act('POST', '/agent/chat', { agentId: ada.agentId, message: 'Speak', surface });
    await world.model.waitFor(1, patienceMs);
    const runId = await runningId();
    const { body } = await ada.act<{ sessionId: string }>('GET', `/jobs/${runId}`);
    await world.database.run('DELETE FROM sessions WHERE id = $1', [body.sessionId]);
    // The node finds out when it next writes or renews its lease.
    expect((await answer).status).toBe(404);
  });

  if (engine === 'postgres')
    it('reaches a run that another node works on', async () => {
      const [here, there] = world.gateways as [TestGateway, TestGateway];
      world.model.script({ text: 'one two three', chunks: 3, cut: { afterChunks: 1, by: 'silence' } });
      const stream = await speak(newSurface(), 'Speak', here);
      const { runId } = await first(stream);
      await stream.waitFor(2, patienceMs);
      expect(await cancel(runId, there)).toMatchObject({ status: 200, body: { status: 'cancelled' } });
      await world.model.waitFor(({ aborted }) => aborted, patienceMs);
      expect((await stream.all()).at(-1)?.json).toMatchObject({ stopReason: 'cancelled' });
    });

  it('reaches a node that is draining, which finishes its other turns', async () => {
    const [elsewhere, node = elsewhere] = world.gateways as [TestGateway, TestGateway?];
    const act = actingAs(node, ada);
    const params = { content: 'The dog is called Biscuit.', tier: 'strategic' };
    expect((await act('POST', '/tools/memory_write/invoke', { params })).status).toBe(200);
    await expect
      .poll(() => world.database.all('SELECT entry_id FROM memory_unembedded'), { timeout: patienceMs })
      .toEqual([]);
    const agentId = await ada.newAgent({ tools: ['memory_search'] });
    const told = Promise.withResolvers<void>();
    world.model.reply(async ({ body }) => {
      if (body.messages?.at(-1)?.role !== 'user') return 'Biscuit.';
      await told.promise;
      return { toolCalls: [{ name: 'memory_search', arguments: { query: 'pets' } }] };
    });
    const ask = () => act<Chat>('POST', '/agent/chat', { agentId, message: 'Who barks?', surface: newSurface() });
    const answers = [ask(), ask()];
    await world.model.waitFor(2, patienceMs);
    const stopped = node.gateway.stop();
    if (node !== elsewhere) expect((await cancel(await runningId(), elsewhere)).body.status).toBe('cancelled');
    told.resolve();
    const ends = (await Promise.all(answers)).map(({ body }) => body);
    const served = ends.filter(({ stopReason }) => stopReason === 'end_turn');
    expect(served).toHaveLength(node === elsewhere ? 2 : 1);
    // Found by meaning: it has no word of the question.
    for (const { toolCalls } of served)
      expect(toolCalls).toMatchObject([{ isError: false, result: { data: [{ entry: { content: params.content } }] } }]);
    await stopped;
  });
});
