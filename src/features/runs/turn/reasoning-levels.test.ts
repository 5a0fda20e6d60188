import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { calculating, endOf, fetching, newAsker, park, resolve } from '../../../../test/harness/approvals.ts';
import { engines } from '../../../../test/harness/databases.ts';
import { openStream, type ReceivedEvent } from '../../../../test/harness/event-stream-client.ts';
import {
  newTalker,
  patienceMs,
  say,
  startTalking,
  type Talker,
  type Talking,
} from '../../../../test/harness/talking.ts';
import { type Receiver, startReceiver } from '../../../../test/harness/webhook-receiver.ts';

const thought = 'Six by seven.';

describe.each(engines)('how much a model reasons, on %s', (engine) => {
  let world: Talking;
  let receiver: Receiver;
  let ada: Talker;
  beforeAll(async () => {
    receiver = await startReceiver();
    world = await startTalking(engine, {
      settings: { MODEL_PRICES: '{"openai-compatible/fake": {"input": 1, "cachedInput": 0.1, "output": 10}}' },
    });
    ada = await newTalker(world.gateway, { agent: { reasoning: 'low' } });
  });
  beforeEach(() => world.model.reset());
  afterAll(async () => {
    await world.stop();
    await receiver.stop();
  });

  const asked = (index: number) => world.model.requests[index]?.body ?? {};
  const stream = async (body: object) => {
    const opened = await openStream(`${world.gateway.url}/agent/chat/stream`, {
      token: ada.accessToken,
      body: { agentId: ada.agentId, message: 'What is 6 * 7?', ...body },
    });
    return opened.all();
  };
  const chunksOf = (events: readonly ReceivedEvent[], type: string) =>
    events
      .filter(({ event }) => event === type)
      .map(({ json }) => json.delta)
      .join('');

  it('is the agent’s level, or the request’s; none without either', async () => {
    await say(ada, 'Hi', { surface: 'agent' });
    await say(ada, 'Hi', { surface: 'request', reasoning: 'high' });
    await say(ada, 'Hi', { surface: 'off', reasoning: 'off' });
    await say(ada, 'Hi', { surface: 'none', agentId: await ada.newAgent() });
    expect([0, 1, 2, 3].map((index) => asked(index).reasoning_effort)).toEqual(['low', 'high', 'none', undefined]);
    const wrong = await ada.act('POST', '/agent/chat', { message: 'Hi', reasoning: 'max' });
    expect(wrong.status).toBe(400);
  });

  it('is left to a model that refuses it, level by level', async () => {
    const agentId = await ada.newAgent({ provider: 'openai-compatible', model: 'no-effort', reasoning: 'off' });
    world.model.reply(({ body }) =>
      body.reasoning_effort && body.reasoning_effort !== 'high'
        ? { status: 400, message: `Unsupported value: 'reasoning_effort' does not support '${body.reasoning_effort}'.` }
        : 'Fine.',
    );
    expect((await say(ada, 'Hi', { agentId, surface: 'refused' })).content).toBe('Fine.');
    expect([0, 1, 2].map((index) => asked(index).reasoning_effort)).toEqual(['none', 'minimal', undefined]);
    await say(ada, 'Hi', { agentId, surface: 'refused' });
    expect(asked(3)).not.toHaveProperty('reasoning_effort');
    await say(ada, 'Hi', { agentId, surface: 'refused', reasoning: 'high' });
    expect(asked(4).reasoning_effort).toBe('high');
  });

  it('is shown as reasoning_chunk events only where that is asked for, and is never part of the answer', async () => {
    const answer = { reasoning: thought, text: 'It is 42.' };
    world.model.script(answer, answer, answer);
    const shown = await stream({ surface: 'shown', showReasoning: true });
    expect(chunksOf(shown, 'reasoning_chunk')).toBe(thought);
    expect(chunksOf(shown, 'stream_chunk')).toBe('It is 42.');
    expect(shown.at(-1)?.json).toMatchObject({ content: 'It is 42.' });
    const { runId, sessionId } = shown.at(-1)?.json ?? { runId: '', sessionId: '' };
    expect((await ada.act('GET', `/sessions/${sessionId}`)).text).not.toContain(thought);
    const again = await openStream(`${world.gateway.url}/jobs/${runId}/stream`, { token: ada.accessToken });
    expect(chunksOf(await again.all(), 'reasoning_chunk')).toBe(thought);
    expect(JSON.stringify(await stream({ surface: 'hidden' }))).not.toContain('Six');
    // A run whose answer comes whole has them too.
    const whole = await say(ada, 'What is 6 * 7?', { surface: 'whole', showReasoning: true });
    const watched = await openStream(`${world.gateway.url}/jobs/${whole.runId}/stream`, { token: ada.accessToken });
    expect(chunksOf(await watched.all(), 'reasoning_chunk')).toBe(thought);
  });

  it('is shown before a structured answer, and a refusal is still text', async () => {
    const responseFormat = { type: 'json_schema', name: 'any', schema: { type: 'object' } };
    world.model.script({ reasoning: thought, text: '{"a":1}' }, { refusal: 'I will not.' });
    const events = await stream({ surface: 'json', showReasoning: true, responseFormat });
    expect(chunksOf(events, 'reasoning_chunk')).toBe(thought);
    expect(events.at(-1)?.json).toMatchObject({ output: { a: 1 } });
    const refused = await stream({ surface: 'refusal', showReasoning: true });
    expect(chunksOf(refused, 'stream_chunk')).toBe('I will not.');
  });

  it('holds for a run that waited for an approval', async () => {
    const asker = await newAsker(world);
    world.model.script({ toolCalls: [fetching(receiver)] }, { reasoning: thought, text: 'Done.' });
    const parked = await park(asker, { reasoning: 'medium', showReasoning: true });
    await resolve(asker, parked.approval.requestId, 'approve');
    await endOf(asker, parked.runId);
    expect([0, 1].map((index) => asked(index).reasoning_effort)).toEqual(['medium', 'medium']);
    const events = await openStream(`${world.gateway.url}/jobs/${parked.runId}/stream`, { token: asker.accessToken });
    expect(chunksOf(await events.all(), 'reasoning_chunk')).toBe(thought);
  });

  it('counts in usage with what came from the cache, and agent.completed keeps its two fields', async () => {
    const usage = { promptTokens: 1_000, cachedTokens: 600, completionTokens: 50, reasoningTokens: 30 };
    await ada.act('POST', '/webhooks', { url: receiver.url, events: ['agent.completed'] });
    world.model.script({ toolCalls: [calculating], usage }, { text: 'It is 42.', usage });
    const agentId = await ada.newAgent({ tools: ['calculator'] });
    const answer = await ada.act<{ runId: string; usage: object; costUsd: number }>('POST', '/agent/chat', {
      agentId,
      message: 'What is 6 * 7?',
      surface: 'usage',
    });
    const counted = { promptTokens: 2_000, completionTokens: 100, cachedTokens: 1_200, reasoningTokens: 60 };
    expect(answer.body.usage).toEqual(counted);
    expect(answer.body.costUsd).toBeCloseTo((800 + 120 + 1_000) / 1e6);
    const { body } = await ada.act<{ usage: object }>('GET', `/jobs/${answer.body.runId}`);
    expect(body.usage).toEqual(counted);
    const plain = await say(ada, 'Hi', { surface: 'plain usage' });
    expect(Object.keys((plain as unknown as { usage: object }).usage)).toEqual(['promptTokens', 'completionTokens']);
    await receiver.waitFor(({ json }) => json.data?.toolCallCount === 1, patienceMs);
    const told = receiver.records.map(({ json }) => json.data?.usage);
    expect(told).toContainEqual({ promptTokens: 2_000, completionTokens: 100 });
  });

  it('the head of a request is the same bytes from turn to turn, whatever memory and history say', async () => {
    const agentId = await ada.newAgent({
      systemPrompt: 'You are terse.',
      skills: ['dates'],
      tools: ['calculator', 'memory_write'],
    });
    const first = await say(ada, 'My favourite tea is green tea. Remember that.', { agentId, surface: 'head' });
    await ada.act('POST', '/memory', { content: 'Their favourite tea is green tea.', type: 'semantic' });
    await say(ada, 'Which tea is my favourite?', { agentId, sessionId: first.sessionId });
    await say(ada, 'And the weather?', { agentId, sessionId: first.sessionId });
    const bodies = world.model.requests.map(({ body }) => body);
    const systems = bodies.map(({ messages = [] }) => String(messages[0]?.content));
    const head = systems.reduce((common, text) => {
      let end = 0;
      while (end < common.length && common[end] === text[end]) end += 1;
      return common.slice(0, end);
    });
    expect(head).toMatch(/^You are terse\.\n\n# Skill: .+/s);
    // The shortest one has nothing after the head: all of it is at the beginning of the others.
    const shortest = systems.toSorted((one, other) => one.length - other.length)[0];
    expect(head).toBe(shortest);
    expect(new Set(bodies.map(({ tools }) => JSON.stringify(tools))).size).toBe(1);
    expect(bodies[0]?.tools?.length).toBeGreaterThan(1);
  });
});
