import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';

/** For a value with more members than this only the first error is reported. */
const mostValues = 500;

function isSmall(value: unknown): boolean {
  let left = mostValues;
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    for (const key in next) {
      left -= 1;
      if (left < 0) return false;
      open.push((next as Record<string, unknown>)[key]);
    }
  }
  return true;
}

/**
 * Checks a value in linear time. A validator that reports all errors continues when a list is too long or its items are
 * invalid: 250 KB of that took 23 s. So the first validator stops at the first error and checks lengths before
 * contents; all errors are reported only for small values. Both are compiled on first use.
 */
export function createBoundedCheck(stopping: Ajv, naming: Ajv, schema: object): (value: unknown) => ErrorObject[] {
  let first: ValidateFunction | undefined;
  let every: ValidateFunction | undefined;
  return (value) => {
    first ??= stopping.compile(schema);
    if (first(value)) return [];
    const found = first.errors ?? [];
    if (!isSmall(value)) return found;
    every ??= naming.compile(schema);
    return every(value) ? found : (every.errors ?? found);
  };
}
