import type { Database, SqlValue } from '../../../platform/db/database.ts';
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

const hasTier = "tier = ANY (string_to_array($3, ','))";

/** Those nearest by their signs and those asked for by name, of this person and these tiers. */
const candidates = (distance: string) => `WITH near AS MATERIALIZED (
    SELECT entry_id FROM memory_bits
    WHERE workspace_id = $1 AND user_id = $2 AND model = $4 AND length(bits) = $5 AND ${hasTier}
    ORDER BY ${distance} LIMIT ${candidateCount}
  ), given AS (SELECT entry_id FROM near UNION SELECT json_array_elements_text(CAST($7 AS json)))`;

const compared = (similarity: string) => `SELECT v.entry_id AS "entryId", ${similarity}
  FROM given JOIN memory_vectors v ON v.entry_id = given.entry_id JOIN memory_entries e ON e.id = v.entry_id
  WHERE v.model = $4 AND v.dimension = $5 AND e.workspace_id = $1 AND e.user_id = $2 AND e.superseded_by IS NULL
    AND e.${hasTier}`;

const ofVectors = '1 - (CAST(v.vector AS vector) <=> CAST($8 AS vector)) AS similarity';
const withPgvector = `${candidates('bits <~> CAST($6 AS BIT VARYING)')} ${compared(ofVectors)}`;
const withoutPgvector = `${candidates('bit_count(bits # CAST($6 AS BIT VARYING))')}
  ${compared('array_send(v.vector) AS bytes')}`;

/** The index for this dimension is used only if the statement names it: a number, never a text from outside. */
const withGraph = (dimension: number) =>
  `${candidates(`CAST(bits AS BIT(${dimension})) <~> CAST($6 AS BIT(${dimension}))`).replace(
    'length(bits) = $5',
    `length(bits) = ${dimension}`,
  )} ${compared(ofVectors)}`;

/** As the server sends an array: a header of 20 bytes, then each value behind its length. */
function readVector(bytes: Buffer): Float32Array {
  const vector = new Float32Array((bytes.length - 20) / 8);
  for (let index = 0; index < vector.length; index += 1) vector[index] = bytes.readFloatBE(24 + index * 8);
  return vector;
}

export function createPostgresIndex({ database, engine, largeScopes }: Deps): SearchIndex {
  async function compare(params: readonly SqlValue[], vector: Float32Array): Promise<Near[]> {
    const rows = await database.all<{ entryId: string; bytes: Buffer }>(withoutPgvector, params);
    return rows.map(({ entryId, bytes }) => ({ entryId, similarity: dotProduct(vector, readVector(bytes)) }));
  }

  async function throughGraph(params: readonly SqlValue[], dimension: number): Promise<Near[]> {
    return database.transaction(async (tx) => {
      await tx.script(largeScopes.settings);
      return tx.all<Near>(withGraph(dimension), params);
    });
  }

  return {
    engine: async () => engine(),
    byWords: (person, terms, tiers, limit) => findByWords(database, person, terms, tiers, limit),
    async byMeaning(person, { model, vector }, tiers, limit, also) {
      const { workspaceId, userId } = person;
      const params = [
        workspaceId,
        userId,
        tiers.join(','),
        model,
        vector.length,
        signText(vector),
        JSON.stringify(also),
      ];
      const text = `[${vector.join(',')}]`;
      let near: Near[];
      if (engine() !== 'pgvector') near = await compare(params, vector);
      else if (await largeScopes.has(person, model, vector.length)) {
        near = await throughGraph([...params, text], vector.length);
        // The graph knows no persons: it may give up before it has found enough of this one's.
        if (near.length < candidateCount) near = await database.all<Near>(withPgvector, [...params, text]);
      } else near = await database.all<Near>(withPgvector, [...params, text]);
      const wanted = new Set(also);
      return near
        .filter(({ similarity }) => Number.isFinite(similarity))
        .sort((one, other) => other.similarity - one.similarity)
        .filter(({ entryId }, place) => place < limit || wanted.has(entryId));
    },
    stop: async () => {},
  };
}
