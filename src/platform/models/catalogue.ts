import catalogue from './catalogue.json' with { type: 'json' };
import type { ModelInfo, Price, ProviderName, TokenUsage } from './model.ts';

type Rates = { input: number; cachedInput: number; output: number };

export const catalogueVersion = catalogue.version;

/** A dollar per million tokens is a thousand nano-dollars per token. */
export const nanoPerToken = ({ input, cachedInput, output }: Rates) => ({
  prompt: thousandfold(input),
  cached: thousandfold(cachedInput),
  completion: thousandfold(output),
});

// Prices have at most six decimals; without the rounding 0.07 would become 70.00000000000001.
const thousandfold = (dollars: number): number => Math.round(dollars * 1e6) / 1e3;

const keyOf = (provider: string, model: string): string => `${provider}/${model}`;

const models = new Map<string, ModelInfo>(
  catalogue.models.map(({ provider, model, contextWindow, longPrompt, ...rates }) => {
    const price: Price = nanoPerToken(rates);
    if (longPrompt) price.long = { above: longPrompt.above, ...nanoPerToken(longPrompt) };
    return [keyOf(provider, model), { provider: provider as ProviderName, model, contextWindow, price }];
  }),
);

export const catalogueOf = (provider: ProviderName): ModelInfo[] =>
  [...models.values()].filter((info) => info.provider === provider);

export const defaultModelOf = (provider: ProviderName): string | undefined =>
  (catalogue.defaults as Partial<Record<ProviderName, string>>)[provider];

/** A dated snapshot has the price and the context window of its model. */
export function lookUp(provider: ProviderName, model: string): ModelInfo {
  const family = model.replace(/^models\//, '').replace(/-(?:\d{4}-\d{2}-\d{2}|\d{8}|latest)$/, '');
  const known = models.get(keyOf(provider, model)) ?? models.get(keyOf(provider, family));
  return known ? { ...known, model } : { provider, model, contextWindow: null };
}

/** Whole nano-dollars: the sum is exact, then rounded once. */
export function costNano(
  { promptTokens, cachedTokens, completionTokens }: TokenUsage,
  price: Price | undefined,
): number {
  if (!price) return 0;
  const rates = price.long && promptTokens + cachedTokens > price.long.above ? price.long : price;
  return Math.round(promptTokens * rates.prompt + cachedTokens * rates.cached + completionTokens * rates.completion);
}
