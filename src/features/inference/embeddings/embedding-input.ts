import { invalidField } from '../../../kernel/errors.ts';
import type { EmbeddingRequest } from '../inference.schema.ts';

const mostInputs = 2_048;
const mostTokens = 8_192;
const longestText = 100_000;

export type EmbeddingInput = { texts: string[] } | { tokens: number[][] };

const isToken = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isTokens = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length > 0 && value.length <= mostTokens && value.every(isToken);

/** As OpenAI accepts it: one text or several, or their tokens. */
export function readInput({ input }: EmbeddingRequest): EmbeddingInput {
  if (typeof input === 'string') return { texts: [checked(input, 'input')] };
  if (isTokens(input)) return { tokens: [input] };
  if (input.length > mostInputs) throw invalidField('input', `must have at most ${mostInputs} texts`);
  if (Array.isArray(input[0])) {
    const wrong = input.findIndex((item) => !isTokens(item));
    if (wrong >= 0)
      throw invalidField(`input[${wrong}]`, `must be a list of 1 to ${mostTokens} tokens, as the first one is`);
    return { tokens: input as number[][] };
  }
  return { texts: input.map((text, index) => checked(text, `input[${index}]`)) };
}

function checked(text: unknown, path: string): string {
  if (typeof text !== 'string') throw invalidField(path, 'must be a text');
  if (text === '') throw invalidField(path, 'must not be empty');
  if (text.length > longestText) throw invalidField(path, `must have at most ${longestText} characters`);
  return text;
}
