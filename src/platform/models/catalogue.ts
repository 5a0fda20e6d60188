import catalogue from './catalogue.json' with { type: 'json' };
import { type Abilities, abilities, type ModelInfo, type Price, type TokenUsage } from './model.ts';

type Rates = { input: number; cachedInput: number; output: number; cacheWrite?: number | undefined };

export const catalogueVersion = catalogue.version;

/** A dollar per million tokens is a thousand nano-dollars per token. */
export const nanoPerToken = ({ input, cachedInput, output, cacheWrite }: Rates) => ({
  prompt: thousandfold(input),
  cached: thousandfold(cachedInput),
  completion: thousandfold(output),
  ...(cacheWrite === undefined ? {} : { cacheWrite: thousandfold(cacheWrite) }),
});

/** Anthropic takes a quarter more for what it writes to its cache for five minutes. Others take nothing for that. */
const withWrites = <Known extends Rates>(provider: string, rates: Known): Known & Rates =>
  provider === 'anthropic' ? { ...rates, cacheWrite: rates.input * 1.25 } : rates;

// Prices have at most six decimals; without the rounding 0.07 would become 70.00000000000001.
const thousandfold = (dollars: number): number => Math.round(dollars * 1e6) / 1e3;

const keyOf = (provider: string, model: string): string => `${provider}/${model}`;

/** What a listed model is not said to take, it does not take. */
const listed = (taken: readonly string[]): Abilities =>
  Object.fromEntries(abilities.map((ability) => [ability, taken.includes(ability)]));

const models = new Map<string, ModelInfo>(
  catalogue.models.map(({ provider, model, contextWindow, takes, longPrompt, ...rates }) => {
    const price: Price = nanoPerToken(withWrites(provider, rates));
    if (longPrompt) price.long = { above: longPrompt.above, ...nanoPerToken(withWrites(provider, longPrompt)) };
    const info = { provider, model, contextWindow, price, takes: listed(takes) };
    return [keyOf(provider, model), info];
  }),
);

export const catalogueOf = (provider: string): ModelInfo[] =>
  [...models.values()].filter((info) => info.provider === provider);

export const defaultModelOf = (provider: string): string | undefined =>
  (catalogue.defaults as Partial<Record<string, string>>)[provider];

/** A dated snapshot has the price and the context window of its model. */
export function lookUp(provider: string, model: string): ModelInfo {
  const family = model.replace(/^models\//, '').replace(/-(?:\d{4}-\d{2}-\d{2}|\d{8}|latest)$/, '');
  const known = models.get(keyOf(provider, model)) ?? models.get(keyOf(provider, family));
  return known ? { ...known, model } : { provider, model, contextWindow: null };
}

/** Whole nano-dollars: the sum is exact, then rounded once. */
export function costNano(
  { promptTokens, cachedTokens, completionTokens, cacheWriteTokens = 0 }: TokenUsage,
  price: Price | undefined,
): number {
  if (!price) return 0;
  const rates = price.long && promptTokens + cachedTokens > price.long.above ? price.long : price;
  const written = cacheWriteTokens * ((rates.cacheWrite ?? rates.prompt) - rates.prompt);
  return Math.round(
    promptTokens * rates.prompt + written + cachedTokens * rates.cached + completionTokens * rates.completion,
  );
}
