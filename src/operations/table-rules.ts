import { signText } from '../features/memory/index.ts';
import { searchScope } from '../features/sessions/index.ts';
import { searchVector, searchWords } from '../platform/db/words/search-words.ts';
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
const wordsRule = (from: string, key: string): TableRule => ({
  select: `SELECT id, workspace_id, user_id, content FROM ${from} WHERE search_id IS NOT NULL`,
  columns: [key, 'scope', 'words'],
  convert(row) {
    const words = searchWords(required(row, 'content'));
    if (words === '') return undefined;
    const scope = searchScope(required(row, 'workspace_id'), required(row, 'user_id'));
    return { [key]: required(row, 'id'), scope, words: searchVector(scope, words) };
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

const vectorsRule: TableRule = {
  select: 'SELECT entry_id, model, dimension, vector FROM memory_vectors',
  columns: ['entry_id', 'model', 'dimension', 'vector'],
  convert: (row) => ({
    entry_id: textOf(row.entry_id),
    model: textOf(row.model),
    dimension: textOf(row.dimension),
    vector: [...floatsOf(row.vector)],
  }),
  expected: ({ entry_id, model, dimension, vector }) => [
    entry_id as string,
    model as string,
    dimension as string,
    arrayBytes(vector as number[]),
  ],
  stored: ['entry_id', 'model', 'CAST(dimension AS TEXT)', "encode(array_send(vector), 'hex')"],
};

const bitColumns = ['entry_id', 'workspace_id', 'user_id', 'model', 'tier', 'bits'];
const bitsRule: TableRule = {
  select: `SELECT b.entry_id, b.workspace_id, b.user_id, b.model, b.tier, v.vector
    FROM memory_bits b JOIN memory_vectors v ON v.entry_id = b.entry_id AND v.model = b.model`,
  columns: bitColumns,
  convert: (row) => ({
    ...Object.fromEntries(bitColumns.map((column) => [column, textOf(row[column])])),
    bits: signText(floatsOf(row.vector)),
  }),
  expected: (row) => bitColumns.map((column) => row[column] as string | null),
  stored: bitColumns.map((column) => `CAST(${column} AS TEXT)`),
};

/** Tables that differ between the engines. */
export const ownRules: Readonly<Record<string, TableRule>> = {
  message_words: wordsRule('messages', 'message_id'),
  memory_words: wordsRule('memory_entries', 'entry_id'),
  memory_vectors: vectorsRule,
  memory_bits: bitsRule,
};
