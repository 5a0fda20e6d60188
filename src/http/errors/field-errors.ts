import type { ErrorObject } from 'ajv';

/** A field by its path, and the problem in words for people. */
export type FieldError = { path: string; message: string };

const shownErrors = 20;
const shownValues = 60;

const kinds: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

const formats: Record<string, string> = {
  date: 'must be a date such as 2026-01-31',
  'date-time': 'must be a time such as 2026-01-31T12:00:00Z',
  uri: 'must be an address such as https://example.com/',
};

/** The meaning of our patterns in words. The gateway does not start with a route whose pattern is missing here. */
const patterns: Record<string, string> = {
  '\\S': 'must not be blank',
  '^\\s*[^\\s@]+@[^\\s@]+\\s*$': 'must be an email address',
  '^[a-z][a-z0-9_]{0,63}$': 'must be a name of at most 64 small letters, digits and _ that begins with a letter',
  '^[a-zA-Z][a-zA-Z0-9_-]{0,63}$': 'must be a name of at most 64 letters, digits, _ and - that begins with a letter',
  '^[a-zA-Z][a-zA-Z0-9_-]{0,31}$': 'must be a name of at most 32 letters, digits, _ and - that begins with a letter',
  '^[a-zA-Z0-9_-]{1,64}$': 'must be a name of 1 to 64 letters, digits, _ and -',
  '^[a-z0-9][a-z0-9._-]{0,62}$':
    'must be a name of at most 63 small letters, digits, ., _ and - that begins with a letter or digit',
  '^[A-Za-z0-9-]+$': 'may hold letters, digits and - only',
  '^[\\x21-\\x7e]+$': 'may hold visible ASCII characters only',
  '^[0-9]{1,9}(s|m|h|d)?$': 'must be a duration such as 90d',
};
export const hasWords = (pattern: string): boolean => Object.hasOwn(patterns, pattern);

const written = (value: unknown) => (typeof value === 'string' && value !== '' ? value : JSON.stringify(value));
const listed = (values: readonly unknown[]) =>
  values.slice(0, shownValues).map(written).join(', ') + (values.length > shownValues ? ', …' : '');
const joined = (words: readonly string[]) =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
const several = (count: unknown, one: string, more = `${one}s`) => `${count} ${count === 1 ? one : more}`;

type Params = Record<string, unknown> & { limit?: number };

const phrases: Record<string, (params: Params) => string> = {
  type: ({ type }) => `must be ${joined([type].flat().map((name) => kinds[String(name)] ?? String(name)))}`,
  required: () => 'is required',
  dependentRequired: ({ property }) => `is required beside ${property}`,
  dependencies: ({ property }) => `is required beside ${property}`,
  additionalProperties: () => 'is not known',
  unevaluatedProperties: () => 'is not known',
  unknownParameter: ({ known }) =>
    (known as string[]).length > 0 ? `is not known here; known are: ${listed(known as string[])}` : 'is not known here',
  enum: ({ allowedValues }) => `must be one of: ${listed(allowedValues as unknown[])}`,
  const: ({ allowedValue }) => `must be ${written(allowedValue)}`,
  minLength: ({ limit }) => (limit === 1 ? 'must not be empty' : `must have at least ${several(limit, 'character')}`),
  maxLength: ({ limit }) => `must have at most ${several(limit, 'character')}`,
  minItems: ({ limit }) => (limit === 1 ? 'must not be empty' : `must have at least ${several(limit, 'item')}`),
  maxItems: ({ limit }) => `must have at most ${several(limit, 'item')}`,
  minProperties: ({ limit }) => (limit === 1 ? 'must not be empty' : `must have at least ${several(limit, 'member')}`),
  maxProperties: ({ limit }) => `must have at most ${several(limit, 'member')}`,
  minimum: ({ limit }) => `must be at least ${limit}`,
  maximum: ({ limit }) => `must be at most ${limit}`,
  exclusiveMinimum: ({ limit }) => `must be more than ${limit}`,
  exclusiveMaximum: ({ limit }) => `must be less than ${limit}`,
  multipleOf: ({ multipleOf }) => `must be a multiple of ${multipleOf}`,
  pattern: ({ pattern }) => patterns[String(pattern)] ?? `must match the pattern ${pattern}`,
  format: ({ format }) => formats[String(format)] ?? `must be a ${format}`,
  uniqueItems: () => 'must not hold the same item twice',
  contains: () => 'lacks an item that it must hold',
  propertyNames: ({ propertyName }) => `must not have a member named ${written(propertyName)}`,
  finite: () => 'must be a finite number',
  not: () => 'is not allowed',
  'false schema': () => 'is not allowed',
};

const unescaped = (pointer: string) =>
  pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');

function pathOf({ instancePath, params }: ErrorObject): string {
  const detail = params as Record<string, string | undefined>;
  const member = detail.missingProperty ?? detail.additionalProperty ?? detail.unevaluatedProperty;
  const place = unescaped(instancePath);
  if (member === undefined) return place;
  return place ? `${place}.${member}` : member;
}

const isUnion = ({ keyword }: ErrorObject) => keyword === 'anyOf' || keyword === 'oneOf';

/** For a value that matches no form of a union: the errors of the closest form. */
function nearest(union: ErrorObject, inside: readonly ErrorObject[]): ErrorObject[] {
  const here = ({ instancePath }: ErrorObject) => instancePath === union.instancePath;
  const typesHere = inside.filter((error) => error.keyword === 'type' && here(error));
  const others = inside.filter((error) => !(error.keyword === 'type' && here(error)));
  const branches = Map.groupBy(others, ({ schemaPath }) =>
    schemaPath.startsWith(`${union.schemaPath}/`) ? schemaPath.slice(union.schemaPath.length + 1).split('/', 1)[0] : '',
  );
  if (branches.size === 0) {
    const type = [...new Set(typesHere.flatMap(({ params }) => (params as { type: string | string[] }).type))];
    return [{ ...union, keyword: 'type', params: { type } }];
  }
  const chosen = others.every(({ keyword }) => keyword === 'const' || keyword === 'enum')
    ? others
    : ([...branches.values()]
        .filter((errors) => !errors.some(({ keyword }) => keyword === 'const'))
        .sort((one, other) => one.length - other.length)[0] ??
      // The value names none of the forms.
      others.filter(({ keyword }) => keyword === 'const'));
  const [first] = chosen;
  // Variants that differ in one field: one message lists all its values.
  if (
    first &&
    chosen.length > 1 &&
    chosen.every(({ keyword, instancePath }) => keyword === 'const' && instancePath === first.instancePath)
  ) {
    const allowedValues = chosen.map(({ params }) => (params as { allowedValue: unknown }).allowedValue);
    return [{ ...first, keyword: 'enum', params: { allowedValues } }];
  }
  return chosen;
}

/** Ajv lists the errors of every form of a union before the error of the union itself. */
function withoutUnions(errors: readonly ErrorObject[]): ErrorObject[] {
  const kept: ErrorObject[] = [];
  for (const error of errors) {
    if (error.keyword === 'if') continue;
    if (!isUnion(error)) {
      kept.push(error);
      continue;
    }
    let from = kept.length;
    const isInside = ({ instancePath }: ErrorObject) =>
      instancePath === error.instancePath || instancePath.startsWith(`${error.instancePath}/`);
    while (from > 0 && isInside(kept[from - 1] as ErrorObject)) from -= 1;
    kept.push(...nearest(error, kept.splice(from)));
  }
  return kept;
}

/** The errors by field, at most 20. */
export function fieldErrors(errors: readonly ErrorObject[]): FieldError[] {
  const found = new Map<string, FieldError>();
  for (const error of withoutUnions(errors.slice(0, 1_000))) {
    const path = pathOf(error);
    const message = phrases[error.keyword]?.(error.params as Params) ?? 'is not valid';
    found.set(`${path} ${message}`, { path, message });
    if (found.size === shownErrors) break;
  }
  return [...found.values()];
}

export const inWords = (errors: readonly FieldError[]): string =>
  `${errors.map(({ path, message }) => `${path} ${message}`).join('; ')}.`;
