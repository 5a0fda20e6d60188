import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../../test/harness/databases.ts';
import { type FakeModel, startFakeModel } from '../../../../test/harness/fake-model.ts';
import { startGateway, type TestGateway } from '../../../../test/harness/gateway.ts';
import { newTalker, type Talker } from '../../../../test/harness/talking.ts';

type Event = Record<string, unknown> & { type: string; sequence_number: number; response?: Body; item?: Body };
type Body = Record<string, unknown> & { output?: Body[] };

const user = (content: unknown) => ({ type: 'message', role: 'user', content });
const weather = {
  type: 'function',
  name: 'get_weather',
  description: 'Get the current weather for a location',
  parameters: { type: 'object', properties: { location: { type: 'string' } }, required: ['location'] },
};
const calling = { toolCalls: [{ id: 'call_1', name: 'get_weather', arguments: { location: 'San Francisco, CA' } }] };
const heart =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** The members that the specification requires of a response, and what they are. */
const text = expect.any(String);
const number = expect.any(Number);
const response = {
  id: text,
  object: 'response',
  created_at: number,
  completed_at: number,
  status: 'completed',
  incomplete_details: null,
  model: text,
  previous_response_id: null,
  instructions: null,
  output: expect.any(Array),
  error: null,
  tools: expect.any(Array),
  tool_choice: 'auto',
  truncation: 'disabled',
  parallel_tool_calls: true,
  text: { format: { type: 'text' }, verbosity: 'medium' },
  top_p: number,
  presence_penalty: number,
  frequency_penalty: number,
  top_logprobs: 0,
  temperature: number,
  reasoning: { effort: null, summary: null },
  usage: {
    input_tokens: number,
    output_tokens: number,
    total_tokens: number,
    input_tokens_details: { cached_tokens: number },
    output_tokens_details: { reasoning_tokens: number },
  },
  max_output_tokens: null,
  max_tool_calls: null,
  store: true,
  background: false,
  service_tier: text,
  metadata: {},
  safety_identifier: null,
  prompt_cache_key: null,
};
const message = {
  type: 'message',
  id: text,
  status: 'completed',
  role: 'assistant',
  content: [{ type: 'output_text', text, annotations: [], logprobs: [] }],
};
const functionCall = {
  type: 'function_call',
  id: text,
  call_id: text,
  name: 'get_weather',
  arguments: text,
  status: 'completed',
};

/** The cases of the specification's compliance tests: what is sent, and the items that must come. */
const cases: Record<string, { input: unknown[]; more?: object; script?: typeof calling; items: object[] }> = {
  'basic-response': { input: [user('Say hello in exactly 3 words.')], items: [message] },
  'system-prompt': {
    input: [{ type: 'message', role: 'system', content: 'You are a pirate.' }, user('Say hello.')],
    items: [message],
  },
  'tool-calling': {
    input: [user('What’s the weather like in San Francisco?')],
    more: { tools: [weather] },
    script: calling,
    items: [functionCall],
  },
  'image-input': {
    input: [
      user([
        { type: 'input_text', text: 'What do you see?' },
        { type: 'input_image', image_url: heart },
      ]),
    ],
    items: [message],
  },
  'multi-turn': {
    input: [
      user('My name is Alice.'),
      { type: 'message', role: 'assistant', content: 'Hello Alice!' },
      user('What is my name?'),
    ],
    items: [message],
  },
};

// What is written does not depend on the engine.
describe.each(engines.filter((engine) => engine === 'sqlite'))('the cases of Open Responses, on %s', (engine) => {
  let fake: FakeModel;
  let gateway: TestGateway;
  let ada: Talker;
  beforeAll(async () => {
    fake = await startFakeModel();
    gateway = await startGateway(engine, { settings: { OPENAI_COMPATIBLE_BASE_URL: fake.url } });
    ada = await newTalker(gateway);
  });
  beforeEach(() => fake.reset());
  afterAll(async () => {
    await gateway?.stop();
    await fake?.stop();
  });

  const post = (body: object) =>
    fetch(`${gateway.url}/inference/responses`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ada.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'openai-compatible/fake-model', ...body }),
    });

  it.each(Object.entries(cases))('%s, whole and streamed', async (_name, { input, more, script, items }) => {
    if (script) fake.script(script, script);
    const whole = await post({ input, ...more, stream: false });
    expect(whole.status).toBe(200);
    const answered = (await whole.json()) as Body;
    expect(answered).toEqual(response);
    expect(answered.output).toEqual(items);

    const streamed = await post({ input, ...more, stream: true });
    expect(streamed.headers.get('content-type')).toContain('text/event-stream');
    const blocks = (await streamed.text()).split('\n\n').filter((block) => block !== '');
    expect(blocks.at(-1)).toBe('data: [DONE]');
    const events = blocks.slice(0, -1).map((block) => {
      const [, type, json] = /^event: (\S+)\ndata: (.*)$/.exec(block) ?? [];
      const event = JSON.parse(json ?? '') as Event;
      expect(event.type).toBe(type);
      return event;
    });
    expect(events.map(({ sequence_number: place }) => place)).toEqual(events.map((_, place) => place));
    expect(events[0]).toMatchObject({ type: 'response.created', response: { status: 'in_progress', output: [] } });
    expect(events.at(-1)).toMatchObject({ type: 'response.completed' });
    expect(events.at(-1)?.response).toEqual(response);
    expect(events.at(-1)?.response?.output).toEqual(items);
    const done = events.filter(({ type }) => type === 'response.output_item.done');
    expect(done.map(({ item }) => item)).toEqual(items);
    const types = events.map(({ type }) => type);
    if (script)
      expect(types).toEqual(
        expect.arrayContaining([
          'response.output_item.added',
          'response.function_call_arguments.delta',
          'response.function_call_arguments.done',
        ]),
      );
    else expect(types).toEqual(expect.arrayContaining(['response.content_part.added', 'response.output_text.delta']));
  });
});
