import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { type FakeModel, startFakeModel } from '../../../test/harness/fake-model.ts';
import { startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { newTalker, type Talker } from '../../../test/harness/talking.ts';

const model = 'openai-compatible/fake-model';
const tools = [
  { type: 'function' as const, function: { name: 'look_up', description: 'Looks up', parameters: { type: 'object' } } },
];
const question = { role: 'user' as const, content: 'Look it up' };

describe.each(engines)('what passes through /inference, on %s', (engine) => {
  let fake: FakeModel;
  let gateway: TestGateway;
  let ada: Talker;
  let client: OpenAI;
  beforeAll(async () => {
    fake = await startFakeModel();
    gateway = await startGateway(engine, { settings: { OPENAI_COMPATIBLE_BASE_URL: fake.url } });
    ada = await newTalker(gateway, { agent: { provider: 'openai-compatible', model: 'fake-model' } });
    client = new OpenAI({ baseURL: `${gateway.url}/inference`, apiKey: ada.accessToken, maxRetries: 0 });
  });
  beforeEach(() => fake.reset());
  afterAll(async () => {
    await gateway?.stop();
    await fake?.stop();
  });

  type Raw = Record<string, unknown>;
  const post = (body: Raw) =>
    ada.act<Raw>('POST', '/inference/chat/completions', { model, messages: [question], ...body });
  type Chunk = { choices: { delta: Raw & { tool_calls?: Raw[] }; finish_reason: string | null }[] };
  async function streamed(body: Raw): Promise<Chunk[]> {
    const { text } = await post({ stream: true, ...body });
    const data = text.split('\n\n').filter((event) => event.startsWith('data: {'));
    return data.map((event) => JSON.parse(event.slice(6)) as Chunk);
  }

  it.each(['reasoning_content', 'reasoning'] as const)(
    'is %s in whole answers, in streams and in later requests',
    async (field) => {
      const thinks = { reasoning: 'Let me see now.', reasoningField: field };
      const call = { ...thinks, toolCalls: [{ id: 'call_a', name: 'look_up', arguments: {} }] };
      fake.script(call, 'Found.', { ...thinks, text: 'Here.' });
      const asked = await post({ tools });
      const message = (asked.body.choices as { message: Raw }[])[0]?.message ?? {};
      expect(message).toMatchObject({ [field]: 'Let me see now.', content: null });
      await post({ tools, messages: [question, message, { role: 'tool', tool_call_id: 'call_a', content: 'it' }] });
      expect(fake.requests[1]?.body.messages?.[1]).toMatchObject({ [field]: 'Let me see now.' });

      const deltas = (await streamed({})).map(({ choices }) => choices[0]?.delta ?? {});
      const thought = deltas.filter((delta) => field in delta);
      expect(thought.length).toBeGreaterThan(1);
      expect(thought.map((delta) => delta[field]).join('')).toBe('Let me see now.');
      expect(deltas.map(({ content }) => content ?? '').join('')).toBe('Here.');
    },
  );

  it('works with the AI SDK: reasoning, tool calls, and reasoning sent back', async () => {
    const provider = createOpenAICompatible({
      name: 'gateway',
      baseURL: `${gateway.url}/inference`,
      apiKey: ada.accessToken,
    });
    fake.script({ reasoning: 'Hm, the sky.', toolCalls: [{ name: 'look_up', arguments: { word: 'sky' } }] });
    const { stream } = await provider(model).doStream({
      prompt: [{ role: 'user', content: [{ type: 'text', text: 'Look up the sky' }] }],
      tools: [{ type: 'function', name: 'look_up', inputSchema: { type: 'object' } }],
    });
    let thought = '';
    let written = 0;
    for await (const part of stream) {
      if (part.type === 'reasoning-delta') thought += part.delta;
      if (part.type === 'tool-input-delta') written += 1;
    }
    expect(thought).toBe('Hm, the sky.');
    expect(written).toBeGreaterThan(1);
  });

  it('is the arguments of tool calls piece by piece', async () => {
    fake.script({
      toolCalls: [
        { id: 'call_a', name: 'look_up', arguments: { word: 'the sky above' } },
        { id: 'call_b', name: 'look_up', arguments: { word: 'the earth below' } },
      ],
      chunkDelayMs: 150,
    });
    const began = performance.now();
    const runner = client.chat.completions.stream({ model, messages: [question], tools });
    const at: number[] = [];
    runner.on('tool_calls.function.arguments.delta', () => at.push(performance.now() - began));
    const whole = await runner.finalChatCompletion();
    expect(at.length).toBeGreaterThan(4);
    expect((at.at(-1) ?? 0) - (at[0] ?? 0)).toBeGreaterThan(500);
    expect(whole.choices[0]?.message.tool_calls).toMatchObject([
      { id: 'call_a', function: { name: 'look_up', arguments: '{"word":"the sky above"}' } },
      { id: 'call_b', function: { name: 'look_up', arguments: '{"word":"the earth below"}' } },
    ]);
    fake.script({ toolCalls: [{ id: 'call_a', name: 'look_up', arguments: { word: 'the sky above' } }] });
    const calls = (await streamed({ tools })).flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? []);
    const [first, ...others] = calls;
    expect(first).toEqual({ index: 0, id: 'call_a', type: 'function', function: { name: 'look_up', arguments: '' } });
    for (const other of others) expect(other).toEqual({ index: 0, function: { arguments: expect.any(String) } });
  });

  it('is a refusal in whole answers, in streams and in requests', async () => {
    fake.script({ refusal: 'I will not.' }, { refusal: 'I will not.' }, 'As you like.', 'As you like.');
    const { body } = await post({});
    expect(body.choices).toMatchObject([
      { message: { content: null, refusal: 'I will not.' }, finish_reason: 'content_filter' },
    ]);
    const deltas = (await streamed({})).map(({ choices }) => choices[0]?.delta ?? {});
    expect(deltas.map(({ refusal }) => refusal ?? '').join('')).toBe('I will not.');
    for (const said of [
      { role: 'assistant', content: [{ type: 'refusal', refusal: 'I will not.' }] },
      { role: 'assistant', content: null, refusal: 'I will not.' },
    ]) {
      expect((await post({ messages: [question, said, question] })).status).toBe(200);
      expect(fake.requests.at(-1)?.body.messages?.[1]).toEqual({ role: 'assistant', content: 'I will not.' });
    }
  });

  it('accepts null for optional fields, and options that change nothing', async () => {
    const nothing = Object.fromEntries(
      `stream stream_options tools tool_choice parallel_tool_calls temperature top_p presence_penalty frequency_penalty seed
       max_tokens max_completion_tokens stop reasoning_effort response_format n logprobs top_logprobs logit_bias modalities
       audio web_search_options functions function_call`
        .split(/\s+/)
        .map((name) => [name, null]),
    );
    const messages = [
      { role: 'developer', content: 'Be brief.', name: null },
      { role: 'user', content: [{ type: 'text', text: 'Hello', refusal: null }], name: 'Ada' },
      {
        role: 'assistant',
        content: 'Hi',
        refusal: null,
        audio: null,
        function_call: null,
        tool_calls: null,
        annotations: [],
        reasoning_content: null,
        reasoning: null,
      },
      { role: 'user', content: 'Hello again' },
    ];
    const ignored = {
      store: false,
      metadata: { a: 'b' },
      user: 'ada',
      service_tier: 'auto',
      prompt_cache_key: 'x',
      safety_identifier: 'y',
      verbosity: 'low',
      prediction: null,
    };
    for (const name of [model, 'local/offline', `agent:${ada.agentId}`]) {
      const answer = await post({ model: name, messages, ...nothing, ...ignored });
      expect(answer.status, answer.text).toBe(200);
    }
    expect((await post({ tool_choice: 'none', tools: [] })).status).toBe(200);
    const kinds = [{ ...tools[0], function: { name: 'look_up', description: null, parameters: null, strict: null } }];
    expect((await post({ tools: kinds, tool_choice: null })).status).toBe(200);
  });

  it('refuses unsupported options by name', async () => {
    for (const [param, value] of Object.entries({
      n: 2,
      logprobs: true,
      top_logprobs: 3,
      logit_bias: { 50256: -100 },
      modalities: ['text', 'audio'],
      audio: { voice: 'alloy', format: 'mp3' },
      web_search_options: {},
      functions: [{ name: 'f' }],
      function_call: 'auto',
    }))
      expect(await post({ [param]: value }), param).toMatchObject({ status: 400, body: { error: { param } } });
  });
});
