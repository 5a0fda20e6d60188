import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { tiers } from '../../entries/memory.ts';
import { asBytes, dotProduct, signBits } from '../bits.ts';
import { candidateCount, doubt, mostPerTerm, type Near, rarity, type Worded } from '../search-index.ts';
import type { SqliteAnswer, SqliteQuestion } from './sqlite-question.ts';

const everyTier = JSON.stringify(tiers);
const inTiers = 'tier IN (SELECT value FROM json_each($tiers))';
const ofPerson = 'workspace_id = $workspaceId AND user_id = $userId';

// CROSS JOIN fixes the order: the planner would read all entries of the person and look each up in the index.
const wordsSql = `SELECT e.id FROM memory_words CROSS JOIN memory_entries e ON e.search_id = memory_words.rowid
  WHERE memory_words MATCH $expression AND e.workspace_id = $workspaceId AND e.user_id = $userId
    AND e.superseded_by IS NULL AND e.${inTiers}
  ORDER BY memory_words.rowid DESC LIMIT ${mostPerTerm}`;

const sizeSql = `SELECT count(*) AS size FROM (SELECT 1 FROM memory_entries WHERE ${ofPerson} AND ${inTiers} LIMIT ${mostPerTerm})`;

type Scope = { $workspaceId: string; $userId: string; $tiers: string };

type Asked = SqliteQuestion & { kind: 'words' };

/** With all tiers the tier is not read, which saves a quarter of a scan. */
const fromBits = ($tiers: string) => `FROM memory_bits
  WHERE ${ofPerson} AND model = $model AND length(bits) = $length ${$tiers === everyTier ? '' : `AND ${inTiers}`}`;
const nearestSql = ($tiers: string) => `SELECT entry_id ${fromBits($tiers)}
  ORDER BY vec_distance_hamming(vec_bit(bits), vec_bit($bits)) LIMIT ${candidateCount}`;
const scanSql = ($tiers: string) => `SELECT entry_id, bits ${fromBits($tiers)}`;

const ones = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

type Scanned = Scope & { $model: string; $length: number };

/**
 * Superseded entries have no vector, and the caller reads the entries itself, so entries are joined only if tiers are
 * chosen.
 */
const vectorsSql = ($tiers: string) => `SELECT v.entry_id, v.vector FROM json_each($ids) AS given
  CROSS JOIN memory_vectors v ON v.entry_id = given.value
  ${$tiers === everyTier ? '' : `CROSS JOIN memory_entries e ON e.id = v.entry_id AND e.${inTiers}`}
  WHERE v.model = $model AND v.dimension = $dimension AND v.workspace_id = $workspaceId AND v.user_id = $userId`;

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

  const prepared = new Map<string, StatementSync>();
  function prepare(sql: string): StatementSync {
    let found = prepared.get(sql);
    if (!found) {
      found = connection.prepare(sql);
      found.setAllowUnknownNamedParameters(true);
      prepared.set(sql, found);
    }
    return found;
  }

  function byWords(scope: Scope, { expressions, all, limit }: Asked): Worded[] {
    const find = (expression: string) =>
      (prepare(wordsSql).all({ ...scope, $expression: expression }) as { id: string }[]).map(({ id }) => id);
    const found = expressions.map(({ expression }) => new Set(find(expression)));
    if (found.every(({ size }) => size === 0)) return [];
    const { size } = prepare(sizeSql).get(scope) as { size: number };
    const weights = found.map((ids, index) => {
      const entries = Math.max(size, ids.size);
      return (expressions[index]?.weight ?? 0) * (rarity(entries, Math.max(1, ids.size)) / rarity(entries, 1));
    });
    // Of a common word only the newest thousand entries are read; entries with all words are found by `all`.
    if (all !== null && found.some((ids) => ids.size === mostPerTerm))
      for (const id of find(all)) for (const ids of found) ids.add(id);
    const total = weights.reduce((sum, weight) => sum + weight, doubt);
    const sums = new Map<string, number>();
    for (const [index, ids] of found.entries())
      for (const id of ids) sums.set(id, (sums.get(id) ?? 0) + (weights[index] ?? 0));
    return [...sums]
      .map(([entryId, sum]) => ({ entryId, evidence: sum / total }))
      .sort((one, other) => other.evidence - one.evidence)
      .slice(0, limit);
  }

  /** Used without the extension: takes five times as long. */
  function scan(params: Scanned, bits: Uint8Array): string[] {
    const byDistance: string[][] = [];
    for (const row of prepare(scanSql(params.$tiers)).iterate(params)) {
      const { entry_id, bits: other } = row as { entry_id: string; bits: Uint8Array };
      let distance = 0;
      for (let index = 0; index < bits.length; index += 1)
        distance += ones[(bits[index] ?? 0) ^ (other[index] ?? 0)] ?? 0;
      const ids = byDistance[distance];
      if (ids) ids.push(entry_id);
      else byDistance[distance] = [entry_id];
    }
    const nearest: string[] = [];
    for (const ids of byDistance) {
      if (ids) nearest.push(...ids);
      if (nearest.length >= candidateCount) break;
    }
    return nearest.slice(0, candidateCount);
  }

  function nearestBySigns(scope: Scope, model: string, vector: Float32Array): string[] {
    const bits = signBits(vector);
    const scanned = { ...scope, $model: model, $length: bits.length };
    if (!hasVectors) return scan(scanned, bits);
    const rows = prepare(nearestSql(scope.$tiers)).all({ ...scanned, $bits: bits }) as { entry_id: string }[];
    return rows.map(({ entry_id }) => entry_id);
  }

  function byMeaning(scope: Scope, { model, vector, entryIds }: SqliteQuestion & { kind: 'meaning' }): Near[] {
    const $ids = JSON.stringify(entryIds ?? nearestBySigns(scope, model, vector));
    const rows = prepare(vectorsSql(scope.$tiers)).all({
      ...scope,
      $model: model,
      $ids,
      $dimension: vector.length,
    }) as {
      entry_id: string;
      vector: Uint8Array;
    }[];
    return rows
      .map(({ entry_id: entryId, vector: stored }) => {
        const other = new Float32Array(stored.buffer.slice(stored.byteOffset, stored.byteOffset + stored.byteLength));
        return { entryId, similarity: dotProduct(vector, other) };
      })
      .sort((one, other) => other.similarity - one.similarity);
  }

  /** Compares two vectors with the extension itself. */
  function probe(): boolean {
    if (!hasVectors) return false;
    const bytes = asBytes(Float32Array.of(1, 0));
    const row = prepare('SELECT vec_distance_cosine($bytes, $bytes) AS distance').get({ $bytes: bytes });
    return (row as { distance: number }).distance === 0;
  }

  return function answer(question: SqliteQuestion): SqliteAnswer {
    if (question.kind === 'probe') return probe();
    const { workspaceId, userId } = question.person;
    const asked = tiers.filter((tier) => question.tiers.includes(tier));
    const scope = { $workspaceId: workspaceId, $userId: userId, $tiers: JSON.stringify(asked) };
    return question.kind === 'words' ? byWords(scope, question) : byMeaning(scope, question);
  };
}
