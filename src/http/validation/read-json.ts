import type { ErrorCode } from '../../kernel/errors.ts';

const maximumDepth = 64;
const quote = 34;
const backslash = 92;

/**
 * The most objects, lists and members in a body. A megabyte can contain hundreds of thousands; creating, checking and
 * copying them blocked the event loop for seconds. Plain values in a list cost almost nothing.
 */
const mostParts = 30_000;

export type Refusal = { code: ErrorCode; message: string };

export const notJson: Refusal = { code: 'malformed_json', message: 'The body is not valid JSON.' };
/** PostgreSQL cannot store NUL in text; it is refused on both engines. */
export const withNul: Refusal = { code: 'validation_failed', message: 'Text must not contain the NUL character.' };

/** Counted in the text, before any object exists. */
export function refusalOf(json: string): Refusal | undefined {
  let depth = 0;
  let parts = 0;
  let inString = false;
  for (let at = 0; at < json.length; at += 1) {
    const char = json.charCodeAt(at);
    if (inString) {
      if (char === backslash) at += 1;
      else if (char === quote) inString = false;
    } else if (char === quote) inString = true;
    else if (char === 123 || char === 91) {
      depth += 1;
      parts += 1;
      if (depth > maximumDepth)
        return { code: 'malformed_json', message: `JSON nested deeper than ${maximumDepth} levels is refused.` };
    } else if (char === 125 || char === 93) depth -= 1;
    else if (char === 58) parts += 1;
  }
  return parts > mostParts
    ? { code: 'body_too_large', message: `A body holds at most ${mostParts} objects, lists and members together.` }
    : undefined;
}

export function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, member]) => key.includes('\0') || holdsNul(member));
}
