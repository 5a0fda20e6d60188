import { invalidField } from '../../../kernel/errors.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Hints that change nothing in the answer: where a prefix may be cached, whose request it is, how it is billed. */
const hints = ['cache_control', 'metadata', 'service_tier', 'eager_input_streaming'];

/** What is set but has the value of its absence. */
const isDefault = (value: unknown): boolean =>
  value === undefined || value === null || value === false || (Array.isArray(value) && value.length === 0);

/** Refuses, by its name, what would be ignored otherwise: the answer would not be what the client asked for. */
export function refuseUnknown(fields: Fields, known: readonly string[], path = ''): void {
  for (const [name, value] of Object.entries(fields)) {
    if (known.includes(name) || hints.includes(name) || isDefault(value)) continue;
    throw invalidField(path === '' ? name : `${path}.${name}`, 'is not possible here');
  }
}
