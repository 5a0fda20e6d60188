/** A JSON Schema as far as it is understood here: the simple ones that people try things with. */
type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  $ref?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minItems?: number;
  maxItems?: number;
  maxLength?: number;
};
/** What there is to fill a value with. Numbers and strings are used up in order. */
type Source = { message: string; answer: string; numbers: number[]; names: string[]; root: Schema };

const deepest = 8;
const longestMessage = 10_000;
const negation = /\b(?:not|no|never|without|isn't|false|n't)\b/i;

/** An object of the schema by rules, from what the person said and the answer in words. */
export function fill(schema: Record<string, unknown>, message: string, answer: string): unknown {
  const text = message.slice(0, longestMessage);
  const source: Source = {
    message: text,
    answer,
    numbers: [...text.matchAll(/-?\d+(?:\.\d+)?/g), ...answer.matchAll(/-?\d+(?:\.\d+)?/g)].map(([found]) =>
      Number(found),
    ),
    names: namesIn(text),
    root: schema as Schema,
  };
  return filled(schema as Schema, '', source, 0);
}

/** Capitalised words. A single one that begins a sentence is a name only if there is no better one. */
function namesIn(text: string): string[] {
  const found = [...text.matchAll(/\b\p{Lu}[\p{L}'-]+(?:\s\p{Lu}[\p{L}'-]+)*/gu)];
  const begins = ({ 0: name, index }: RegExpExecArray) =>
    !name.includes(' ') && /(?:^|[.!?\n])\s*$/.test(text.slice(Math.max(0, index - 20), index));
  return [...found.filter((match) => !begins(match)), ...found.filter(begins)].map(([name]) => name);
}

/** `favouriteColour` and `favourite_colour` as people write them. */
const inWords = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase();
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Follows references within the schema, and takes the first option that is not null. */
function resolved(schema: Schema, root: Schema, depth = 0): Schema {
  const { $ref, anyOf, oneOf, ...plain } = schema;
  if (depth > deepest) return plain;
  if ($ref?.startsWith('#/')) {
    let found: unknown = root;
    for (const part of $ref.slice(2).split('/')) found = (found as Record<string, unknown> | undefined)?.[part];
    return found && typeof found === 'object' ? resolved(found, root, depth + 1) : plain;
  }
  const options = anyOf ?? oneOf;
  const chosen = options?.find(({ type }) => type !== 'null') ?? options?.[0];
  return chosen ? resolved({ ...plain, ...chosen }, root, depth + 1) : plain;
}

function filled(given: Schema, name: string, source: Source, depth: number): unknown {
  const schema = resolved(given, source.root);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return chosenFrom(schema.enum, source);
  const type = [schema.type ?? (schema.properties ? 'object' : 'string')].flat().find((each) => each !== 'null');
  if (type === 'object') {
    const members = depth > deepest ? [] : Object.entries(schema.properties ?? {});
    return Object.fromEntries(members.map(([key, member]) => [key, filled(member, key, source, depth + 1)]));
  }
  if (type === 'array') return listOf(schema, name, source, depth);
  if (type === 'number' || type === 'integer') return numberOf(schema, name, source, type === 'integer');
  if (type === 'boolean') return booleanOf(name, source);
  return type === undefined ? null : stringOf(schema, name, source);
}

/** The option that the message names, else one that the answer names, else the first. */
function chosenFrom(options: readonly unknown[], { message, answer }: Source): unknown {
  const namedIn = (text: string) =>
    options.find((option) => new RegExp(`\\b${escaped(inWords(String(option)))}\\b`, 'i').test(text));
  return namedIn(message) ?? namedIn(answer) ?? options[0];
}

function numberOf(
  { minimum, maximum, exclusiveMinimum }: Schema,
  name: string,
  source: Source,
  whole: boolean,
): number {
  const written = new RegExp(`\\b${escaped(inWords(name))}\\b\\D{0,20}?(-?\\d+(?:\\.\\d+)?)`, 'i').exec(
    source.message,
  )?.[1];
  const named = name === '' || written === undefined ? undefined : Number(written);
  const at = named === undefined ? 0 : source.numbers.indexOf(named);
  const [next] = at < 0 ? [] : source.numbers.splice(at, 1);
  const found = named ?? next ?? 0;
  const least = minimum ?? (exclusiveMinimum === undefined ? Number.NEGATIVE_INFINITY : exclusiveMinimum + 1);
  const bounded = Math.min(Math.max(found, least), maximum ?? Number.POSITIVE_INFINITY);
  return whole ? Math.round(bounded) : bounded;
}

/** False where a sentence that names it, or the whole message, says no. */
function booleanOf(name: string, { message }: Source): boolean {
  const [word = ''] = inWords(name)
    .replace(/^(?:is|has|wants|can|should) /, '')
    .split(' ');
  const about = message.split(/[.!?;,]/).find((clause) => word !== '' && clause.toLowerCase().includes(word));
  return !negation.test(about ?? message);
}

const formats: Record<string, RegExp> = {
  email: /[^\s@<>]+@[^\s@<>]+\.[^\s@<>.,;]+/,
  uri: /https?:\/\/[^\s<>"]+/,
  url: /https?:\/\/[^\s<>"]+/,
  date: /\d{4}-\d{2}-\d{2}/,
  'date-time': /\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})/,
};

/** `colour: blue`, `the colour is blue`, a format, a name; else the answer in words. */
function stringOf({ format, maxLength }: Schema, name: string, source: Source): string {
  const words = inWords(name);
  const stated = new RegExp(`\\b${escaped(words)}\\b\\s*(?:is|are|was|:|=)\\s*["“']?([^"”.,;\\n]+)`, 'i');
  const byFormat = formats[format ?? words]?.exec(source.message)?.[0];
  const named = /\b(?:name|person|city|country|place|title|customer|user)\b/.test(words)
    ? source.names.shift()
    : undefined;
  const found =
    byFormat ?? (name === '' ? undefined : stated.exec(source.message)?.[1]?.trim()) ?? named ?? source.answer;
  return maxLength === undefined ? found : found.slice(0, maxLength);
}

/** What follows a colon, or the message, in pieces at commas and "and". */
function listOf(
  { items = {}, minItems = 0, maxItems = 20 }: Schema,
  name: string,
  source: Source,
  depth: number,
): unknown[] {
  if (depth > deepest) return [];
  const listed = source.message.slice(source.message.lastIndexOf(':') + 1).replace(/[.!?\s]+$/, '');
  const pieces = listed.split(/\s*(?:,|;|\n|\band\b)\s*/).filter((piece) => piece.trim() !== '');
  const members = pieces
    .slice(0, Math.max(1, maxItems))
    .map((piece) => filled(items, name, { ...source, ...partOf(piece, source) }, depth + 1));
  while (members.length < Math.min(minItems, 100)) members.push(filled(items, name, source, depth + 1));
  return members;
}

const partOf = (piece: string, { names }: Source) => ({
  message: piece,
  answer: piece.trim(),
  numbers: [...piece.matchAll(/-?\d+(?:\.\d+)?/g)].map(([found]) => Number(found)),
  names: names.filter((name) => piece.includes(name)),
});
