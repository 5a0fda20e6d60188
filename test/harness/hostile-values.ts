type Schema = Record<string, unknown>;
type Resolve = (schema: Schema) => Schema;
/** A position in a body for a hostile value, and its schema. */
type Place = { path: (string | number)[]; schema: Schema };

const largestBody = 1_048_576;
const many = 20_000;

const alternatives = ({ anyOf, oneOf, allOf }: Schema) => (anyOf ?? oneOf ?? allOf) as Schema[] | undefined;

/** A small valid value with all its members. */
function sampleOf(given: Schema, resolve: Resolve, depth = 0): unknown {
  const schema = resolve(given);
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0];
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const [first] = alternatives(schema) ?? [];
  if (first) return sampleOf(first, resolve, depth + 1);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'string') return 'x'.repeat(Math.max(1, Number(schema.minLength ?? 1)));
  if (type === 'integer' || type === 'number') return Number(schema.minimum ?? 1);
  if (type === 'boolean') return true;
  if (type === 'null') return null;
  if (type === 'array') return schema.items ? [sampleOf(schema.items as Schema, resolve, depth + 1)] : [];
  const members = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  return Object.fromEntries(members.map(([name, member]) => [name, sampleOf(member, resolve, depth + 1)]));
}

function placesOf(given: Schema, resolve: Resolve, path: Place['path'] = []): Place[] {
  const schema = resolve(given);
  if (path.length > 8) return [];
  const found: Place[] = [{ path, schema }];
  for (const one of alternatives(schema) ?? []) found.push(...placesOf(one, resolve, path));
  for (const [name, member] of Object.entries((schema.properties ?? {}) as Record<string, Schema>))
    found.push(...placesOf(member, resolve, [...path, name]));
  if (schema.items) found.push(...placesOf(schema.items as Schema, resolve, [...path, 0]));
  if (typeof schema.additionalProperties === 'object')
    found.push(...placesOf(schema.additionalProperties as Schema, resolve, [...path, 'member']));
  return found;
}

/** A copy with another value at one position. */
function put(base: unknown, [step, ...rest]: Place['path'], value: unknown): unknown {
  if (step === undefined) return value;
  const inside =
    typeof base === 'object' && base !== null ? (base as Record<string | number, unknown>)[step] : undefined;
  const member = put(inside, rest, value);
  if (typeof step === 'number') return [member, ...(Array.isArray(base) ? base.slice(1) : [])];
  return { ...(typeof base === 'object' && !Array.isArray(base) ? base : {}), [step]: member };
}

/**
 * Stands for an object of 75,000 keys until a body is written: to make and write such an object for each body was most of
 * the CPU time of its sender.
 */
const manyKeys = 'an object of many keys';
const membersOfMany = Array.from({ length: 75_000 }, (_, at) => `"k${at}":${at}`).join();
const write = (value: unknown): string =>
  JSON.stringify(value).replace(JSON.stringify(manyKeys), () => `{${membersOfMany}}`);

const nested = (depth: number): unknown =>
  depth === 0 ? Array(1_000).fill({ a: [1] }) : { a: nested(depth - 1), b: [1] };
const hostileTexts = ['a', ' ', 'a@', '1', 'é😀', '(', '"', '<a ', 'the cat sat. ', '{', '\\', '0x', '-', 'a '];
let turn = 0;
const text = (length: number, end = ''): string => {
  turn += 1;
  const unit = hostileTexts[turn % hostileTexts.length] ?? 'a';
  return (unit.repeat(Math.ceil(length / unit.length)).slice(0, Math.max(0, length - end.length)) + end).toWellFormed();
};
/** Some characters are escaped in JSON, which makes them longer. */
const fitting = (length: number) => Math.min(length, 480_000);

function distinct(sample: unknown, at: number): unknown {
  if (typeof sample === 'string') return `${sample}${at}`;
  if (typeof sample === 'number') return at;
  if (Array.isArray(sample)) return [distinct(sample[0] ?? 'x', at)];
  if (typeof sample !== 'object' || sample === null) return at;
  const [first] = Object.keys(sample);
  return first === undefined ? { at } : { ...sample, [first]: distinct((sample as Schema)[first], at) };
}

/** As many items as fit into a body. */
function filled(sample: unknown, most: number): unknown[] {
  const size = JSON.stringify(distinct(sample, 100_000)).length + 1;
  return Array.from({ length: Math.min(most, Math.floor(900_000 / size)) }, (_, at) => distinct(sample, at));
}

/** Made when they are called: most are a megabyte, and few are sent. */
function valuesFor({ schema }: Place, resolve: Resolve): (() => unknown)[] {
  const types = [schema.type ?? (schema.enum ? 'string' : 'unknown')].flat();
  const values: (() => unknown)[] = [];
  if (types.includes('array')) {
    const sample = sampleOf((schema.items ?? {}) as Schema, resolve);
    const most = Number(schema.maxItems ?? 1_000_000);
    values.push(
      () => Array.from({ length: many }, (_, at) => ({ at })),
      () => Array(300_000).fill({}),
      () => filled(sample, 1_000_000),
      () => filled(sample, most),
      // As large as allowed: the maximum of items, each as long as fits.
      () => filled(typeof sample === 'string' ? text(Math.min(2_000, Math.floor(900_000 / most))) : sample, most),
    );
  }
  if (types.includes('string')) {
    const most = Number(schema.maxLength ?? largestBody);
    for (const end of ['', 'x', '!']) values.push(() => text(fitting(most), end));
    if (most < 400_000)
      values.push(
        () => text(480_000),
        () => ' '.repeat(1_000_000),
      );
  }
  if (types.includes('integer') || types.includes('number'))
    values.push(
      () => 1e308,
      () => Number.MIN_VALUE,
    );
  if (types.includes('unknown') || schema.additionalProperties) {
    values.push(
      () => manyKeys,
      () => ({ a: text(fitting(largestBody)) }),
      () => Array(many).fill({ a: {} }),
      () => ({ a: nested(40) }),
    );
  }
  return values;
}

/** All bodies of a route, each a valid one with one hostile value. */
function* allBodies(schema: Schema, example: unknown, resolve: Resolve): Generator<() => string> {
  const sample = sampleOf(schema, resolve);
  const base = (typeof example === 'object' && example !== null ? example : sample) as object;
  const written = JSON.stringify(base);
  yield () => JSON.stringify(Array.from({ length: many }, (_, at) => ({ at })));
  yield () => `{${[membersOfMany, JSON.stringify({ ...base }).slice(1, -1)].filter(Boolean).join()}}`;
  yield () => JSON.stringify({ ...base, unknown: nested(60) });
  yield () => `{${'"a":{"a":1},'.repeat(80_000)}${written.slice(1)}`;
  yield () => `${'['.repeat(500_000)}`;
  yield () => `"${'\\u0000'.repeat(170_000)}"`;
  yield () => `{"x":[${'{"__proto__":1},'.repeat(60_000)}1]}`;
  for (const place of placesOf(schema, resolve))
    for (const value of valuesFor(place, resolve)) yield () => write(put(base, place.path, value()));
}

/** One of so many, over all the routes that it is asked for; the next one where that is too large for a body. */
export function someHostileBodies(every: number) {
  let since = 0;
  return function* hostileBodies(schema: Schema, example: unknown, resolve: Resolve): Generator<string> {
    for (const make of allBodies(schema, example, resolve)) {
      since += 1;
      if (since < every) continue;
      const body = make();
      if (body.length > largestBody) continue;
      since = 0;
      yield body;
    }
  };
}
