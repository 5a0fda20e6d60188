import { hasWords } from '../errors/field-errors.ts';

type Schema = Record<string, unknown>;

const scalars = new Set(['string', 'number', 'integer', 'boolean', 'null']);
const isObject = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/** All subschemas with their paths, the schema itself first. */
function* partsOf(schema: Schema, path: string): Generator<[string, Schema]> {
  yield [path, schema];
  for (const name of ['anyOf', 'oneOf', 'allOf'])
    for (const part of (schema[name] ?? []) as Schema[]) yield* partsOf(part, path);
  for (const [name, part] of Object.entries((schema.properties ?? {}) as Record<string, Schema>))
    yield* partsOf(part, `${path}.${name}`);
  for (const name of ['items', 'additionalProperties'])
    if (isObject(schema[name])) yield* partsOf(schema[name], `${path}[]`);
}

function problemOf(part: Schema): string | undefined {
  const { type, maxItems, uniqueItems, pattern, items } = part;
  if (type === 'array' && maxItems === undefined) return 'a list needs maxItems';
  if (uniqueItems === true && !(isObject(items) && scalars.has(String(items.type))))
    return 'uniqueItems needs items of one plain type: others are compared each with each';
  if (typeof pattern === 'string' && !hasWords(pattern)) return `the pattern ${pattern} has no words (field-errors.ts)`;
  return undefined;
}

/**
 * Why a schema must not be used for requests: validation must take linear time and give readable errors. Undefined if
 * it may be used.
 */
export function unboundedSchema(schema: unknown): string | undefined {
  if (!isObject(schema)) return undefined;
  for (const [path, part] of partsOf(schema, 'schema')) {
    const problem = problemOf(part);
    if (problem) return `${path}: ${problem}`;
  }
  return undefined;
}
