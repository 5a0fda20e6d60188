import { nanoPerToken } from './catalogue.ts';
import { type Price, providerNames } from './model.ts';

/** The operator's own prices, by `provider/model`. */
export type OwnPrices = ReadonlyMap<string, Price>;

const isRate = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1e6;

/**
 * `{"openai-compatible/llama-4": {"input": 0.2, "cachedInput": 0.02, "output": 0.6}}`, in dollars per million tokens.
 * Default for cached tokens: the price of other input. Returns the problem if the text is invalid.
 */
export function parsePrices(text: string): OwnPrices | { problem: string } {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return { problem: 'is not valid JSON' };
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    return { problem: 'must be a JSON object' };
  const prices = new Map<string, Price>();
  for (const [name, rates] of Object.entries(parsed)) {
    if (!providerNames.some((provider) => name.startsWith(`${provider}/`) && name.length > provider.length + 1))
      return { problem: `names "${name}", which is no provider/model` };
    const { input, cachedInput = input, output } = (rates ?? {}) as Record<string, unknown>;
    if (!isRate(input) || !isRate(cachedInput) || !isRate(output))
      return { problem: `must give "${name}" an input and an output price in dollars per million tokens` };
    prices.set(name, nanoPerToken({ input, cachedInput, output }));
  }
  return prices;
}
