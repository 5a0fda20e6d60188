import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { asBytes, dotProduct, signBits } from '../bits.ts';
import { type Near, notNear, together, type Worded } from '../ranking.ts';
import {
  candidateCount,
  doubt,
  type Found,
  type Meaning,
  mostPerTerm,
  rarity,
  type Scoped,
  type SearchedTables,
} from '../search-index.ts';
import { foundOf, type SqliteAnswer, type SqliteQuestion } from './sqlite-question.ts';
import { createSqliteSigns } from './sqlite-signs.store.ts';

type Scope = { $workspaceId: string; $ownerId: string; $parts?: string };
type Scanned = Scope & { $model: string; $length: number };
type Asked = SqliteQuestion & { kind: 'both' };
type Compared = Scope & { $model: string; $dimension: number; $ids?: string };

const ones = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

/** Without chosen parts the part is not read, which saves a quarter of a scan. */
function statementsFor(
  { entries, words, vectors, bits, key, owner, part, current }: SearchedTables,
  hasParts: boolean,
) {
  const ofOwner = `workspace_id = $workspaceId AND ${owner} = $ownerId`;
  const chosen = (row: string) => (hasParts ? `AND ${row}${part} IN (SELECT value FROM json_each($parts))` : '');
  const fromBits = `FROM ${bits} WHERE ${ofOwner} AND model = $model AND length(bits) = $length ${chosen('')}`;
  // The extension compares: without it each vector is copied out of the database.
  const similarity = '1 - vec_distance_cosine(v.vector, $vector) AS similarity';
  const comparison = (what: string) => `SELECT v.${key} AS entryId, ${what}`;
  // What may not be found has no vector, and the caller reads the entries itself, so entries are joined only if parts are
  // chosen.
  const ofGiven = `CROSS JOIN ${vectors} v ON v.${key} = given.value
    ${hasParts ? `CROSS JOIN ${entries} e ON e.id = v.${key} ${chosen('e.')}` : ''}
    WHERE v.model = $model AND v.dimension = $dimension AND v.workspace_id = $workspaceId AND v.${owner} = $ownerId`;
  return {
    // CROSS JOIN fixes the order: the planner would read all entries of the owner and look each up in the index.
    words: `SELECT e.id FROM ${words} CROSS JOIN ${entries} e ON e.search_id = ${words}.rowid
      WHERE ${words} MATCH $expression AND e.workspace_id = $workspaceId AND e.${owner} = $ownerId
        AND ${current} ${chosen('e.')}
      ORDER BY ${words}.rowid DESC LIMIT ${mostPerTerm}`,
    size: `SELECT count(*) FROM (SELECT 1 FROM ${entries} WHERE ${ofOwner} ${chosen('')} LIMIT ${mostPerTerm})`,
    nearest: `${comparison(similarity)} FROM (SELECT ${key} AS value ${fromBits}
      ORDER BY vec_distance_hamming(vec_bit(bits), vec_bit($bits)) LIMIT ${candidateCount}) AS given ${ofGiven}`,
    everyOne: `${comparison(similarity)} FROM (SELECT ${key} AS value ${fromBits} LIMIT ${candidateCount}) AS given ${ofGiven}`,
    compared: `${comparison(similarity)} FROM json_each($ids) AS given ${ofGiven}`,
    scan: `SELECT ${key} AS id, bits ${fromBits}`,
    vectors: `${comparison('v.vector')} FROM json_each($ids) AS given ${ofGiven}`,
  };
}

type Statements = ReturnType<typeof statementsFor>;

/** Searches the embedded database over its own read-only connection. */
export function openSqliteSearch({ file, extension }: { file: string; extension: string | null }) {
  const connection = new DatabaseSync(file, { timeout: 5_000, readOnly: true, allowExtension: extension !== null });
  // The pages are mapped, not copied: the signs of 100,000 entries are 20 MB, and a scan takes a third less time.
  connection.exec('PRAGMA mmap_size = 4294967296');
  const hasVectors = load();

  /** The extension is not built for every platform; without it the signs are compared in JavaScript. */
  function load(): boolean {
    if (extension === null) return false;
    try {
      connection.loadExtension(extension);
      return true;
    } catch {
      return false;
    }
  }

  const statements = new Map<string, Statements>();
  function statementsOf(tables: SearchedTables, hasParts: boolean): Statements {
    const name = `${tables.entries} ${hasParts}`;
    const found = statements.get(name) ?? statementsFor(tables, hasParts);
    statements.set(name, found);
    return found;
  }
  const prepared = new Map<string, StatementSync>();
  function prepare(sql: string): StatementSync {
    let found = prepared.get(sql);
    if (!found) {
      found = connection.prepare(sql);
      found.setAllowUnknownNamedParameters(true);
      // Rows as objects would each have a shape of their own: a quarter of a search was making and reading them.
      found.setReturnArrays(true);
      prepared.set(sql, found);
    }
    return found;
  }

  const rowsOf = <Row>(sql: string, params: Record<string, SQLInputValue>) =>
    prepare(sql).all(params) as unknown as Row[];

  /** How many entries the owner has, counted up to `mostPerTerm`. */
  const sizeOf = (scope: Scope, sql: Statements) => rowsOf<[number]>(sql.size, scope)[0]?.[0] ?? 0;

  /** The share of the question's words by entry. Entries are counted in `size`. */
  function byWords(scope: Scope, sql: Statements, size: number, { expressions, all, limit }: Asked): Worded[] {
    const find = ($expression: string) => rowsOf<[string]>(sql.words, { ...scope, $expression });
    const found = expressions.map(({ expression }) => find(expression));
    const weights = found.map((ids, index) => {
      const entries = Math.max(size, ids.length);
      return (expressions[index]?.weight ?? 0) * (rarity(entries, Math.max(1, ids.length)) / rarity(entries, 1));
    });
    const total = weights.reduce((sum, weight) => sum + weight, doubt);
    const sums = new Map<string, number>();
    for (const [index, ids] of found.entries())
      for (const [id] of ids) sums.set(id, (sums.get(id) ?? 0) + (weights[index] ?? 0));
    // Of a common word only the newest thousand entries are read; entries with all words are found by `all`.
    if (all !== null && found.some((ids) => ids.length === mostPerTerm))
      for (const [id] of find(all)) sums.set(id, total - doubt);
    const worded = [...sums].map(([entryId, sum]) => ({ entryId, evidence: sum / total }));
    return worded.length <= limit ? worded : worded.sort((one, other) => other.evidence - one.evidence).slice(0, limit);
  }

  /** Used without the extension: takes five times as long. */
  function scan(params: Scanned, sql: Statements, bits: Uint8Array): string[] {
    const byDistance: string[][] = [];
    for (const row of prepare(sql.scan).iterate(params)) {
      const [id, other] = row as unknown as [string, Uint8Array];
      let distance = 0;
      for (let index = 0; index < bits.length; index += 1)
        distance += ones[(bits[index] ?? 0) ^ (other[index] ?? 0)] ?? 0;
      const ids = byDistance[distance];
      if (ids) ids.push(id);
      else byDistance[distance] = [id];
    }
    const nearest: string[] = [];
    for (const ids of byDistance) {
      if (ids) nearest.push(...ids);
      if (nearest.length >= candidateCount) break;
    }
    return nearest.slice(0, candidateCount);
  }

  const nearestKept = createSqliteSigns(
    <Row>(sql: string, params: Record<string, SQLInputValue>) =>
      prepare(sql).iterate(params) as unknown as Iterable<Row>,
  );

  /** Given entries with their similarity, or those of a scan, in no order. */
  function compare(
    scope: Scope,
    { model, vector }: Meaning,
    sql: Statements,
    given: { entryIds: readonly string[] } | { scan: 'nearest' | 'everyOne' },
  ): Near[] {
    const bits = signBits(vector);
    const params = { ...scope, $model: model, $length: bits.length, $dimension: vector.length };
    const $ids = 'entryIds' in given && JSON.stringify(given.entryIds);
    if (!hasVectors)
      return compareHere({ ...params, $ids: $ids || JSON.stringify(scan(params, sql, bits)) }, sql, vector);
    const rows = rowsOf<[string, number]>('scan' in given ? sql[given.scan] : sql.compared, {
      ...params,
      $vector: asBytes(vector),
      ...($ids ? { $ids } : { $bits: bits }),
    });
    // The similarity of a vector of zeros is not a number.
    const isNumber = ([, similarity]: readonly [string, number]) => Number.isFinite(similarity);
    return rows.filter(isNumber).map(([entryId, similarity]) => ({ entryId, similarity }));
  }

  /** The closest entries, in no order. `size`: how many there are, counted up to `mostPerTerm`. */
  function closestTo(meaning: Meaning, scope: Scope, { tables, parts }: Scoped, size: number): Near[] {
    const sql = statementsOf(tables, parts !== undefined);
    // Where all entries are candidates, their signs need not be compared.
    if (size < candidateCount) return compare(scope, meaning, sql, { scan: 'everyOne' });
    const signs = signBits(meaning.vector);
    const params = { ...scope, $model: meaning.model, $length: signs.length };
    const kept =
      tables.lasting && size >= mostPerTerm
        ? nearestKept(tables, tables.lasting, params, { signs, parts, count: candidateCount })
        : undefined;
    if (!kept) return compare(scope, meaning, sql, { scan: 'nearest' });
    const near = compare(scope, meaning, sql, { entryIds: kept.ids });
    if (kept.rest.length === 0) return near;
    const others = { ...scope, $parts: JSON.stringify(kept.rest) };
    return [...near, ...compare(others, meaning, statementsOf(tables, true), { scan: 'nearest' })];
  }

  function compareHere(params: Compared, sql: Statements, vector: Float32Array): Near[] {
    return rowsOf<[string, Uint8Array]>(sql.vectors, params).map(([entryId, stored]) => {
      const other = new Float32Array(stored.buffer.slice(stored.byteOffset, stored.byteOffset + stored.byteLength));
      return { entryId, similarity: dotProduct(vector, other) };
    });
  }

  function byBoth(scope: Scope, sql: Statements, asked: Asked): Found | undefined {
    const { meaning, weights, limit, mostEntries = Number.POSITIVE_INFINITY } = asked;
    const size = sizeOf(scope, sql);
    if (size >= mostEntries) return undefined;
    const worded = byWords(scope, sql, size, asked);
    const closest = meaning ? closestTo(meaning, scope, asked, size) : [];
    const far = meaning ? notNear(closest, worded) : [];
    const compared = meaning && far.length > 0 ? compare(scope, meaning, sql, { entryIds: far }) : [];
    const found = together([...closest, ...compared], worded, weights).slice(0, limit);
    return foundOf(
      found.map(({ entryId }) => entryId),
      found.map(({ score }) => score),
    );
  }

  /** One state of the database for all statements, which is also quicker than one for each. */
  function inOneRead<Result>(work: () => Result): Result {
    prepare('BEGIN').run();
    try {
      return work();
    } finally {
      prepare('COMMIT').run();
    }
  }

  /** Compares two vectors with the extension itself. */
  function probe(): boolean {
    if (!hasVectors) return false;
    const bytes = asBytes(Float32Array.of(1, 0));
    return rowsOf<[number]>('SELECT vec_distance_cosine($bytes, $bytes)', { $bytes: bytes })[0]?.[0] === 0;
  }

  return function answer(question: SqliteQuestion): SqliteAnswer {
    if (question.kind === 'probe') return probe();
    const { tables, owner, parts } = question;
    const scope = {
      $workspaceId: owner.workspaceId,
      $ownerId: owner.ownerId,
      ...(parts && { $parts: JSON.stringify(parts) }),
    };
    const sql = statementsOf(tables, parts !== undefined);
    if (question.kind === 'both') return inOneRead(() => byBoth(scope, sql, question));
    const { entryIds } = question;
    const near = entryIds
      ? compare(scope, question, sql, { entryIds })
      : inOneRead(() => closestTo(question, scope, question, mostPerTerm));
    const found = near.sort((one, other) => other.similarity - one.similarity);
    return foundOf(
      found.map(({ entryId }) => entryId),
      found.map(({ similarity }) => similarity),
    );
  };
}
