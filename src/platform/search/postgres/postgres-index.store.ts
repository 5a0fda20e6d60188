import type { Database, SqlValue } from '../../db/database.ts';
import { signText } from '../bits.ts';
import type { LargeScopes } from '../large-scopes.store.ts';
import { type Near, notNear, together } from '../ranking.ts';
import {
  candidateCount,
  type Meaning,
  type Owner,
  type Parts,
  type SearchedTables,
  type SearchIndex,
  type VectorEngine,
} from '../search-index.ts';
import type { KeptSignsOfServer } from './kept-signs.store.ts';
import { nearestBySigns, nearestSigns } from './postgres-signs.store.ts';
import { findByWords } from './postgres-words.store.ts';

type Deps = {
  database: Database;
  tables: SearchedTables;
  /** Known after the server was asked for pgvector. */
  engine: () => VectorEngine;
  largeScopes: LargeScopes;
  nearestKept: KeptSignsOfServer;
};

const ofVectors = '1 - (CAST(own.vector AS vector) <=> CAST($7 AS vector)) AS similarity';
/** Sends the vectors, to be compared in this process. This format is a third smaller and read five times as fast. */
const themselves = "encode(array_send(own.vector), 'base64') AS sent";
const given = 'json_array_elements_text(CAST($5 AS json))';

function statementsFor(tables: SearchedTables) {
  const { entries, vectors, bits, key, owner, part, current } = tables;
  /**
   * Entries by id with their similarity. OFFSET 0 makes PostgreSQL look them up by id before it checks the owner: if it
   * expects few entries of an owner, it reads all of them (100 ms for 100,000, instead of 3).
   */
  const comparison = (ids: string, similarity: string) => `SELECT own.entry_id AS "entryId", ${similarity}
    FROM ${ids} AS given(entry_id) CROSS JOIN LATERAL (
      SELECT v.${key} AS entry_id, v.model, v.dimension, v.vector, e.workspace_id, e.${owner} AS owner_id, e.${part} AS part,
        ${current} AS current
      FROM ${vectors} v JOIN ${entries} e ON e.id = v.${key} WHERE v.${key} = given.entry_id OFFSET 0
    ) AS own
    WHERE own.model = $3 AND own.dimension = $4 AND own.workspace_id = $1 AND own.owner_id = $2 AND own.current
      AND (CAST($6 AS TEXT) = '' OR own.part = ANY (string_to_array($6, ',')))`;
  const compared = (near: string) => `WITH near AS MATERIALIZED (${near}) ${comparison('near', ofVectors)}`;
  return {
    comparison,
    withPgvector: (hasParts: boolean) =>
      compared(
        nearestSigns(tables, {
          distance: 'bits <~> CAST($5 AS BIT VARYING)',
          columns: key,
          count: candidateCount,
          hasParts,
        }),
      ),
    /**
     * The statement must contain the dimension, so that its index is used; it is our own number, never text from outside.
     */
    withGraph: (dimension: number, hasParts: boolean) =>
      compared(`SELECT ${key} FROM ${bits} WHERE workspace_id = $1 AND ${owner} = $2 AND model = $3
        AND length(bits) = ${dimension} ${hasParts ? `AND ${part} = ANY (string_to_array($6, ','))` : ''}
        ORDER BY CAST(bits AS BIT(${dimension})) <~> CAST($5 AS BIT(${dimension})) LIMIT ${candidateCount}`),
  };
}

/** The wire format of an array: a header of 20 bytes, then each value preceded by its length. */
function similarity(vector: Float32Array, sent: string): number {
  const { buffer, byteOffset, byteLength } = Buffer.from(sent, 'base64');
  const values = new DataView(buffer, byteOffset, byteLength);
  let sum = 0;
  for (let index = 0; index < vector.length; index += 1)
    sum += (vector[index] ?? 0) * values.getFloat32(24 + index * 8);
  return sum;
}

export function createPostgresIndex({ database, tables, engine, largeScopes, nearestKept }: Deps): SearchIndex {
  const { comparison, withPgvector, withGraph } = statementsFor(tables);

  async function compareHere(sql: string, params: readonly SqlValue[], vector: Float32Array): Promise<Near[]> {
    const rows = await database.all<{ entryId: string; sent: string }>(sql, params);
    return rows.map(({ entryId, sent }) => ({ entryId, similarity: similarity(vector, sent) }));
  }

  const throughGraph = (sql: string, params: readonly SqlValue[]): Promise<Near[]> =>
    database.transaction(async (tx) => {
      await tx.script(largeScopes.settings);
      return tx.all<Near>(sql, params);
    });

  const inOrder = (near: readonly Near[]): Near[] =>
    near
      .filter(({ similarity }) => Number.isFinite(similarity))
      .sort((one, other) => other.similarity - one.similarity);

  const compare: SearchIndex['compare'] = async ({ workspaceId, ownerId }, { model, vector }, parts, entryIds) => {
    if (entryIds.length === 0) return [];
    const params = [workspaceId, ownerId, model, vector.length, JSON.stringify(entryIds), parts?.join(',') ?? ''];
    if (engine() !== 'pgvector') return inOrder(await compareHere(comparison(given, themselves), params, vector));
    return inOrder(await database.all<Near>(comparison(given, ofVectors), [...params, `[${vector.join(',')}]`]));
  };

  async function nearestIds(owner: Owner, meaning: Meaning, parts: Parts): Promise<string[]> {
    const kept = await nearestKept(owner, meaning, parts);
    if (!kept) return nearestBySigns(database, tables, owner, meaning, parts);
    if (kept.rest.length === 0) return kept.ids;
    return [...kept.ids, ...(await nearestBySigns(database, tables, owner, meaning, kept.rest))];
  }

  const byMeaning: SearchIndex['byMeaning'] = async (owner, meaning, parts) => {
    if (engine() !== 'pgvector') return compare(owner, meaning, parts, await nearestIds(owner, meaning, parts));
    const { workspaceId, ownerId } = owner;
    const { model, vector } = meaning;
    const hasParts = parts !== undefined;
    const params = [workspaceId, ownerId, model, vector.length, signText(vector), parts?.join(',') ?? ''];
    const withVector = [...params, `[${vector.join(',')}]`];
    const viaGraph = await largeScopes.has(owner, model, vector.length);
    const near = viaGraph ? await throughGraph(withGraph(vector.length, hasParts), withVector) : [];
    // A graph covers all owners: it may end before it has found enough entries of this one.
    return inOrder(near.length < candidateCount ? await database.all<Near>(withPgvector(hasParts), withVector) : near);
  };

  return {
    engine: async () => engine(),
    // The words are searched while the question is being embedded.
    async find(owner, { terms, meaning: ask, parts, limit, weights }) {
      const asked = ask();
      const [meaning, near, worded] = await Promise.all([
        asked,
        asked.then((known) => (known ? byMeaning(owner, known, parts) : [])),
        findByWords(database, tables, owner, terms, parts, limit),
      ]);
      const compared = meaning ? await compare(owner, meaning, parts, notNear(near, worded)) : [];
      return together([...near, ...compared], worded, weights).slice(0, limit);
    },
    byMeaning,
    compare,
  };
}
