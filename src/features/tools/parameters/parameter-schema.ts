import type { JsonSchema } from '../tool.ts';

const longestSchema = 32_768;
const deepest = 32;
const longestPattern = 200;
/** The size with every reference expanded: a few lines of references can stand for endless work. */
const largestExpansion = 5_000;

const named = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']);
const listed = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const single = new Set([
  'items',
  'additionalItems',
  'additionalProperties',
  'contains',
  'else',
  'if',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
const foreign = new Set(['$id', 'id', '$anchor', '$dynamicAnchor', '$dynamicRef', '$recursiveRef', '$recursiveAnchor']);

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const typeNames = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);
const isNumber = (value: unknown) => typeof value === 'number';
const isCount = (value: unknown) => Number.isInteger(value) && Number(value) >= 0;
const isNames = (value: unknown) => Array.isArray(value) && value.every((name) => typeof name === 'string');
/** The form of the keywords that providers read: one malformed keyword makes a provider refuse the whole request. */
const shapes: Record<string, (value: unknown) => boolean> = {
  type: (value) => [value].flat().every((name) => typeNames.has(String(name))),
  properties: isObject,
  patternProperties: isObject,
  $defs: isObject,
  definitions: isObject,
  required: isNames,
  enum: Array.isArray,
  pattern: (value) => typeof value === 'string',
  ...Object.fromEntries(
    ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'].map((name) => [name, isNumber]),
  ),
  ...Object.fromEntries(
    ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'].map((name) => [name, isCount]),
  ),
  ...Object.fromEntries([...listed].map((name) => [name, Array.isArray])),
};
const shown = (value: unknown) => JSON.stringify(value).slice(0, 100);

class Unsafe extends Error {}

function checkPattern(pattern: string): void {
  if (pattern.length > longestPattern) throw new Unsafe(`holds a pattern of more than ${longestPattern} characters`);
}

function target(root: JsonSchema, reference: string): unknown {
  if (!reference.startsWith('#/')) throw new Unsafe('may refer only to its own parts, as in "#/$defs/name"');
  let found: unknown = root;
  for (const part of reference.slice(2).split('/')) {
    const name = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    found =
      (isObject(found) || Array.isArray(found)) && Object.hasOwn(found, name)
        ? (found as Record<string, unknown>)[name]
        : undefined;
  }
  if (found === undefined) throw new Unsafe(`refers to ${reference}, which it does not have`);
  return found;
}

/**
 * Why a foreign schema is refused; undefined when it is accepted. A schema is a program that others wrote: it must be small,
 * without references to elsewhere, and must end.
 */
export function unsafeSchema(root: JsonSchema): string | undefined {
  const weights = new Map<unknown, number>();
  const open = new Set<unknown>();

  function weigh(schema: unknown, depth: number): number {
    if (!isObject(schema)) return 1;
    const known = weights.get(schema);
    if (known !== undefined) return known;
    if (open.has(schema)) throw new Unsafe('must not refer to itself');
    if (depth > deepest) throw new Unsafe(`is nested deeper than ${deepest}`);
    open.add(schema);
    let weight = 1;
    for (const [key, value] of Object.entries(schema)) {
      if (Object.hasOwn(shapes, key) && !shapes[key]?.(value))
        throw new Unsafe(`is not valid: ${key} must not be ${shown(value)}`);
      if (foreign.has(key) && !(key === '$id' && schema === root)) throw new Unsafe(`must not use ${key}`);
      if (key === '$ref') weight += weigh(target(root, String(value)), depth + 1);
      else if (key === 'pattern') checkPattern(String(value));
      else if (named.has(key) && isObject(value))
        for (const [name, member] of Object.entries(value)) {
          if (key === 'patternProperties') checkPattern(name);
          weight += weigh(member, depth + 1);
        }
      else if (listed.has(key) || single.has(key))
        for (const member of Array.isArray(value) ? value : [value]) weight += weigh(member, depth + 1);
    }
    if (weight > largestExpansion) throw new Unsafe('is too large once its references are written out');
    open.delete(schema);
    weights.set(schema, weight);
    return weight;
  }

  if (JSON.stringify(root).length > longestSchema) return `must not be longer than ${longestSchema} characters`;
  if (root.type !== 'object') return 'must be of type "object"';
  try {
    weigh(root, 0);
    return undefined;
  } catch (error) {
    if (error instanceof Unsafe) return error.message;
    if (error instanceof URIError) return 'holds a reference that is not valid';
    throw error;
  }
}

const simpleTypes = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object']);

/** Names, types and descriptions of the top level, for a schema that cannot be checked here; its server checks it. */
export function outline({ properties, required }: JsonSchema): JsonSchema {
  const members = Object.entries(isObject(properties) ? properties : {})
    .slice(0, 100)
    .map(([name, member]) => {
      const { type, description } = isObject(member) ? member : {};
      const shown = {
        ...(simpleTypes.has(String(type)) ? { type } : {}),
        ...(typeof description === 'string' ? { description: description.slice(0, 500) } : {}),
      };
      return [name, shown] as const;
    });
  const names = new Set(members.map(([name]) => name));
  const needed = Array.isArray(required) ? [...new Set(required)].filter((name) => names.has(name)) : [];
  return {
    type: 'object',
    properties: Object.fromEntries(members),
    ...(needed.length > 0 ? { required: needed } : {}),
  };
}
