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
  similarity: string;
  count: number;
  allTiers: boolean;
};

/**
 * Those nearest by their signs and those asked for by name, and how near they are. The scan has as few conditions as can
 * be: with one on the length the planner expects next to nothing and does without a second process (51 ms for 100,000,
 * instead of 29), and all tiers need no look at the tier.
 */
const statement = ({ distance, condition, similarity, count, allTiers }: Choice) => `WITH near AS MATERIALIZED (
    SELECT entry_id FROM memory_bits WHERE workspace_id = $1 AND user_id = $2 AND model = $3
      ${condition ? `AND ${condition}` : ''} ${allTiers ? '' : "AND tier = ANY (string_to_array($7, ','))"}
    ORDER BY ${distance} LIMIT ${count}
  ), given AS (SELECT entry_id FROM near UNION SELECT json_array_elements_text(CAST($6 AS json)))
  SELECT v.entry_id AS "entryId", ${similarity}
  FROM given JOIN memory_vectors v ON v.entry_id = given.entry_id JOIN memory_entries e ON e.id = v.entry_id
  WHERE v.model = $3 AND v.dimension = $4 AND e.workspace_id = $1 AND e.user_id = $2 AND e.superseded_by IS NULL
    AND e.tier = ANY (string_to_array($7, ','))`;

/** Signs of another length cannot be compared: a provider may change its model under the same name. */
const ofOneLength = (distance: string) => `CASE WHEN length(bits) = $4 THEN ${distance} END`;
const ofVectors = '1 - (CAST(v.vector AS vector) <=> CAST($8 AS vector)) AS similarity';

const withPgvector = (allTiers: boolean) =>
  statement({
    distance: ofOneLength('bits <~> CAST($5 AS BIT VARYING)'),
    similarity: ofVectors,
    count: candidateCount,
    allTiers,
  });
/** The dimension is a number of ours, never a text from outside: an index is used by a statement that names it. */
const withGraph = (dimension: number, allTiers: boolean) =>
  statement({
    distance: `CAST(bits AS BIT(${dimension})) <~> CAST($5 AS BIT(${dimension}))`,
    condition: `length(bits) = ${dimension}`,
    similarity: ofVectors,
    count: candidateCount,
    allTiers,
  });
/** The vectors come here to be compared: fewer of them, for each is 8 KB on its way. */
const withoutPgvector = (allTiers: boolean) =>
  statement({
    distance: ofOneLength('bit_count(bits # CAST($5 AS BIT VARYING))'),
    similarity: 'array_send(v.vector) AS bytes',
    count: candidateCount / 2,
    allTiers,
  });

/** As the server sends an array: a header of 20 bytes, then each value behind its length. */
function readVector(bytes: Buffer): Float32Array {
  const vector = new Float32Array((bytes.length - 20) / 8);
  for (let index = 0; index < vector.length; index += 1) vector[index] = bytes.readFloatBE(24 + index * 8);
  return vector;
}

export function createPostgresIndex({ database, engine, largeScopes }: Deps): SearchIndex {
  async function compare(sql: string, params: readonly SqlValue[], vector: Float32Array): Promise<Near[]> {
    const rows = await database.all<{ entryId: string; bytes: Buffer }>(sql, params);
    return rows.map(({ entryId, bytes }) => ({ entryId, similarity: dotProduct(vector, readVector(bytes)) }));
  }

  const throughGraph = (sql: string, params: readonly SqlValue[]): Promise<Near[]> =>
    database.transaction(async (tx) => {
      await tx.script(largeScopes.settings);
      return tx.all<Near>(sql, params);
    });

  return {
    engine: async () => engine(),
    byWords: (person, terms, tiers, limit) => findByWords(database, person, terms, tiers, limit),
    async byMeaning(person, { model, vector }, tiers, limit, also) {
      const { workspaceId, userId } = person;
      const isAll = allTiers.every((tier) => tiers.includes(tier));
      const signs = signText(vector);
      const params = [workspaceId, userId, model, vector.length, signs, JSON.stringify(also), tiers.join(',')];
      const withVector = [...params, `[${vector.join(',')}]`];
      let near: Near[];
      if (engine() !== 'pgvector') near = await compare(withoutPgvector(isAll), params, vector);
      else {
        const viaGraph = await largeScopes.has(person, model, vector.length);
        near = viaGraph ? await throughGraph(withGraph(vector.length, isAll), withVector) : [];
        // A graph knows no persons: it may give up before it has found enough of this one's.
        if (near.length < candidateCount) near = await database.all<Near>(withPgvector(isAll), withVector);
      }
      const wanted = new Set(also);
      return near
        .filter(({ similarity }) => Number.isFinite(similarity))
        .sort((one, other) => other.similarity - one.similarity)
        .filter(({ entryId }, place) => place < limit || wanted.has(entryId));
    },
    stop: async () => {},
  };
}
