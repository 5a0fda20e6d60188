import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { ChatOpenAI } from '@langchain/openai';
import { generateObject, streamObject } from 'ai';
import OpenAI from 'openai';
import { zodResponseFormat } from 'openai/helpers/zod';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { engines } from '../../../test/harness/databases.ts';
import { type FakeModel, startFakeModel } from '../../../test/harness/fake-model.ts';
import { startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { newTalker, type Talker } from '../../../test/harness/talking.ts';

const Order = z.object({ item: z.string(), count: z.number().int(), urgent: z.boolean() });
const order = { item: 'tea', count: 2, urgent: false };
const question = 'The item is tea. count: 2, not urgent';

/** Unmodified clients that ask for JSON of a schema: from a provider's model, from agents, and from the offline assistant. */
describe.each(engines)('structured answers for other people’s clients, on %s', (engine) => {
  let fake: FakeModel;
  let gateway: TestGateway;
  let ada: Talker;
  let names: Record<'model' | 'agent' | 'offline' | 'offline agent', string>;

  beforeAll(async () => {
    fake = await startFakeModel();
    gateway = await startGateway(engine, { settings: { OPENAI_COMPATIBLE_BASE_URL: fake.url } });
    ada = await newTalker(gateway, { agent: { provider: 'openai-compatible', model: 'fake-model' } });
    const offline = await ada.newAgent({ provider: 'local', model: 'offline' });
    names = {
      model: 'openai-compatible/fake-model',
      agent: `agent:${ada.agentId}`,
      offline: 'local/offline',
      'offline agent': `agent:${offline}`,
    };
  });
  beforeEach(() => {
    fake.reset();
    fake.reply(({ body }) => (body.response_format ? JSON.stringify(order) : 'no format'));
  });
  afterAll(async () => {
    await gateway?.stop();
    await fake?.stop();
  });

  const kinds = ['model', 'agent', 'offline', 'offline agent'] as const;
  const address = () => ({ baseURL: `${gateway.url}/inference`, apiKey: ada.accessToken });

  it.each(kinds)('openai: chat.completions.parse and stream, %s', async (kind) => {
    const client = new OpenAI({ ...address(), maxRetries: 0 });
    const asked = {
      model: names[kind],
      messages: [{ role: 'user' as const, content: question }],
      response_format: zodResponseFormat(Order, 'order'),
    };
    const completion = await client.chat.completions.parse(asked);
    expect(completion.choices[0]?.message.parsed).toEqual(order);
    const streamed = await client.chat.completions.stream(asked).finalChatCompletion();
    expect(streamed.choices[0]?.message.parsed).toEqual(order);
    if (kind.startsWith('offline')) return;
    expect(fake.requests).toHaveLength(2);
    for (const { body } of fake.requests)
      expect(body.response_format).toEqual({
        type: 'json_schema',
        json_schema: expect.objectContaining({
          name: 'order',
          strict: true,
          schema: expect.objectContaining({ type: 'object' }),
        }),
      });
  });

  it.each(kinds)('@langchain/openai: withStructuredOutput, %s', async (kind) => {
    const { baseURL, apiKey } = address();
    const model = new ChatOpenAI({ model: names[kind], apiKey, configuration: { baseURL }, maxRetries: 0 });
    const structured = model.withStructuredOutput(Order, { name: 'order', method: 'jsonSchema' });
    expect(await structured.invoke(question)).toEqual(order);
  });

  it.each(kinds)('ai: generateObject and streamObject, %s', async (kind) => {
    const provider = createOpenAICompatible({ name: 'gateway', ...address(), supportsStructuredOutputs: true });
    const asked = { model: provider(names[kind]), schema: Order, prompt: question, maxRetries: 0 };
    expect((await generateObject(asked)).object).toEqual(order);
    const streamed = streamObject(asked);
    let last: unknown;
    for await (const partial of streamed.partialObjectStream) last = partial;
    expect(last).toEqual(order);
  });

  it('an agent repairs what its model got wrong before the client sees it; any object without a schema', async () => {
    const client = new OpenAI({ ...address(), maxRetries: 0 });
    const messages = [{ role: 'user' as const, content: question }];
    fake.script('{"item": "tea"}', JSON.stringify(order));
    const format = zodResponseFormat(Order, 'order');
    const repaired = await client.chat.completions.parse({ model: names.agent, messages, response_format: format });
    expect(repaired.choices[0]?.message.parsed).toEqual(order);
    expect(fake.requests).toHaveLength(2);
    for (const model of [names.agent, names.offline, names['offline agent']]) {
      const whole = await client.chat.completions.create({ model, messages, response_format: { type: 'json_object' } });
      expect(JSON.parse(whole.choices[0]?.message.content ?? '')).toBeTypeOf('object');
    }
  });
});
