import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { type FakeModel, startFakeModel } from '../../../test/harness/fake-model.ts';
import { startGateway, type TestGateway } from '../../../test/harness/gateway.ts';
import { newTalker, type Talker } from '../../../test/harness/talking.ts';

const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hello there' }] }];

describe.each(engines)('the AI SDK’s client for compatible servers, on %s', (engine) => {
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

  const provider = (apiKey = ada.accessToken) =>
    createOpenAICompatible({ name: 'gateway', baseURL: `${gateway.url}/inference`, apiKey, includeUsage: true });

  it.each(['a model', 'an agent'])('generates and streams with %s', async (kind) => {
    const model = provider()(kind === 'a model' ? 'openai-compatible/fake-model' : `agent:${ada.agentId}`);
    const whole = await model.doGenerate({ prompt });
    expect(whole.content).toEqual([expect.objectContaining({ type: 'text', text: 'Echo: Hello there' })]);
    expect(whole.finishReason.unified).toBe('stop');
    expect(whole.usage.inputTokens.total).toBeGreaterThan(0);

    const { stream } = await model.doStream({ prompt });
    let text = '';
    let finish: unknown;
    for await (const part of stream) {
      if (part.type === 'text-delta') text += part.delta;
      if (part.type === 'finish') finish = part;
    }
    expect(text).toBe('Echo: Hello there');
    expect(finish).toMatchObject({
      finishReason: { unified: 'stop' },
      usage: { outputTokens: { total: expect.any(Number) } },
    });
  });

  it('calls tools, and understands our errors', async () => {
    const model = provider()('openai-compatible/fake-model');
    fake.script({ toolCalls: [{ name: 'look_up', arguments: { word: 'sky' } }] });
    const inputSchema = { type: 'object' as const, properties: { word: { type: 'string' as const } } };
    const { stream } = await model.doStream({ prompt, tools: [{ type: 'function', name: 'look_up', inputSchema }] });
    const calls = [];
    for await (const part of stream) if (part.type === 'tool-call') calls.push(part);
    expect(calls).toEqual([expect.objectContaining({ toolName: 'look_up', input: '{"word":"sky"}' })]);

    await expect(provider('wrong')('local/offline').doGenerate({ prompt })).rejects.toMatchObject({ statusCode: 401 });
    await expect(provider()('nothing').doGenerate({ prompt })).rejects.toMatchObject({
      statusCode: 404,
      message: expect.stringContaining('There is no model nothing here.'),
    });
  });
});
