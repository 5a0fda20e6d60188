import { knowledgeTables } from '../features/knowledge/index.ts';
import { memoryTables } from '../features/memory/index.ts';
import { leftScope, searchScope } from '../features/sessions/index.ts';
import { searchVector, searchWords } from '../platform/db/words/search-words.ts';
import { signText } from '../platform/search/bits.ts';
import type { SearchedTables } from '../platform/search/search-index.ts';
import type { SourceRow } from './embedded-source.ts';

/** Sent as JSON; PostgreSQL converts text to the type of the column. */
type TargetRow = Record<string, string | number[] | null>;

/** How one table is moved. */
export type TableRule = {
  select: string;
  columns: readonly string[];
  /** Undefined for a row that is not moved. */
  convert(row: SourceRow): TargetRow | undefined;
  /** The compared values of a row: as sent, and as SQL expressions on the stored row. */
  expected(row: TargetRow): (string | null)[];
  stored: readonly string[];
};

/** Created by the migrations on both sides; not user data. */
export const madeByMigrations: ReadonlySet<string> = new Set(['schema_migrations', 'search_probe']);
/** The rowid in the embedded word index. PostgreSQL's index refers to the row itself. */
const embeddedOnly = 'search_id';

const quoted = (name: string): string => `"${name}"`;
const textOf = (value: SourceRow[string] | undefined): string | null => {
  if (value === null || value === undefined) return null;
  return value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : String(value);
};
const required = (row: SourceRow, column: string): string => textOf(row[column]) ?? '';

/** For a table that is equal on both engines; undefined if it is not. */
export function plainRule(table: string, source: readonly string[], target: readonly string[]): TableRule | undefined {
  const columns = target.filter((column) => column !== embeddedOnly);
  const missing = source.filter((column) => column !== embeddedOnly && !columns.includes(column));
  if (missing.length > 0 || columns.some((column) => !source.includes(column))) return undefined;
  return {
    select: `SELECT ${columns.map(quoted).join(', ')} FROM ${quoted(table)}`,
    columns,
    convert: (row) => Object.fromEntries(columns.map((column) => [column, textOf(row[column])])),
    expected: (row) => columns.map((column) => row[column] as string | null),
    stored: columns.map((column) => `CAST(${quoted(column)} AS TEXT)`),
  };
}

/** Entries with a row in the embedded index are searchable; their words are computed again. */
const wordsRule = (from: string, key: string, isLeft: 'left_at' | 'NULL' = 'NULL'): TableRule => ({
  select: `SELECT id, workspace_id, user_id, content, ${isLeft} AS left_at FROM ${from} WHERE search_id IS NOT NULL`,
  columns: [key, 'scope', 'words'],
  convert(row) {
    const words = searchWords(required(row, 'content'));
    if (words === '') return undefined;
    const scope = searchScope(required(row, 'workspace_id'), required(row, 'user_id'));
    const found = row.left_at === null ? scope : leftScope(scope);
    return { [key]: required(row, 'id'), scope: found, words: searchVector(scope, words) };
  },
  // PostgreSQL sorts the words. The number of different words must agree, including the scope.
  expected: ({ [key]: id, scope, words }) => [
    id as string,
    scope as string,
    String(new Set(String(words).replace(/:\d+/g, '').split(' ')).size),
  ],
  stored: [key, 'scope', 'CAST(length(words) AS TEXT)'],
});

/**
 * Copied, because SQLite's bytes may start at any offset and floats need a multiple of four. JSON writes minus zero as
 * zero.
 */
function floatsOf(value: SourceRow[string] | undefined): Float32Array {
  if (!(value instanceof Uint8Array)) throw new Error('a vector is not stored as bytes');
  return new Float32Array(new Uint8Array(value).buffer).map((number) => number + 0);
}

/** The format of `array_send` for one dimension of 32-bit floats. */
function arrayBytes(numbers: readonly number[]): string {
  const bytes = Buffer.alloc(20 + numbers.length * 8);
  for (const [index, header] of [1, 0, 700, numbers.length, 1].entries()) bytes.writeInt32BE(header, index * 4);
  for (const [index, number] of numbers.entries()) {
    bytes.writeInt32BE(4, 20 + index * 8);
    bytes.writeFloatBE(number, 24 + index * 8);
  }
  return bytes.toString('hex');
}

const vectorsRule = (table: string, key: string): TableRule => ({
  select: `SELECT ${key}, model, dimension, vector FROM ${table}`,
  columns: [key, 'model', 'dimension', 'vector'],
  convert: (row) => ({
    [key]: textOf(row[key]),
    model: textOf(row.model),
    dimension: textOf(row.dimension),
    vector: [...floatsOf(row.vector)],
  }),
  expected: ({ [key]: id, model, dimension, vector }) => [
    id as string,
    model as string,
    dimension as string,
    arrayBytes(vector as number[]),
  ],
  stored: [key, 'model', 'CAST(dimension AS TEXT)', "encode(array_send(vector), 'hex')"],
});

function bitsRule({ bits, vectors, key, owner, part }: SearchedTables): TableRule {
  const columns = [key, 'workspace_id', owner, 'model', part, 'bits'];
  return {
    select: `SELECT b.${key}, b.workspace_id, b.${owner}, b.model, b.${part}, v.vector
      FROM ${bits} b JOIN ${vectors} v ON v.${key} = b.${key} AND v.model = b.model`,
    columns,
    convert: (row) => ({
      ...Object.fromEntries(columns.map((column) => [column, textOf(row[column])])),
      bits: signText(floatsOf(row.vector)),
    }),
    expected: (row) => columns.map((column) => row[column] as string | null),
    stored: columns.map((column) => `CAST(${column} AS TEXT)`),
  };
}

/** The words of a passage are those of its document's title, its headings and its text. */
const passages = `(SELECT p.id, p.workspace_id, p.collection_id AS user_id, p.search_id,
    v.title || ' ' || p.heading || char(10) || p.content AS content
  FROM knowledge_passages p JOIN knowledge_versions v ON v.id = p.version_id)`;

/** Tables that differ between the engines. */
export const ownRules: Readonly<Record<string, TableRule>> = {
  message_words: wordsRule('messages', 'message_id', 'left_at'),
  memory_words: wordsRule('memory_entries', 'entry_id'),
  memory_vectors: vectorsRule('memory_vectors', 'entry_id'),
  memory_bits: bitsRule(memoryTables),
  knowledge_words: wordsRule(passages, 'passage_id'),
  knowledge_vectors: vectorsRule('knowledge_vectors', 'passage_id'),
  knowledge_bits: bitsRule(knowledgeTables),
};
