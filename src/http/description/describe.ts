import type { Json } from './openapi-examples.ts';
import { inQueries, otherThings, things, usual, usualOf } from './usual-words.ts';
import { wordsByPlace } from './words-by-place.ts';
import { wordsOfDoors } from './words-of-doors.ts';

type Described = { [key: string]: Json };

/** Values that only look like schemas, and properties, which have a place of their own. */
const values: readonly string[] = ['example', 'examples', 'default', 'const', 'enum', 'properties'];

const objectOf = (value: Json | undefined): Described | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;

/** What is said of a value that may also be null holds for both. */
function ownWords(schema: Described): string | undefined {
  const ways = Array.isArray(schema.anyOf) ? schema.anyOf.map((way) => objectOf(way) ?? {}) : [];
  const [way, other] = ways.filter(({ type }) => type !== 'null');
  if (!way || other || ways.length < 2) return undefined;
  const words = typeof way.description === 'string' ? way.description : ownWords(way);
  if ('description' in way) delete way.description;
  return words;
}

/** Of a value that may be null, the type of the other one. */
function typeOf({ type, anyOf }: Described): string {
  const ways = Array.isArray(anyOf) ? anyOf.map((way) => objectOf(way) ?? {}) : [];
  return String(type ?? ways.find((way) => way.type !== 'null')?.type);
}

function constant({ const: value, enum: choices }: Described): string | undefined {
  const [only, another] = Array.isArray(choices) ? choices : [value];
  return only === undefined || another !== undefined ? undefined : `Always \`${only}\`.`;
}

/**
 * Properties are described in place, which costs validators nothing: what a schema says itself is never replaced. The place is
 * the schema or the property around them.
 */
export function describeProperties(value: Json, place = ''): void {
  if (Array.isArray(value)) for (const member of value) describeProperties(member, place);
  const schema = objectOf(value);
  if (!schema) return;
  for (const [name, property] of Object.entries(objectOf(schema.properties) ?? {})) {
    const described = objectOf(property);
    if (!described) continue;
    describeProperties(described, name);
    if ('description' in described) continue;
    const words =
      ownWords(described) ??
      constant(described) ??
      wordsByPlace[`${place}.${name}`] ??
      usual[name] ??
      usualOf[typeOf(described)]?.[name] ??
      wordsOfDoors[name];
    if (words) described.description = words;
  }
  for (const [key, member] of Object.entries(schema)) if (!values.includes(key)) describeProperties(member, place);
}

/** Parameters of paths, queries and headers are described in place, like properties. */
export function describeParameters(paths: Json): void {
  for (const [path, operations] of Object.entries(objectOf(paths) ?? {}))
    for (const operation of Object.values(objectOf(operations) ?? {})) {
      const { parameters } = objectOf(operation) ?? {};
      for (const parameter of Array.isArray(parameters) ? parameters : []) {
        const described = objectOf(parameter);
        if (!described || 'description' in described) continue;
        const name = String(described.name);
        const before = path.split(`/{${name}}`)[0]?.split('/').at(-1) ?? '';
        const words = described.in === 'path' ? (otherThings[path] ?? things[before]) : inQueries[name];
        if (words) described.description = words;
      }
    }
}

const unnamed = 'Default Response';
const answers: Record<string, string> = {
  201: 'It is made',
  202: 'It is taken; the work goes on in the background',
  503: 'Not well; the answer says what is not',
};
const answersTo: Record<string, string> = {
  get: 'As it is now',
  put: 'As it is after the change',
  patch: 'As it is after the change',
  delete: 'What was deleted',
};
const page = 'One page of the list; `nextCursor` leads to the next';

/** The framework's word for an answer that no route describes says nothing. */
export function describeAnswers(paths: Json): void {
  for (const operations of Object.values(objectOf(paths) ?? {}))
    for (const [method, operation] of Object.entries(objectOf(operations) ?? {}))
      for (const [status, answer] of Object.entries(objectOf(objectOf(operation)?.responses) ?? {})) {
        const described = objectOf(answer);
        if (described?.description !== unnamed) continue;
        const isPage = JSON.stringify(described.content ?? '').includes('"nextCursor":{');
        described.description = answers[status] ?? (isPage ? page : (answersTo[method] ?? 'What came of it'));
      }
}
