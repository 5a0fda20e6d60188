import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startFakeAnthropic } from '../../../../test/harness/fake-anthropic.ts';
import { startFakeGoogle } from '../../../../test/harness/fake-google.ts';
import { costNano } from '../catalogue.ts';
import type { ModelMessage } from '../model.ts';
import { createModels, type Models } from '../models.ts';
import { ask, canary, hasty, hear, tool } from '../test-models.ts';

type Fake = Awaited<ReturnType<typeof startFakeAnthropic>>;
const models = { anthropic: 'claude-sonnet-5-5', google: 'gemini-3.8-flash' };

let fakes: Record<'anthropic' | 'google', Fake>;
let gateway: Models;
const fresh = () =>
  createModels(
    { anthropicApiKey: canary, googleApiKey: canary },
    {
      ...hasty,
      baseUrls: { anthropic: `${fakes.anthropic.origin}/v1`, google: `${fakes.google.origin}/v1beta` },
    },
  );
beforeAll(async () => {
  fakes = { anthropic: await startFakeAnthropic(), google: await startFakeGoogle() };
});
beforeEach(() => {
  fakes.anthropic.reset();
  fakes.google.reset();
  gateway = fresh();
  return () => gateway.stop();
});
afterAll(async () => {
  await Promise.all([fakes.anthropic.stop(), fakes.google.stop()]);
});

const call = { id: 'call_1', name: 'clock', arguments: {} };
const result = (id: string): ModelMessage => ({
  role: 'tool',
  toolCallId: id,
  name: 'clock',
  content: 'noon',
  isError: false,
});
type Body = Record<string, unknown> & { generationConfig?: { thinkingConfig?: object } };
const bodyOf = (fake: Fake, index = 0) => fake.requests[index]?.body as Body;

describe.each(['anthropic', 'google'] as const)('the reasoning of %s', (provider) => {
  const model = models[provider];
  const tools = [tool('clock')];

  it('is asked for by level, and its text where it is wanted', async () => {
    const shown: string[] = [];
    const thinking = 'Let me look at the clock.';
    fakes[provider].script(
      { thinking, text: 'Noon.', usage: { input: 10, output: 9, reasoning: 5 } },
      { text: 'Noon.' },
    );
    const request = ask('What time?', { model, options: { reasoning: 'high', showReasoning: true } });
    const onPiece = (piece: { type: string; delta?: string }) => void shown.push(piece.delta ?? '');
    const answer = await hear(gateway, provider, { ...request, onPiece }, 'streamed');
    expect(shown.join('')).toBe(thinking);
    expect(answer).toMatchObject({ text: 'Noon.', reasoning: { text: thinking }, usage: { reasoningTokens: 5 } });
    await gateway.generate(provider, ask('What time?', { model }));
    const [asked, plain] = [bodyOf(fakes[provider]), bodyOf(fakes[provider], 1)];
    if (provider === 'anthropic') {
      expect(asked.thinking).toMatchObject({ type: expect.stringMatching(/adaptive|enabled/) });
      expect(plain).not.toHaveProperty('thinking');
    } else {
      expect(asked.generationConfig?.thinkingConfig).toEqual({ thinkingLevel: 'high', includeThoughts: true });
      expect(plain.generationConfig ?? {}).not.toHaveProperty('thinkingConfig');
    }
  });

  it('goes back unchanged with the results of its calls, also after a restart', async () => {
    const signature = 'c2lnbmVkLWJ5LW1l';
    fakes[provider].script({ thinking: 'They want the time.', signature, toolCalls: [call] }, { text: 'Noon.' });
    const answer = await gateway.generate(provider, ask('What time?', { model, tools }));
    expect(answer.reasoning?.blocks?.provider).toBe(provider);
    const stored = JSON.parse(JSON.stringify(answer)) as typeof answer;
    const restarted = fresh();
    const [made] = stored.toolCalls;
    const said = { content: '', toolCalls: stored.toolCalls, ...(stored.reasoning && { reasoning: stored.reasoning }) };
    await restarted.generate(
      provider,
      ask([{ role: 'user', content: 'What time?' }, { role: 'assistant', ...said }, result(made?.id ?? '')], {
        model,
        tools,
      }),
    );
    await restarted.stop();
    expect(JSON.stringify(bodyOf(fakes[provider], 1))).toContain(signature);
    // Another provider gets the call without what is not its own.
    const other = provider === 'anthropic' ? 'google' : 'anthropic';
    const both: ModelMessage[] = [
      { role: 'user', content: 'What time?' },
      { role: 'assistant', ...said },
      result(made?.id ?? ''),
    ];
    await gateway.generate(other, ask(both, { model: models[other], tools }));
    expect(JSON.stringify(bodyOf(fakes[other]))).not.toContain(signature);
  });
});

describe('the head of a request to Anthropic', () => {
  const model = models.anthropic;
  const head = 'You are terse.\n\n# Skill: dates';
  const turn = (memory: string, messages: ModelMessage[]) =>
    ask([{ role: 'system', content: `${head}${memory}`, stable: head.length }, ...messages], {
      model,
      tools: [tool('clock'), tool('calendar')],
      cachesHead: true,
    });

  it('is marked, and the same bytes in every turn; what changes comes after the mark', async () => {
    await gateway.generate('anthropic', turn('\n\nMemory: tea', [{ role: 'user', content: 'Hi' }]));
    await gateway.generate('anthropic', turn('\n\nMemory: coffee', [{ role: 'user', content: 'Bye' }]));
    await gateway.generate('anthropic', turn('', [{ role: 'user', content: 'Again' }]));
    const headOf = (index: number) => {
      const { tools, system } = bodyOf(fakes.anthropic, index) as { tools: unknown; system: { text: string }[] };
      return { bytes: JSON.stringify([tools, system[0]]), system };
    };
    expect(headOf(0).system).toEqual([
      { type: 'text', text: head, cache_control: { type: 'ephemeral' } },
      { type: 'text', text: 'Memory: tea' },
    ]);
    expect(headOf(1).system[1]?.text).toBe('Memory: coffee');
    expect(headOf(2).system).toHaveLength(1);
    expect(new Set([0, 1, 2].map((index) => headOf(index).bytes)).size).toBe(1);
  });

  it('without instructions is the tools; other requests are not marked', async () => {
    const tools = [tool('clock'), tool('calendar')];
    await gateway.generate('anthropic', ask('Hi', { model, tools, cachesHead: true }));
    await gateway.generate('anthropic', ask('Hi', { model, tools }));
    const marks = [0, 1].map((index) =>
      (bodyOf(fakes.anthropic, index).tools as { cache_control?: object }[]).map(({ cache_control }) => cache_control),
    );
    expect(marks).toEqual([
      [undefined, { type: 'ephemeral' }],
      [undefined, undefined],
    ]);
  });

  it('costs a quarter more when it is written, and a fraction when it is read', async () => {
    fakes.anthropic.script(
      { text: 'One.', usage: { input: 10, output: 2, written: 4_000 } },
      { text: 'Two.', usage: { input: 10, output: 2, cached: 4_000 } },
    );
    const [first, second] = [
      await gateway.generate('anthropic', turn('', [{ role: 'user', content: 'Hi' }])),
      await gateway.generate('anthropic', turn('', [{ role: 'user', content: 'Hi' }])),
    ];
    expect(first.usage).toMatchObject({ promptTokens: 4_010, cachedTokens: 0, cacheWriteTokens: 4_000 });
    expect(second.usage).toMatchObject({ promptTokens: 10, cachedTokens: 4_000 });
    const { price } = gateway.info('anthropic', model);
    if (!price) throw new Error('The model has no price.');
    const { prompt, cached, completion } = price;
    expect(costNano(first.usage, price)).toBe(Math.round(10 * prompt + 4_000 * prompt * 1.25 + 2 * completion));
    expect(costNano(second.usage, price)).toBe(Math.round(10 * prompt + 4_000 * cached + 2 * completion));
  });
});

describe.each(['anthropic', 'google'] as const)('answers in JSON of %s', (provider) => {
  const schema = {
    type: 'object',
    properties: { total: { type: 'number' } },
    required: ['total'],
    additionalProperties: false,
  };
  const json = { name: 'order', schema, orInstruct: true };

  it('are asked for with the option of the provider, or in words where it refuses that', async () => {
    const model = models[provider];
    const generate = () => gateway.generate(provider, ask('Sum?', { model, options: { json } }));
    fakes[provider].script({ text: '{"total":1}' });
    expect((await generate()).text).toBe('{"total":1}');
    const native = JSON.stringify(bodyOf(fakes[provider]));
    expect(native).toContain(provider === 'anthropic' ? '"output_config"' : '"responseMimeType":"application/json"');
    expect(native).toContain('"total"');
    const message = provider === 'anthropic' ? 'output_config is not supported' : 'response_mime_type is unsupported';
    fakes[provider].script({ status: 400, message }, { text: '{"total":2}' }, { text: '{"total":3}' });
    expect((await generate()).text).toBe('{"total":2}');
    expect((await generate()).text).toBe('{"total":3}');
    for (const index of [2, 3]) {
      const told = JSON.stringify(bodyOf(fakes[provider], index));
      expect(told).not.toMatch(/output_config|responseMimeType/);
      expect(told).toContain('JSON Schema');
    }
  });
});
