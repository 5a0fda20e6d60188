import { nanoPerToken } from './catalogue.ts';
import { type Price, providerNames } from './model.ts';

/** The operator's own prices, by `provider/model`. */
export type OwnPrices = ReadonlyMap<string, Price>;

const isRate = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1e6;

/** Reads a JSON object with a value for each `connection/model`. Returns the first problem if the text is invalid. */
export function parseByModel<Value extends object>(
  text: string,
  connections: readonly string[],
  read: (name: string, given: unknown) => Value | { problem: string },
): ReadonlyMap<string, Value> | { problem: string } {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return { problem: 'is not valid JSON' };
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    return { problem: 'must be a JSON object' };
  const values = new Map<string, Value>();
  for (const [name, given] of Object.entries(parsed)) {
    if (!connections.some((known) => name.startsWith(`${known}/`) && name.length > known.length + 1))
      return { problem: `names "${name}", which is no connection/model` };
    const value = read(name, given);
    if ('problem' in value) return { problem: value.problem };
    values.set(name, value);
  }
  return values;
}

/**
 * `{"openai-compatible/llama-4": {"input": 0.2, "cachedInput": 0.02, "output": 0.6}}`, in dollars per million tokens.
 * Default for cached tokens, and for `cacheWrite`: the price of other input. Returns the problem if the text is invalid.
 */
export const parsePrices = (
  text: string,
  connections: readonly string[] = providerNames,
): OwnPrices | { problem: string } =>
  parseByModel(text, connections, (name, rates): Price | { problem: string } => {
    const { input, cachedInput = input, cacheWrite, output } = (rates ?? {}) as Record<string, unknown>;
    const knowsWrites = cacheWrite === undefined || isRate(cacheWrite);
    if (isRate(input) && isRate(cachedInput) && isRate(output) && knowsWrites)
      return nanoPerToken({ input, cachedInput, output, cacheWrite });
    return { problem: `must give "${name}" an input and an output price in dollars per million tokens` };
  });
