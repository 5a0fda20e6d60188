import type { Ajv, ErrorObject, ValidateFunction } from 'ajv';

/** Beyond so many values in it, only the first thing that is wrong is named. */
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
 * Checks a value in time that grows with its size and no faster. A validator that names everything goes on where a
 * list is too long or its items are wrong: 250 KB of that took 23 s. So the first one stops at the first fault, and
 * lengths come before contents; everything is named only of what is small. Both are compiled when first needed.
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
