import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endOf, fetching, newAsker, park, resolve } from '../../../../test/harness/approvals.ts';
import type { ChatMessage } from '../../../../test/harness/chat-completions.ts';
import { engines } from '../../../../test/harness/databases.ts';
import { openStream } from '../../../../test/harness/event-stream-client.ts';
import { newTalker, say, startTalking, type Talker, type Talking } from '../../../../test/harness/talking.ts';
import { type Receiver, startReceiver } from '../../../../test/harness/webhook-receiver.ts';

const calculating = { name: 'calculator', arguments: { expression: '6*7' } };

/** DeepSeek's rule: every later request repeats the reasoning before a tool call. */
const missing = (messages: ChatMessage[] = []) =>
  messages.some(({ tool_calls, reasoning_content }) => tool_calls && reasoning_content === undefined);
const refused = {
  status: 400,
  message: 'The `reasoning_content` in the thinking mode must be passed back to the API.',
};

describe.each(engines)('the reasoning of a model on %s', (engine) => {
  let world: Talking;
  let receiver: Receiver;
  let ada: Talker;
  beforeAll(async () => {
    world = await startTalking(engine);
    receiver = await startReceiver();
    ada = await newTalker(world.gateway, { agent: { tools: ['calculator'] } });
  });
  beforeEach(() => world.model.reset());
  afterAll(async () => {
    await world.stop();
    await receiver.stop();
  });

  const assistantsOf = (request: number) =>
    (world.model.requests[request]?.body.messages ?? []).filter(({ role }) => role === 'assistant');

  it.each(['reasoning_content', 'reasoning'] as const)(
    'goes back as %s with the call, in later turns too',
    async (field) => {
      world.model.script(
        { reasoning: 'Six by seven, so I calculate.', reasoningField: field, toolCalls: [calculating] },
        { reasoning: 'It is 42.', reasoningField: field, text: 'It is 42.' },
        'And again.',
      );
      const first = await say(ada, 'What is 6 * 7?', { surface: field });
      const thought = { [field]: 'Six by seven, so I calculate.' };
      expect(assistantsOf(1)).toEqual([expect.objectContaining(thought)]);
      await say(ada, 'Again?', { sessionId: first.sessionId });
      const [call, answer] = assistantsOf(2);
      expect(call).toMatchObject(thought);
      // The reasoning of a final answer is not repeated.
      expect(answer).toEqual({ role: 'assistant', content: 'It is 42.' });

      const session = await ada.act('GET', `/sessions/${first.sessionId}`);
      expect(session.text).toContain('It is 42.');
      expect(session.text).not.toContain('so I calculate');
    },
  );

  it('satisfies a server that requires it, streamed and not, also when it is empty', async () => {
    const answers = [
      { reasoning: 'First one.', toolCalls: [calculating] },
      { toolCalls: [calculating] },
      { text: 'Done.' },
    ];
    let asked = 0;
    world.model.reply(({ body }) => (missing(body.messages) ? refused : answers[asked++ % answers.length]));
    expect(await say(ada, 'Go', { surface: 'strict' })).toMatchObject({ content: 'Done.' });
    expect(world.model.requests).toHaveLength(3);
    const events = await openStream(`${world.gateway.url}/agent/chat/stream`, {
      token: ada.accessToken,
      body: { agentId: ada.agentId, message: 'Go', surface: 'strict stream' },
    });
    expect((await events.all()).at(-1)).toMatchObject({ event: 'stream_done', json: { content: 'Done.' } });
    expect(JSON.stringify(await events.all())).not.toContain('First one.');
  });

  it('is added for a server that requires it in a conversation that began without it', async () => {
    const agentId = await ada.newAgent({ tools: ['calculator'], provider: 'openai-compatible', model: 'thinks-later' });
    world.model.script({ toolCalls: [calculating] }, 'Done.');
    const { sessionId } = await say(ada, 'Go', { agentId, surface: 'switch' });
    world.model.reset();
    world.model.reply(({ body }) => (missing(body.messages) ? refused : 'Switched.'));
    expect(await say(ada, 'And?', { agentId: undefined, sessionId })).toMatchObject({ content: 'Switched.' });
    expect(world.model.requests).toHaveLength(2);
  });

  it('is left out for a server that does not know the field', async () => {
    const agentId = await ada.newAgent({
      tools: ['calculator'],
      provider: 'openai-compatible',
      model: 'strict-fields',
    });
    world.model.reply(({ body: { messages = [] } }) => {
      if (messages.some((message) => 'reasoning' in message))
        return { status: 400, message: "property 'messages.2.reasoning' is unsupported" };
      const thinks = { reasoning: 'Hm.', reasoningField: 'reasoning' as const };
      return messages.at(-1)?.role === 'tool' ? 'Left out.' : { ...thinks, toolCalls: [calculating] };
    });
    expect(await say(ada, 'Go', { agentId, surface: 'unknown field' })).toMatchObject({ content: 'Left out.' });
  });

  it('is kept while the run waits for an approval', async () => {
    const asker = await newAsker(world);
    world.model.script({ reasoning: 'I ought to fetch it.', toolCalls: [fetching(receiver)] }, 'Fetched.');
    const parked = await park(asker);
    expect((await resolve(asker, parked.approval.requestId, 'approve')).status).toBe(200);
    expect(await endOf(asker, parked.runId)).toMatchObject({ status: 'completed', content: 'Fetched.' });
    expect(assistantsOf(1)).toEqual([expect.objectContaining({ reasoning_content: 'I ought to fetch it.' })]);
  });
});
