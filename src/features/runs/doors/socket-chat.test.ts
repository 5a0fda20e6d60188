import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../../test/harness/databases.ts';
import {
  newTalker,
  newTeam,
  openTalk,
  patienceMs,
  type SessionDetails,
  startTalking,
  type Talker,
  type Talking,
} from '../../../../test/harness/talking.ts';

const calculation = { name: 'calculator', arguments: { expression: '17 * 23' }, id: 'call_a' };
const types = (frames: readonly { type: string }[]) => frames.map(({ type }) => type);

describe.each(engines)('chat over a WebSocket on %s', (engine) => {
  let talking: Talking;
  let ada: Talker;
  beforeAll(async () => {
    talking = await startTalking(engine);
    ada = await newTalker(talking.gateway, { agent: { tools: ['calculator'] } });
  });
  afterAll(() => talking.stop());
  afterEach(() => talking.model.reset());
  const open = (who: Talker = ada, headers = {}) => openTalk(talking.gateway.url, who, headers);
  const message = (text: string, more: object = {}) => ({
    type: 'message',
    agentId: ada.agentId,
    message: text,
    surface: 'web',
    ...more,
  });

  it('holds a conversation, every frame with exactly its fields', async () => {
    talking.model.script(
      { toolCalls: [calculation], usage: { promptTokens: 10, completionTokens: 5 } },
      { text: 'It is 391.', chunks: 2, usage: { promptTokens: 20, completionTokens: 4 } },
    );
    const client = await open();
    client.send(message('What is 17 * 23?'));
    const frames = await client.untilEnd();
    const { runId, sessionId } = frames[0] as unknown as { runId: string; sessionId: string };
    const common = { runId, sessionId, agentId: ada.agentId, seq: expect.any(Number) };
    const chunk = (delta: string) => ({ type: 'stream_chunk', ...common, delta });
    expect(frames).toEqual([
      { type: 'session_resolved', ...common, created: true },
      { type: 'tool_call', ...common, toolCallId: 'call_a', tool: 'calculator', params: { expression: '17 * 23' } },
      {
        type: 'tool_result',
        ...common,
        toolCallId: 'call_a',
        tool: 'calculator',
        result: { expression: '17 * 23', result: 391 },
        isError: false,
        durationMs: expect.any(Number),
      },
      chunk('It is'),
      chunk(' 391.'),
      {
        type: 'stream_done',
        ...common,
        messageId: expect.stringMatching(/^msg_/),
        content: 'It is 391.',
        usage: { promptTokens: 30, completionTokens: 9 },
        costUsd: 0,
        stopReason: 'end_turn',
        durationMs: expect.any(Number),
        toolCallCount: 1,
        model: 'openai-compatible/fake',
      },
    ]);
    const seqs = frames.map(({ seq }) => seq as number);
    expect(seqs).toEqual([...new Set(seqs)].sort((one, other) => one - other));

    client.send(message('And again?'));
    const second = await client.untilEnd();
    expect(second[0]).toMatchObject({ type: 'session_resolved', created: false, sessionId });
    const { body } = await ada.act<SessionDetails>('GET', `/sessions/${sessionId}`);
    expect(body.messages.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
      'assistant',
    ]);
    client.close();
  });

  it('refuses a second message while the first is under way, also when both come at once', async () => {
    talking.model.script({ text: 'The whole answer.', chunkDelayMs: 50, chunks: 8 });
    const client = await open();
    client.send(message('first'));
    client.send(message('second'));
    expect((await client.untilEnd()).at(-1)).toEqual({
      type: 'error',
      code: 'request_in_flight',
      message: expect.any(String),
      status: 409,
      retryable: true,
    });
    expect((await client.untilEnd()).at(-1)).toMatchObject({ content: 'The whole answer.', stopReason: 'end_turn' });
    expect(talking.model.requests).toHaveLength(1);
    // Afterwards the socket takes messages again.
    client.send(message('third'));
    expect((await client.untilEnd()).at(-1)).toMatchObject({ content: 'Echo: third' });
    client.close();
  });

  it('works on two sockets of one person at the same time', async () => {
    const [one, other] = await Promise.all([open(), open()]);
    // The first answer ends only after the second has arrived.
    talking.model.reply(({ body }) =>
      JSON.stringify(body.messages).includes('slowly') ? { text: 'slow', delayMs: 1_500 } : 'quick',
    );
    one.send(message('slowly', { surface: 'one' }));
    await one.until('session_resolved');
    other.send(message('quickly', { surface: 'other' }));
    expect((await other.untilEnd()).at(-1)).toMatchObject({ content: 'quick' });
    expect(types(one.frames)).toEqual(['session_resolved']);
    expect((await one.untilEnd()).at(-1)).toMatchObject({ content: 'slow' });
    one.close();
    other.close();
  });

  it('makes the second wait if both use one session', async () => {
    const [one, other] = await Promise.all([open(), open()]);
    talking.model.reply(({ body }) => ({
      text: JSON.stringify(body.messages).includes('"two"') ? 'second' : 'first',
      delayMs: 300,
    }));
    one.send(message('one', { surface: 'line' }));
    await one.until('session_resolved');
    other.send(message('two', { surface: 'line' }));
    expect(await other.next()).toMatchObject({ type: 'queued', position: 1, seq: expect.any(Number) });
    const [first, second] = await Promise.all([one.untilEnd(), other.untilEnd()]);
    expect([first.at(-1)?.content, second.at(-1)?.content]).toEqual(['first', 'second']);
    expect(second[0]).toMatchObject({ type: 'session_resolved', created: false });
    one.close();
    other.close();
  });

  it.each([
    ['no message', { message: undefined }],
    ['a message that is no text', { message: 7 }],
    ['an empty message', { message: '' }],
    ['a message of spaces', { message: ' \n\t' }],
    ['an agent that is no text', { agentId: 7 }],
    ['an agent as a list', { agentId: ['a'] }],
    ['an empty agent', { agentId: '' }],
    ['a surface that is no text', { surface: null }],
    ['a surface that is too long', { surface: 'x'.repeat(101) }],
    ['a session that is no text', { sessionId: {} }],
    ['NUL in the message', { message: 'a\0b' }],
    ['NUL in the agent', { agentId: 'a\0b' }],
  ])('answers %s with an error frame and stays open', async (_what, wrong) => {
    const bob = await newTalker(talking.gateway);
    const client = await open(bob);
    client.send(message('hello', { agentId: bob.agentId, ...wrong }));
    expect(await client.next()).toEqual({
      type: 'error',
      code: 'validation_failed',
      message: expect.any(String),
      status: 400,
      retryable: false,
    });
    client.send(message('hello', { agentId: bob.agentId }));
    expect((await client.untilEnd()).at(-1)).toMatchObject({ content: 'Echo: hello' });
    client.close();
  });

  it('says what is wrong with an agent or a session, with the status', async () => {
    const [bob, eve] = await Promise.all([newTalker(talking.gateway), newTalker(talking.gateway)]);
    const strange = await newTalker(talking.gateway);
    const restricted = await newTalker(talking.gateway);
    await restricted.act('PUT', `/workspaces/${restricted.workspaceId}/restrictions`, {
      allowedProviders: ['openai'],
      allowedModels: null,
    });
    const session = (
      await eve.act<{ sessionId: string }>('POST', '/agent/chat', { agentId: eve.agentId, message: 'hi' })
    ).body.sessionId;
    const cases: [Talker, object, object][] = [
      [bob, { agentId: 'agt_nobody' }, { code: 'not_found', status: 404 }],
      [bob, { agentId: eve.agentId }, { code: 'agent_not_available', status: 403 }],
      [bob, { agentId: undefined }, { code: 'validation_failed', status: 400 }],
      [bob, { agentId: bob.agentId, sessionId: session }, { code: 'not_found', status: 404 }],
      [strange, { agentId: strange.agentId, sessionId: 'ses_none' }, { code: 'not_found', status: 404 }],
      [restricted, { agentId: restricted.agentId }, { code: 'model_not_allowed', status: 403 }],
    ];
    for (const [who, fields, expected] of cases) {
      const client = await open(who);
      client.send(message('hello', fields));
      const frame = await client.next();
      expect(frame).toEqual({ type: 'error', message: expect.any(String), retryable: false, ...expected });
      client.send({ type: 'ping' });
      expect(await client.next()).toEqual({ type: 'pong' });
      client.close();
    }
  });

  it('ends a run whose model fails with one error frame of the run', async () => {
    talking.model.script({ status: 400, message: 'no such thing' });
    const client = await open();
    client.send(message('break', { surface: 'breaks' }));
    const frames = await client.untilEnd();
    expect(types(frames)).toEqual(['session_resolved', 'error']);
    expect(Object.keys(frames[1] ?? {}).sort()).toEqual(
      ['type', 'runId', 'sessionId', 'agentId', 'seq', 'code', 'message', 'status', 'retryable', 'upstream'].sort(),
    );
    expect(frames[1]).toMatchObject({ code: 'model_error', status: 502, upstream: { status: 400 } });
    client.send(message('and now?', { surface: 'breaks' }));
    expect((await client.untilEnd()).at(-1)).toMatchObject({ content: 'Echo: and now?' });
    client.close();
  });

  it('cancels at once: the model call ends, the text so far is kept, and a frame says so', async () => {
    talking.model.script({ text: 'Some of it and never the rest', chunks: 4, cut: { afterChunks: 2, by: 'silence' } });
    const client = await open();
    client.send(message('go on for ever', { surface: 'cancel' }));
    const chunk = await client.waitFor(({ type }) => type === 'stream_chunk', patienceMs);
    client.send({ type: 'cancel', runId: chunk.runId });
    const frames = await client.untilEnd();
    expect(frames.at(-1)).toMatchObject({ type: 'stream_done', stopReason: 'cancelled', content: 'Some of it and' });
    await talking.model.waitFor(({ aborted }) => aborted, patienceMs);
    const { body } = await ada.act<SessionDetails>('GET', `/sessions/${chunk.sessionId}`);
    expect(body.messages.at(-1)).toMatchObject({ role: 'assistant', status: 'partial', content: 'Some of it and' });
    // A cancel can be repeated; a completed run cannot be cancelled.
    client.send(message('hello', { surface: 'cancel' }));
    const done = (await client.untilEnd()).at(-1);
    client.send({ type: 'cancel', runId: done?.runId });
    expect((await client.untilEnd()).at(-1)).toMatchObject({ type: 'error', code: 'conflict', status: 409 });
    client.close();
  });

  it('cancels before the first token too', async () => {
    talking.model.script({ hang: true });
    const client = await open();
    client.send(message('say nothing', { surface: 'silent' }));
    const { runId } = await client.until('session_resolved');
    await talking.model.waitFor(1, patienceMs);
    client.send({ type: 'cancel', runId });
    expect((await client.untilEnd()).at(-1)).toMatchObject({
      type: 'stream_done',
      stopReason: 'cancelled',
      content: '',
      messageId: null,
    });
    await talking.model.waitFor(({ aborted }) => aborted, patienceMs);
    client.close();
  });

  it('does not stop a run whose client goes away, and resumes it when the client comes back', async () => {
    const text = 'one two three four five six seven eight';
    talking.model.script({ text, chunks: 8, chunkDelayMs: 150 });
    const client = await open();
    client.send(message('count', { surface: 'away' }));
    await client.waitFor(({ type }) => type === 'stream_chunk', patienceMs);
    client.socket.terminate();
    await client.closed;
    const seen = client.frames;
    const last = seen.at(-1);

    const back = await open();
    back.send({ type: 'resume', runId: last?.runId, lastSeq: last?.seq });
    const rest = await back.untilEnd();
    expect(rest.at(-1)).toMatchObject({ type: 'stream_done', stopReason: 'end_turn', content: text });
    const deltas = [...seen, ...rest].filter(({ type }) => type === 'stream_chunk').map(({ delta }) => delta);
    expect(deltas.join('')).toBe(text);
    expect(rest[0]?.seq as number).toBeGreaterThan(last?.seq as number);

    // Long after the end, from the beginning.
    back.send({ type: 'resume', runId: last?.runId });
    const again = await back.untilEnd();
    expect(again).toEqual([...seen, ...rest]);
    back.close();
  });

  it('refuses to resume or cancel without a run, or with another person’s run', async () => {
    const eve = await newTalker(talking.gateway);
    const team = await newTeam(ada, { member: eve });
    const mine = await open();
    mine.send(message('mine', { surface: 'own' }));
    const runId = (await mine.untilEnd()).at(-1)?.runId;
    const theirs = await Promise.all([open(eve), open(eve, { 'x-workspace-id': team })]);
    for (const client of theirs)
      for (const frame of [
        { type: 'resume', runId, lastSeq: 0 },
        { type: 'cancel', runId },
        { type: 'resume', runId: 'run_none' },
        { type: 'cancel', runId: 'run_none' },
      ]) {
        client.send(frame);
        expect(await client.next()).toMatchObject({ type: 'error', code: 'not_found', status: 404 });
      }
    // The person's own run, from another workspace.
    const elsewhere = await open(ada, { 'x-workspace-id': team });
    elsewhere.send({ type: 'resume', runId, lastSeq: 0 });
    expect(await elsewhere.next()).toMatchObject({ type: 'error', code: 'not_found' });
    for (const wrong of [
      { type: 'resume' },
      { type: 'resume', runId: 7 },
      { type: 'resume', runId, lastSeq: '3' },
      { type: 'resume', runId, lastSeq: -1 },
      { type: 'resume', runId, lastSeq: 1e30 },
      { type: 'resume', runId: 'run_\0' },
      { type: 'cancel' },
      { type: 'cancel', runId: [] },
    ]) {
      elsewhere.send(wrong);
      expect(await elsewhere.next()).toMatchObject({ type: 'error', code: 'validation_failed', status: 400 });
    }
    for (const client of [mine, ...theirs, elsewhere]) client.close();
  });

  it('closes when a membership is taken away, and the run under way is cancelled', async () => {
    const bob = await newTalker(talking.gateway);
    const team = await newTeam(ada, { member: bob });
    const agent = (await ada.act<{ id: string }>('POST', '/agents', { name: 'Team' }, { 'x-workspace-id': team })).body
      .id;
    const client = await open(bob, { 'x-workspace-id': team });
    talking.model.script({ text: 'a b c d e f g h', chunks: 8, chunkDelayMs: 200 });
    client.send(message('hello', { agentId: agent }));
    const { runId } = await client.waitFor(({ type }) => type === 'stream_chunk', patienceMs);
    const watching = await open(bob, { 'x-workspace-id': team });
    expect((await ada.act('DELETE', `/workspaces/${team}/members/${bob.id}`)).status).toBe(204);

    for (const socket of [client, watching]) expect(await socket.closed).toMatchObject({ code: 4403 });
    const ended = async () =>
      (await talking.database.get<{ status: string }>('SELECT status FROM runs WHERE id = $1', [runId as string]))
        ?.status;
    await expect.poll(ended, { timeout: patienceMs }).toBe('cancelled');
  });

  it('sends an error when the session is deleted during a run', async () => {
    talking.model.script({ text: 'a b c d', chunks: 4, cut: { afterChunks: 2, by: 'silence' } });
    const client = await open();
    client.send(message('talk', { surface: 'doomed' }));
    const { sessionId, runId } = await client.waitFor(({ type }) => type === 'stream_chunk', patienceMs);
    expect((await ada.act('DELETE', `/sessions/${sessionId}`)).status).toBe(204);
    expect((await client.untilEnd()).at(-1)).toMatchObject({ type: 'stream_done', stopReason: 'cancelled' });
    await talking.model.waitFor(({ aborted }) => aborted, patienceMs);
    client.send({ type: 'resume', runId });
    expect((await client.untilEnd()).at(-1)).toMatchObject({ type: 'error', code: 'not_found' });
    client.close();
  });
});

describe.each(engines)('chat over a WebSocket without a provider on %s', (engine) => {
  it('talks to the offline assistant, tools included', async () => {
    const talking = await startTalking(engine, { settings: { DEFAULT_MODEL: 'local/offline' } });
    try {
      const ada = await newTalker(talking.gateway, { agent: { tools: ['calculator'] } });
      const client = await openTalk(talking.gateway.url, ada);
      client.send({ type: 'message', agentId: ada.agentId, message: 'What is 12 times 12?', surface: 'web' });
      const frames = await client.untilEnd();
      expect(new Set(types(frames))).toEqual(
        new Set(['session_resolved', 'tool_call', 'tool_result', 'stream_chunk', 'stream_done']),
      );
      expect(frames.at(-1)?.content).toContain('144');
      expect(talking.model.requests).toEqual([]);
      client.close();
    } finally {
      await talking.stop();
    }
  });
});
