import { HttpAgent } from '@ag-ui/client';
import Anthropic from '@anthropic-ai/sdk';
import { DefaultChatTransport, readUIMessageStream } from 'ai';
import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asTask, openA2a, sayingIn, textsOf } from '../harness/a2a-client.ts';
import { engines } from '../harness/databases.ts';
import { openMcp, textOf } from '../harness/mcp-client.ts';
import { newTalker, say, startTalking, type Talker, type Talking } from '../harness/talking.ts';

type Asked = { talker: Talker; url: string; message: string };
/** Asks the talker's agent with the door's own client; the answer's text. */
type Door = (asked: Asked) => Promise<string>;

/** Every door by which an agent can be asked. A new one adds its line here. */
const doors: Record<string, Door> = {
  'POST /agent/chat': async ({ talker, message }) => (await say(talker, message)).content,
  'POST /inference/chat/completions': async ({ talker, url, message }) => {
    const client = new OpenAI({ baseURL: `${url}/inference`, apiKey: talker.accessToken, maxRetries: 0 });
    const { choices } = await client.chat.completions.create({
      model: `agent:${talker.agentId}`,
      messages: [{ role: 'user', content: message }],
    });
    return choices[0]?.message.content ?? '';
  },
  'POST /inference/responses': async ({ talker, url, message }) => {
    const client = new OpenAI({ baseURL: `${url}/inference`, apiKey: talker.accessToken, maxRetries: 0 });
    return (await client.responses.create({ model: `agent:${talker.agentId}`, input: message })).output_text;
  },
  'POST /inference/messages': async ({ talker, url, message }) => {
    const client = new Anthropic({
      baseURL: `${url}/inference`,
      apiKey: null,
      authToken: talker.accessToken,
      maxRetries: 0,
    });
    const { content } = await client.messages.create({
      model: `agent:${talker.agentId}`,
      max_tokens: 1_024,
      messages: [{ role: 'user', content: message }],
    });
    return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  },
  'POST /agent/chat/ui': async ({ talker, url, message }) => {
    const transport = new DefaultChatTransport({
      api: `${url}/agent/chat/ui`,
      headers: { authorization: `Bearer ${talker.accessToken}` },
      body: { agentId: talker.agentId },
    });
    const messages = [{ id: '1', role: 'user' as const, parts: [{ type: 'text' as const, text: message }] }];
    const asked = { chatId: 'same', messages, messageId: undefined, abortSignal: undefined };
    const stream = await transport.sendMessages({ ...asked, trigger: 'submit-message' });
    let text = '';
    for await (const { parts } of readUIMessageStream({ stream }))
      text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
    return text;
  },
  'POST /mcp': async ({ talker, url, message }) => {
    const client = await openMcp([url], { token: talker.accessToken });
    const answer = await client.callTool({ name: talker.agentId, arguments: { message } });
    await client.close();
    return textOf(answer);
  },
  'POST /a2a/:agentId': async ({ talker, url, message }) => {
    const client = await openA2a([url], { token: talker.accessToken, agentId: talker.agentId });
    return textsOf(asTask(await client.sendMessage(sayingIn(message)))).join('');
  },
  'POST /agent/ag-ui': async ({ talker, url, message }) => {
    const client = new HttpAgent({
      url: `${url}/agent/ag-ui/${talker.agentId}`,
      headers: { authorization: `Bearer ${talker.accessToken}` },
    });
    client.addMessage({ id: '1', role: 'user', content: message });
    const { newMessages } = await client.runAgent();
    return newMessages.map(({ role, content }) => (role === 'assistant' ? (content ?? '') : '')).join('');
  },
};

const agent = {
  provider: 'openai-compatible',
  model: 'fake-model',
  systemPrompt: 'You are Ada.',
  tools: ['calculator'],
  a2a: true,
};
const message = 'What is 17 * 23?';
type Job = { id: string; sessionId: string; usage: unknown; costUsd: number };
type Trace = { usage: unknown; costUsd: number; spans: { name: string; kind: string }[] };

describe.each(engines)('the same turn through every door, on %s', (engine) => {
  let talking: Talking;
  beforeAll(async () => {
    talking = await startTalking(engine);
  });
  beforeEach(() => talking.model.reset());
  afterAll(() => talking?.stop());

  /** What one turn leaves behind, without ids and times. */
  async function turnThrough(door: Door) {
    const talker = await newTalker(talking.gateway, { agent });
    const sent = talking.model.requests.length;
    talking.model.script(
      {
        toolCalls: [{ id: 'call_1', name: 'calculator', arguments: { expression: '17 * 23' } }],
        usage: { promptTokens: 40, completionTokens: 10, cachedTokens: 8 },
      },
      { text: 'It is 391.', usage: { promptTokens: 60, completionTokens: 5 } },
    );
    const text = await door({ talker, url: talking.gateway.url, message });
    const [job] = (await talker.act<{ data: Job[] }>('GET', '/jobs?limit=1')).body.data;
    const runId = job?.id ?? '';
    const read = async <Body>(path: string) => (await talker.act<Body>('GET', path)).body;
    const { messages } = await read<{ messages: { role: string; content: string; status: string }[] }>(
      `/sessions/${job?.sessionId}`,
    );
    const { data: traces } = await read<{ data: { id: string }[] }>(`/traces?runId=${runId}`);
    const trace = await read<Trace>(`/traces/${traces[0]?.id}`);
    const charged = await talking.database.all(
      `SELECT model, prompt_tokens, cached_tokens, completion_tokens, cost_nano, estimated
       FROM usage_records WHERE workspace_id = $1 ORDER BY id`,
      [talker.workspaceId],
    );
    return {
      text,
      messages: messages.map(({ role, content, status }) => ({ role, content, status })),
      // Whether the client streams is its own affair.
      asked: talking.model.requests.slice(sent).map(({ body: { messages: shown, tools } }) => ({ shown, tools })),
      usage: job?.usage,
      costUsd: job?.costUsd,
      trace: {
        usage: trace.usage,
        costUsd: trace.costUsd,
        // What took less than a millisecond has no span, and saving a message may.
        spans: trace.spans
          .filter(({ name }) => !['queue', 'persist'].includes(name))
          .map(({ name, kind }) => [name, kind]),
      },
      charged,
    };
  }

  it.each(Object.keys(doors).slice(1))('has the same messages, usage, cost and trace through %s', async (name) => {
    const [first, door] = [Object.values(doors)[0], doors[name]] as [Door, Door];
    const expected = await turnThrough(first);
    expect(expected.text).toBe('It is 391.');
    expect(expected.messages.map(({ role }) => role)).toEqual(expect.arrayContaining(['user', 'assistant']));
    expect(expected.charged.length).toBeGreaterThan(0);
    expect(await turnThrough(door)).toEqual(expected);
  });
});
