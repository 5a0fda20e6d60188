import { describe, expect, it } from 'vitest';
import { createModels } from './models.ts';
import { parsePrices } from './own-prices.ts';
import { silentLog } from './test-models.ts';

describe('the operator’s own prices', () => {
  it('apply to exactly the models they name, instead of the catalogue', () => {
    const prices = parsePrices(
      '{"openai-compatible/meta/llama-4": {"input": 0.2, "output": 0.6}, "openai/gpt-5-nano": {"input": 1, "cachedInput": 0.5, "output": 2}}',
    );
    if ('problem' in prices) throw new Error(prices.problem);
    const models = createModels({ prices }, { log: silentLog });
    expect(models.info('openai-compatible', 'meta/llama-4')).toMatchObject({
      price: { prompt: 200, cached: 200, completion: 600 },
      priceVersion: 'settings',
    });
    expect(models.info('openai', 'gpt-5-nano').price).toEqual({ prompt: 1_000, cached: 500, completion: 2_000 });
    expect(models.info('openai', 'gpt-5-mini').priceVersion).toBeUndefined();
    expect(models.info('openai-compatible', 'other').price).toBeUndefined();
  });

  it.each([
    'free',
    '[]',
    'null',
    '{"llama": {"input": 1, "output": 1}}',
    '{"nobody/llama": {"input": 1, "output": 1}}',
    '{"openai/": {"input": 1, "output": 1}}',
    '{"openai/x": {"input": 1}}',
    '{"openai/x": {"input": -1, "output": 1}}',
    '{"openai/x": {"input": "1", "output": 1}}',
    '{"openai/x": null}',
  ])('are refused when invalid: %s', (text) => {
    expect(parsePrices(text)).toEqual({ problem: expect.any(String) });
  });
});
