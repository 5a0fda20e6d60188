import { createOpenAI } from '@ai-sdk/openai';
import { APICallError, generateText, isStepCount, jsonSchema, Output, streamText, tool } from 'ai';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../../test/harness/databases.ts';
import { type FakeModel, startFakeModel } from '../../../../test/harness/fake-model.ts';
import { startGateway, type TestGateway } from '../../../../test/harness/gateway.ts';
import { newTalker, type Talker } from '../../../../test/harness/talking.ts';

describe.each(engines)('the AI SDK’s client for OpenAI, on %s', (engine) => {
  let fake: FakeModel;
  let gateway: TestGateway;
  let ada: Talker;

  beforeAll(async () => {
    fake = await startFakeModel();
    gateway = await startGateway(engine, { settings: { OPENAI_COMPATIBLE_BASE_URL: fake.url } });
    ada = await newTalker(gateway, { agent: { provider: 'openai-compatible', model: 'fake-model' } });
  });
  beforeEach(() => fake.reset());
  afterAll(async () => {
    await gateway?.stop();
    await fake?.stop();
  });

  const fakeModel = 'openai-compatible/fake-model';
  /** As its users write it: the default interface is that of responses. */
  const modelOf = (name: string, apiKey = ada.accessToken) =>
    createOpenAI({ baseURL: `${gateway.url}/inference`, apiKey })(name);
  const weather = tool({
    description: 'The weather of a city',
    inputSchema: jsonSchema<{ city: string }>({
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
      additionalProperties: false,
    }),
    execute: async ({ city }) => `sunny in ${city}`,
  });

  it.each(['a model', 'an agent'])('generates and streams with %s', async (kind) => {
    const model = modelOf(kind === 'a model' ? fakeModel : `agent:${ada.agentId}`);
    const whole = await generateText({ model, prompt: 'Hello there', system: 'Be kind.' });
    expect(whole.text).toBe('Echo: Hello there');
    expect(whole.finishReason).toBe('stop');
    expect(whole.usage.inputTokens).toBeGreaterThan(0);
    expect(whole.warnings).toEqual([]);
    const streamed = streamText({ model, prompt: 'Hello there' });
    let text = '';
    for await (const delta of streamed.textStream) text += delta;
    expect(text).toBe('Echo: Hello there');
    expect((await streamed.usage).outputTokens).toBeGreaterThan(0);
  });

  it.each([true, false])('runs tools in steps, with store %s', async (store) => {
    const call = {
      reasoning: 'A city.',
      toolCalls: [
        { id: 'call_1', name: 'weather', arguments: { city: 'Rome' } },
        { id: 'call_2', name: 'weather', arguments: { city: 'Oslo' } },
      ],
    };
    const shown = [
      { role: 'user', content: 'Weather?' },
      {
        role: 'assistant',
        reasoning_content: 'A city.',
        tool_calls: [
          { id: 'call_1', function: { name: 'weather', arguments: '{"city":"Rome"}' } },
          { id: 'call_2', function: { name: 'weather', arguments: '{"city":"Oslo"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'call_1', content: 'sunny in Rome' },
      { role: 'tool', tool_call_id: 'call_2', content: 'sunny in Oslo' },
    ];
    const asked = {
      model: modelOf(fakeModel),
      prompt: 'Weather?',
      tools: { weather },
      stopWhen: isStepCount(3),
      providerOptions: { openai: { store, include: ['reasoning.encrypted_content' as const] } },
    };
    fake.script(call, 'Fine everywhere.');
    const whole = await generateText(asked);
    expect(whole.text).toBe('Fine everywhere.');
    expect(whole.steps).toHaveLength(2);
    expect(fake.requests[1]?.body.messages).toMatchObject(shown);

    fake.reset();
    fake.script(call, { text: 'Fine everywhere.', chunks: 3 });
    const streamed = streamText(asked);
    const types = new Set<string>();
    for await (const { type } of streamed.fullStream) types.add(type);
    expect(await streamed.text).toBe('Fine everywhere.');
    expect([...types]).toEqual(expect.arrayContaining(['reasoning-delta', 'tool-call', 'tool-result', 'text-delta']));
    expect(fake.requests[1]?.body.messages).toMatchObject(shown);
  });

  it('runs its tools for an agent', async () => {
    const toolCalls = [{ id: 'call_1', name: 'weather', arguments: { city: 'Rome' } }];
    fake.script({ toolCalls }, 'Fine.', { toolCalls }, 'Fine.');
    const asked = {
      model: modelOf(`agent:${ada.agentId}`),
      prompt: 'Weather?',
      tools: { weather },
      stopWhen: isStepCount(3),
    };
    expect((await generateText(asked)).text).toBe('Fine.');
    expect(await streamText(asked).text).toBe('Fine.');
    expect(JSON.stringify(fake.requests[1]?.body.messages)).toContain('sunny in Rome');
  });

  it('gets structured output', async () => {
    fake.script('{"city":"Rome"}');
    const schema = jsonSchema<{ city: string }>({
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
      additionalProperties: false,
    });
    const { output } = await generateText({
      model: modelOf(fakeModel),
      prompt: 'Where?',
      output: Output.object({ schema }),
    });
    expect(output).toEqual({ city: 'Rome' });
    expect(fake.requests[0]?.body).toMatchObject({ response_format: { type: 'json_schema' } });
  });

  it('raises its own errors, and ends the call when it is aborted', async () => {
    const failure = (name: string, apiKey?: string) =>
      generateText({ model: modelOf(name, apiKey), prompt: 'Hi', maxRetries: 0 }).catch((error: unknown) => error);
    expect(await failure('local/offline', 'wrong')).toMatchObject({ statusCode: 401 });
    const unknown = await failure('nothing');
    expect(unknown).toBeInstanceOf(APICallError);
    expect(unknown).toMatchObject({
      statusCode: 404,
      message: expect.stringContaining('There is no model nothing here.'),
    });
    fake.script({ status: 500 });
    expect(await failure(fakeModel)).toMatchObject({ statusCode: 502 });

    fake.script({ text: 'Half of it', chunks: 4, cut: { afterChunks: 2, by: 'error' } });
    const broken = streamText({ model: modelOf(fakeModel), prompt: 'Hi', maxRetries: 0, onError: () => undefined });
    const errors: unknown[] = [];
    for await (const part of broken.fullStream) if (part.type === 'error') errors.push(part.error);
    expect(errors.length).toBeGreaterThan(0);
    expect(JSON.stringify(errors)).toContain('model_error');

    fake.script({ hang: true });
    const leave = new AbortController();
    const whole = generateText({ model: modelOf(fakeModel), prompt: 'Wait for it', abortSignal: leave.signal });
    await fake.waitFor(({ body }) => JSON.stringify(body).includes('Wait for it'));
    leave.abort();
    await expect(whole).rejects.toThrow();
    await fake.waitFor(({ aborted, body }) => aborted && JSON.stringify(body).includes('Wait for it'));
  });
});
