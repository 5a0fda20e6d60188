import { DefaultChatTransport, readUIMessageStream, type UIMessage, type UIMessageChunk } from 'ai';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CrashTalking, type Node, startCrashTalking } from '../harness/crash-talking.ts';
import { engines } from '../harness/databases.ts';

const question = [{ role: 'user' as const, content: 'Weather?' }];
const tools = [{ type: 'function' as const, function: { name: 'get_weather', parameters: { type: 'object' } } }];

describe.each(engines)('a tool that the client runs while the gateway is killed, on %s', (engine) => {
  let world: CrashTalking;
  beforeAll(async () => {
    world = await startCrashTalking(engine);
  });
  afterAll(() => world.stop());

  const clientOf = ({ url }: Node) =>
    new OpenAI({ baseURL: `${url}/inference`, apiKey: world.accessToken, maxRetries: 0 });

  const transportOf = ({ url }: Node) =>
    new DefaultChatTransport({
      api: `${url}/agent/chat/ui`,
      headers: { authorization: `Bearer ${world.accessToken}` },
      body: { agentId: world.agentId, tools: [{ name: 'get_weather' }] },
    });
  /** What a page sends and sees. */
  async function page(node: Node, messages: UIMessage[]): Promise<UIMessage> {
    const asked = { chatId: 'page', trigger: 'submit-message' as const, messageId: undefined, abortSignal: undefined };
    return lastOf(await transportOf(node).sendMessages({ ...asked, messages }), messages.at(-1));
  }
  async function lastOf(stream: ReadableStream<UIMessageChunk>, before?: UIMessage): Promise<UIMessage> {
    let last: UIMessage | undefined;
    const message = before?.role === 'assistant' ? { message: before } : {};
    for await (const read of readUIMessageStream({ stream, ...message })) last = read;
    if (!last) throw new Error('Nothing was streamed.');
    return last;
  }

  it('brings its result to the next process, and the turn goes on', async () => {
    world.model.script({ toolCalls: [{ name: 'get_weather', arguments: {} }] });
    const model = `agent:${world.agentId}`;
    const first = await world.startNode();
    const { id, choices } = await clientOf(first).chat.completions.create({ model, messages: question, tools });
    expect(choices[0]?.finish_reason).toBe('tool_calls');
    world.model.script({ text: 'Look.', toolCalls: [{ name: 'get_weather', arguments: {} }] });
    await page(first, [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'Weather?' }] }]);
    world.model.script('It is sunny.', 'Sunny for the page.');
    await first.end('SIGKILL');

    const second = await world.startNode();
    const found = await second.act<{ status: string }>('GET', `/jobs/${id}`);
    expect(found.body.status).toBe('awaiting_client_tool');
    const message = choices[0]?.message as OpenAI.ChatCompletionMessage;
    const result = { role: 'tool' as const, tool_call_id: message.tool_calls?.[0]?.id ?? '', content: 'sunny' };
    const messages = [...question, message, result];
    const answer = await clientOf(second).chat.completions.create({ model, messages, tools, stream: true });
    let text = '';
    for await (const { choices } of answer) text += choices[0]?.delta.content ?? '';
    expect(text).toBe('It is sunny.');

    // The page is loaded again: it sees what the agent waits for, and brings it.
    const stream = await transportOf(second).reconnectToStream({ chatId: 'page' });
    const waiting = await lastOf(stream as ReadableStream<UIMessageChunk>);
    expect(waiting.parts.at(-1)).toMatchObject({ type: 'tool-get_weather', state: 'input-available' });
    const parts = waiting.parts.map((part) =>
      part.type === 'tool-get_weather' ? { ...part, state: 'output-available', output: 'sunny' } : part,
    );
    const ended = await page(second, [{ ...waiting, parts: parts as UIMessage['parts'] }]);
    expect(ended.parts.at(-1)).toMatchObject({ type: 'text', text: 'Sunny for the page.' });
    expect(world.model.requests).toHaveLength(4);
  });
});
