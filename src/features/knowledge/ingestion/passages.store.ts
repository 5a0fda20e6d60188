import type { Database, Transaction } from '../../../platform/db/database.ts';
import { searchVectorBytes, searchWords } from '../../../platform/db/words/search-words.ts';
import { asBytes, realArray, signBits, signText } from '../../../platform/search/bits.ts';
import { scopeWord } from '../../../platform/search/search-index.ts';
import type { Cut } from '../cutting/passage.ts';
import type { VersionRow } from './work.store.ts';

export type NewPassage = Cut & { id: string; position: number; content: string };
export type PassageRow = { id: string; position: number; heading: string; content: string; search_id: number | null };

export type ComputedPassage = { passage: PassageRow; words: string; vector: Float32Array | undefined };

/** What the words of a passage are taken from, and its meaning: the title and the headings say what it is about. */
export const indexedText = (title: string, { heading, content }: Pick<PassageRow, 'heading' | 'content'>): string =>
  `${title} ${heading}\n${content}`;

/** Nothing where its words are in the index. */
export const wordsOf = (title: string, passage: PassageRow): string =>
  passage.search_id === null ? searchWords(indexedText(title, passage)) : '';

export type PassageStore = ReturnType<typeof createPassageStore>;

/** Passages with their words and vectors, which are deleted with them. */
export function createPassageStore(database: Database) {
  const isEmbedded = database.engine === 'sqlite';
  const passageIds = isEmbedded
    ? 'IN (SELECT value FROM json_each($1))'
    : '= ANY (ARRAY(SELECT json_array_elements_text(CAST($1 AS json))))';

  return {
    /** How many there were, at most `limit`. */
    deleteSome: async (tx: Transaction, versionId: string, limit: number): Promise<number> =>
      (
        await tx.run(
          `DELETE FROM knowledge_passages WHERE id IN
             (SELECT id FROM knowledge_passages WHERE version_id = $1 ORDER BY position LIMIT $2)`,
          [versionId, limit],
        )
      ).changes,
    insert: (tx: Transaction, version: VersionRow, passages: readonly NewPassage[]) =>
      tx.runEach(
        `INSERT INTO knowledge_passages (id, version_id, document_id, collection_id, workspace_id, position, start_at, end_at,
           page, heading, content)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
        passages.map((passage) => [
          passage.id,
          version.id,
          version.document_id,
          version.collection_id,
          version.workspace_id,
          passage.position,
          passage.start,
          passage.end,
          passage.page ?? null,
          passage.heading,
          passage.content,
        ]),
      ),
    from: (versionId: string, position: number, limit: number) =>
      database.all<PassageRow>(
        `SELECT id, position, heading, content, search_id FROM knowledge_passages
         WHERE version_id = $1 AND position >= $2 ORDER BY position LIMIT $3`,
        [versionId, position, limit],
      ),

    /** Makes passages searchable. Their words are written once; their vectors take the place of earlier ones. */
    async makeSearchable(
      tx: Transaction,
      version: VersionRow,
      model: string,
      computed: readonly ComputedPassage[],
    ): Promise<void> {
      const { workspace_id, collection_id, id: versionId } = version;
      const scope = scopeWord({ workspaceId: workspace_id, ownerId: collection_id });
      for (const { passage, words } of computed) {
        if (words === '') continue;
        if (isEmbedded) {
          await tx.run('INSERT INTO knowledge_words (scope, words) VALUES ($1, $2)', [scope, words]);
          await tx.run('UPDATE knowledge_passages SET search_id = last_insert_rowid() WHERE id = $1', [passage.id]);
        } else
          await tx.run(
            `INSERT INTO knowledge_words (passage_id, scope, words) VALUES ($1, $2, CAST($3 AS tsvector))
             ON CONFLICT (passage_id) DO NOTHING`,
            [passage.id, scope, searchVectorBytes(scope, words)],
          );
      }
      const ids = JSON.stringify(computed.map(({ passage }) => passage.id));
      await tx.run(`DELETE FROM knowledge_vectors WHERE passage_id ${passageIds}`, [ids]);
      const kept = computed.flatMap(({ passage, vector }) => (vector ? [{ id: passage.id, vector }] : []));
      await tx.runEach(
        isEmbedded
          ? `INSERT INTO knowledge_vectors (passage_id, model, dimension, vector, workspace_id, collection_id)
             VALUES ($1, $2, $3, $4, $5, $6)`
          : 'INSERT INTO knowledge_vectors (passage_id, model, dimension, vector) VALUES ($1, $2, $3, CAST($4 AS REAL[]))',
        kept.map(({ id, vector }) =>
          isEmbedded
            ? [id, model, vector.length, asBytes(vector), workspace_id, collection_id]
            : [id, model, vector.length, realArray(vector)],
        ),
      );
      await tx.runEach(
        `INSERT INTO knowledge_bits (workspace_id, collection_id, model, passage_id, version_id, bits)
         VALUES ($1, $2, $3, $4, $5, ${isEmbedded ? '$6' : 'CAST($6 AS BIT VARYING)'})`,
        kept.map(({ id, vector }) => [
          workspace_id,
          collection_id,
          model,
          id,
          versionId,
          isEmbedded ? signBits(vector) : signText(vector),
        ]),
      );
    },
  };
}
