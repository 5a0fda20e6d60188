import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../../test/harness/databases.ts';
import { openStream, typesOf } from '../../../../test/harness/event-stream-client.ts';
import { type Exchange, startLocalServer } from '../../../../test/harness/local-server.ts';
import {
  type Message,
  newTalker,
  patienceMs,
  type SessionDetails,
  say,
  startTalking,
  type Talker,
  type Talking,
} from '../../../../test/harness/talking.ts';

type StoredMessage = Message & { toolCalls?: { id: string; tool: string; params: unknown }[] };

describe.each(engines)('tools in a turn on %s', (engine) => {
  let world: Talking;
  let ada: Talker;
  let outside: { origin: string; stop(): Promise<void> };
  let answerWith: (exchange: Exchange) => void | Promise<void>;
  let asked = 0;
  beforeAll(async () => {
    world = await startTalking(engine);
    ada = await newTalker(world.gateway);
    outside = await startLocalServer(async (exchange) => {
      asked += 1;
      await answerWith(exchange);
    });
    const http = { url: `${outside.origin}/lookup`, method: 'GET' };
    await ada.act('POST', '/tools', {
      name: 'lookup',
      description: 'Looks something up.',
      parameters: { type: 'object', properties: { what: { type: 'string' } } },
      http,
    });
  });
  beforeEach(() => {
    world.model.reset();
    asked = 0;
    answerWith = ({ response }) => void response.end('found it');
  });
  afterAll(async () => {
    await world.stop();
    await outside.stop();
  });

  const agentWith = (fields: object) => ada.newAgent({ tools: ['calculator', 'current_time', 'lookup'], ...fields });
  const messagesOf = async (sessionId: string) =>
    (await ada.act<SessionDetails>('GET', `/sessions/${sessionId}`)).body.messages as StoredMessage[];
  const sum = (expression: string, id?: string) => ({
    name: 'calculator',
    arguments: { expression },
    ...(id ? { id } : {}),
  });

  it('run, and the model and the client get their results', async () => {
    const agentId = await agentWith({});
    world.model.script({ text: 'Let me see.', toolCalls: [sum('6*7', 'c1')] }, 'It is 42.');
    const answer = await say(ada, 'What is 6*7?', { agentId });
    expect(answer.content).toBe('Let me see.\n\nIt is 42.');
    expect(answer.toolCalls).toEqual([
      {
        id: 'c1',
        tool: 'calculator',
        params: { expression: '6*7' },
        result: expect.objectContaining({ result: 42 }),
        isError: false,
        durationMs: expect.any(Number),
      },
    ]);
    const second = world.model.requests[1]?.body.messages ?? [];
    expect(second.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
    expect(second[1]?.tool_calls?.[0]).toMatchObject({ id: 'c1', function: { name: 'calculator' } });
    expect(second[2]).toMatchObject({ tool_call_id: 'c1', content: expect.stringContaining('42') });
    const stored = await messagesOf(answer.sessionId);
    expect(stored.map(({ role, content, seq }) => [seq, role, content])).toEqual([
      [1, 'user', 'What is 6*7?'],
      [2, 'assistant', 'Let me see.'],
      [3, 'tool', expect.stringContaining('42')],
      [4, 'assistant', 'It is 42.'],
    ]);
    expect(stored[1]?.toolCalls).toEqual([{ id: 'c1', tool: 'calculator', params: { expression: '6*7' } }]);
    const job = await ada.act<{ toolCalls: unknown; content: string }>('GET', `/jobs/${answer.runId}`);
    expect(job.body).toMatchObject({ toolCalls: answer.toolCalls, content: answer.content, toolCallCount: 1 });
  });

  it('run in parallel, and keep their order', async () => {
    const agentId = await agentWith({});
    const together = Promise.withResolvers<void>();
    answerWith = async ({ response }) => {
      // No request is answered before all have arrived: one after another they would wait for ever.
      if (asked === 3) together.resolve();
      await together.promise;
      response.end('found it');
    };
    const calls = ['one', 'two', 'three'].map((what) => ({ name: 'lookup', arguments: { what }, id: what }));
    world.model.script({ toolCalls: [...calls, sum('1+1', 'four')] }, 'All done.');
    const answer = await say(ada, 'look', { agentId });
    expect(answer.toolCalls.map(({ tool, params }) => [tool, params])).toEqual([
      ['lookup', { what: 'one' }],
      ['lookup', { what: 'two' }],
      ['lookup', { what: 'three' }],
      ['calculator', { expression: '1+1' }],
    ]);
    const results = (world.model.requests[1]?.body.messages ?? []).filter(({ role }) => role === 'tool');
    expect(results.map(({ tool_call_id }) => tool_call_id)).toEqual(['one', 'two', 'three', 'four']);
  });

  it('do not run with arguments that are not JSON; the model is told', async () => {
    const agentId = await agentWith({});
    const malformed = ['{"expression": "1+', 'null', '[1]', '"text"', 'expression=1'];
    world.model.script({ toolCalls: malformed.map((text) => ({ name: 'calculator', arguments: text })) }, 'Sorry.');
    const answer = await say(ada, 'x', { agentId });
    expect(answer.content).toBe('Sorry.');
    expect(answer.toolCalls).toHaveLength(malformed.length);
    for (const { isError, result } of answer.toolCalls) {
      expect(isError).toBe(true);
      expect(JSON.stringify(result)).toContain('not a valid JSON object');
    }
  });

  it('do not run with invalid parameters, or if they are unknown or not the agent’s', async () => {
    const agentId = await ada.newAgent({ tools: ['calculator'] });
    world.model.script(
      {
        toolCalls: [
          { name: 'calculator', arguments: { expression: 7 } },
          { name: 'calculator', arguments: '' },
          { name: 'rm_rf', arguments: {} },
          { name: 'current_time', arguments: {} },
        ],
      },
      'I see.',
    );
    const answer = await say(ada, 'x', { agentId });
    expect(answer.toolCalls.map(({ isError }) => isError)).toEqual([true, true, true, true]);
    const texts = answer.toolCalls.map(({ result }) => JSON.stringify(result));
    expect(texts[0]).toContain('parameters are not valid');
    expect(texts[1]).toContain('parameters are not valid');
    expect(texts[2]).toContain('There is no tool \\"rm_rf\\"');
    expect(texts[3]).toContain('There is no tool \\"current_time\\"');
  });

  it('that fail do not end the turn', async () => {
    const agentId = await agentWith({});
    answerWith = ({ response }) => void response.writeHead(500).end('broken');
    world.model.script({ toolCalls: [{ name: 'lookup', arguments: {} }, sum('1/0')] }, 'It did not work.');
    const answer = await say(ada, 'x', { agentId });
    expect(answer).toMatchObject({ content: 'It did not work.', stopReason: 'end_turn' });
    expect(answer.toolCalls[0]).toMatchObject({ isError: true });
    expect(JSON.stringify(answer.toolCalls[0]?.result)).toContain('The server answered 500');
  });

  it('may return bytes that a database cannot store', async () => {
    const agentId = await agentWith({});
    answerWith = ({ response }) => void response.writeHead(200, { 'content-type': 'text/plain' }).end('a\0b');
    world.model.script({ toolCalls: [{ name: 'lookup', arguments: { what: 'a\0b' }, id: 'id\0' }] }, 'Odd.');
    const answer = await say(ada, 'x', { agentId, surface: 'nul' });
    expect(answer).toMatchObject({ content: 'Odd.', toolCalls: [{ isError: false }] });
    expect((await say(ada, 'next', { agentId, surface: 'nul' })).content).toBe('Echo: next');
  });

  it('end with max_steps when the model never stops calling them', async () => {
    const agentId = await agentWith({ maxSteps: 3 });
    world.model.reply(() => ({ text: 'more', toolCalls: [sum('1+1')] }));
    const answer = await say(ada, 'x', { agentId, surface: 'steps' });
    expect(answer).toMatchObject({ stopReason: 'max_steps', content: 'more\n\nmore\n\nmore' });
    expect(answer.toolCalls).toHaveLength(3);
    expect(world.model.requests).toHaveLength(3);
    const stored = await messagesOf(answer.sessionId);
    expect(stored.filter(({ content }) => content === 'more')).toHaveLength(3);
    world.model.reset();
    expect((await say(ada, 'next', { agentId, surface: 'steps' })).content).toBe('Echo: next');
  });

  it('are not run when the model was cut short: the run ends with max_tokens', async () => {
    world.model.script({ text: 'Once upon a', finishReason: 'length' });
    const agentId = await agentWith({ maxTokens: 3 });
    expect(await say(ada, 'x', { agentId })).toMatchObject({ stopReason: 'max_tokens', content: 'Once upon a' });
    expect(world.model.requests[0]?.body).toMatchObject({ max_tokens: 3 });
  });

  it('run even if the model reuses ids of calls', async () => {
    const agentId = await agentWith({});
    const twice = [sum('1+1', 'call_0'), sum('2+2', 'call_0')];
    world.model.script({ toolCalls: twice }, { toolCalls: [sum('3+3', 'call_0')] }, 'Three sums.');
    const answer = await say(ada, 'x', { agentId });
    const results = answer.toolCalls.map(({ result }) => (result as { result: number }).result);
    expect(results).toEqual([2, 4, 6]);
    const job = await ada.act<{ toolCalls: unknown }>('GET', `/jobs/${answer.runId}`);
    expect(job.body.toolCalls).toEqual(answer.toolCalls);
  });

  it('run at most 32 at once', async () => {
    const agentId = await agentWith({});
    world.model.script({ toolCalls: Array.from({ length: 40 }, (_, n) => sum(`${n}+1`)) }, 'Enough.');
    const { toolCalls } = await say(ada, 'x', { agentId });
    expect(toolCalls.filter(({ isError }) => !isError)).toHaveLength(32);
    expect(JSON.stringify(toolCalls.at(-1)?.result)).toContain('At most 32');
  });

  it('are shown in the stream with their results, in order', async () => {
    const agentId = await agentWith({});
    world.model.script({ text: 'Well', toolCalls: [sum('1+1', 'a'), sum('2+2', 'b')], chunks: 1 }, 'Done.');
    const stream = await openStream(`${world.gateway.url}/agent/chat/stream`, {
      token: ada.accessToken,
      body: { agentId, message: 'x', surface: 'shown' },
    });
    const events = await stream.all();
    expect(typesOf(events).filter((type) => type !== 'stream_chunk')).toEqual([
      ...['session_resolved', 'tool_call', 'tool_call', 'tool_result', 'tool_result'],
      'stream_done',
    ]);
    const [call, result] = ['tool_call', 'tool_result'].map((type) => events.find(({ event }) => event === type)?.json);
    expect(call).toMatchObject({ toolCallId: 'a', tool: 'calculator', params: { expression: '1+1' } });
    expect(result).toMatchObject({
      toolCallId: 'a',
      tool: 'calculator',
      result: expect.objectContaining({ result: 2 }),
      isError: false,
      durationMs: expect.any(Number),
    });
    expect(events.at(-1)?.json).toMatchObject({ toolCallCount: 2, content: 'Well\n\nDone.' });
  });

  it('that were cancelled leave a history that a provider accepts', async () => {
    const agentId = await agentWith({});
    const reached = Promise.withResolvers<void>();
    answerWith = async ({ hang }) => {
      reached.resolve();
      await hang();
    };
    world.model.script({ text: 'Looking.', toolCalls: [{ name: 'lookup', arguments: {} }, sum('1+1')] });
    const answer = ada.act('POST', '/agent/chat', { agentId, message: 'look', surface: 'cut' });
    await reached.promise;
    const presence = await ada.act<{ data: { agentId: string; state: string; runId: string }[] }>(
      'GET',
      '/agent/presence',
    );
    const busy = presence.body.data.find((row) => row.agentId === agentId);
    expect(busy).toMatchObject({ state: 'tool' });
    await ada.act('POST', `/jobs/${busy?.runId}/cancel`);
    const cancelled = (await answer).body as { sessionId: string; messageId: null; content: string };
    expect(cancelled).toMatchObject({ stopReason: 'cancelled', content: 'Looking.', messageId: null });
    expect((await messagesOf(cancelled.sessionId)).map(({ role, content }) => [role, content])).toEqual([
      ['user', 'look'],
      ['assistant', 'Looking.'],
    ]);
    // The fake model refuses a call without a result, as OpenAI does.
    expect((await say(ada, 'next', { agentId, surface: 'cut' })).content).toBe('Echo: next');
    const roles = world.model.requests.at(-1)?.body.messages?.map(({ role }) => role);
    expect(roles).toEqual(['user', 'assistant', 'tool', 'tool', 'user']);
    await world.model.waitFor(2, patienceMs);
  });
});
