import type { Database, SqlValue } from '../../../platform/db/database.ts';
import { tiers as allTiers } from '../memory.ts';
import { dotProduct, signText } from './bits.ts';
import type { LargeScopes } from './large-scopes.ts';
import { findByWords } from './postgres-words.ts';
import { candidateCount, type Near, type SearchIndex, type VectorEngine } from './search-index.ts';

type Deps = {
  database: Database;
  /** What this server has. */
  engine: () => VectorEngine;
  largeScopes: LargeScopes;
};

type Choice = {
  distance: string;
  /** Beside the person and the model. */
  condition?: string;
  count: number;
  allTiers: boolean;
};

/** Entries of the person by their ids, and how near they are. */
const comparison = (ids: string, similarity: string) => `SELECT v.entry_id AS "entryId", ${similarity}
  FROM ${ids} AS given(entry_id) JOIN memory_vectors v ON v.entry_id = given.entry_id JOIN memory_entries e ON e.id = v.entry_id
  WHERE v.model = $3 AND v.dimension = $4 AND e.workspace_id = $1 AND e.user_id = $2 AND e.superseded_by IS NULL
    AND e.tier = ANY (string_to_array($6, ','))`;

/**
 * Those nearest by their signs, and how near they are. The scan has as few conditions as can be: with one on the length the
 * planner expects next to nothing and does without a second process (51 ms for 100,000, instead of 29), and all tiers need
 * no look at the tier.
 */
const nearest = ({ distance, condition, count, allTiers }: Choice, similarity: string) => `WITH near AS MATERIALIZED (
    SELECT entry_id FROM memory_bits WHERE workspace_id = $1 AND user_id = $2 AND model = $3
      ${condition ? `AND ${condition}` : ''} ${allTiers ? '' : "AND tier = ANY (string_to_array($6, ','))"}
    ORDER BY ${distance} LIMIT ${count}
  ) ${comparison('near', similarity)}`;

/** Signs of another length cannot be compared: a provider may change its model under the same name. */
const ofOneLength = (distance: string) => `CASE WHEN length(bits) = $4 THEN ${distance} END`;
const ofVectors = '1 - (CAST(v.vector AS vector) <=> CAST($7 AS vector)) AS similarity';
/** The vectors come here to be compared: fewer of them, for each is 8 KB on its way. */
const themselves = 'array_send(v.vector) AS bytes';
const given = 'json_array_elements_text(CAST($5 AS json))';

const withPgvector = (allTiers: boolean) =>
  nearest({ distance: ofOneLength('bits <~> CAST($5 AS BIT VARYING)'), count: candidateCount, allTiers }, ofVectors);
/** The dimension is a number of ours, never a text from outside: an index is used by a statement that names it. */
const withGraph = (dimension: number, allTiers: boolean) =>
  nearest(
    {
      distance: `CAST(bits AS BIT(${dimension})) <~> CAST($5 AS BIT(${dimension}))`,
      condition: `length(bits) = ${dimension}`,
      count: candidateCount,
      allTiers,
    },
    ofVectors,
  );
const withoutPgvector = (allTiers: boolean) =>
  nearest(
    {
      distance: ofOneLength('bit_count(bits # CAST($5 AS BIT VARYING))'),
      count: candidateCount / 2,
      allTiers,
    },
    themselves,
  );

/** As the server sends an array: a header of 20 bytes, then each value behind its length. */
function readVector(bytes: Buffer): Float32Array {
  const vector = new Float32Array((bytes.length - 20) / 8);
  for (let index = 0; index < vector.length; index += 1) vector[index] = bytes.readFloatBE(24 + index * 8);
  return vector;
}

export function createPostgresIndex({ database, engine, largeScopes }: Deps): SearchIndex {
  async function compareHere(sql: string, params: readonly SqlValue[], vector: Float32Array): Promise<Near[]> {
    const rows = await database.all<{ entryId: string; bytes: Buffer }>(sql, params);
    return rows.map(({ entryId, bytes }) => ({ entryId, similarity: dotProduct(vector, readVector(bytes)) }));
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

  return {
    engine: async () => engine(),
    byWords: (person, terms, tiers, limit) => findByWords(database, person, terms, tiers, limit),
    async byMeaning(person, { model, vector }, tiers) {
      const { workspaceId, userId } = person;
      const isAll = allTiers.every((tier) => tiers.includes(tier));
      const params = [workspaceId, userId, model, vector.length, signText(vector), tiers.join(',')];
      if (engine() !== 'pgvector') return inOrder(await compareHere(withoutPgvector(isAll), params, vector));
      const withVector = [...params, `[${vector.join(',')}]`];
      const viaGraph = await largeScopes.has(person, model, vector.length);
      const near = viaGraph ? await throughGraph(withGraph(vector.length, isAll), withVector) : [];
      // A graph knows no persons: it may give up before it has found enough of this one's.
      return inOrder(near.length < candidateCount ? await database.all<Near>(withPgvector(isAll), withVector) : near);
    },
    async compare({ workspaceId, userId }, { model, vector }, tiers, entryIds) {
      const params = [workspaceId, userId, model, vector.length, JSON.stringify(entryIds), tiers.join(',')];
      if (engine() !== 'pgvector') return inOrder(await compareHere(comparison(given, themselves), params, vector));
      return inOrder(await database.all<Near>(comparison(given, ofVectors), [...params, `[${vector.join(',')}]`]));
    },
    stop: async () => {},
  };
}
