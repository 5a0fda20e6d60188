import { listedIds } from '../../../platform/db/by-age.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Portion } from '../../../platform/work/cleaning.ts';

const rowsAtOnce = 100;
/** The most questions stored for an entry; far fewer are enough to show that it is useful. */
const mostQuestions = 32;

const rowsOf = (count: number, ...types: string[]) =>
  Array.from(
    { length: count },
    (_, row) => `(${types.map((type, column) => `CAST($${row * types.length + column + 1} AS ${type})`).join(', ')})`,
  ).join(', ');

/** Adds recalls (entry and times) and the questions that brought them up (entry and digest), in one transaction. */
export async function writeRecalls(
  database: Database,
  recalls: readonly (readonly [entryId: string, times: number])[],
  questions: readonly (readonly [entryId: string, digest: string])[],
  now: number,
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.run(
      `WITH recalled (id, times, at) AS (VALUES ${rowsOf(recalls.length, 'TEXT', 'BIGINT', 'BIGINT')})
       UPDATE memory_entries SET recall_count = recall_count + recalled.times, last_recalled_at = recalled.at
       FROM recalled WHERE memory_entries.id = recalled.id`,
      recalls.flatMap(([id, times]) => [id, times, now]),
    );
    // The join leaves out entries that were deleted meanwhile.
    for (let at = 0; at < questions.length; at += rowsAtOnce) {
      const some = questions.slice(at, at + rowsAtOnce);
      await tx.run(
        `WITH asked (entry_id, question) AS (VALUES ${rowsOf(some.length, 'TEXT', 'TEXT')})
         INSERT INTO memory_recalls (entry_id, question_digest, last_at)
         SELECT asked.entry_id, asked.question, CAST($${some.length * 2 + 1} AS BIGINT) FROM asked
         JOIN memory_entries e ON e.id = asked.entry_id
         WHERE (SELECT count(*) FROM memory_recalls r WHERE r.entry_id = asked.entry_id) < ${mostQuestions}
         ON CONFLICT (entry_id, question_digest) DO UPDATE SET last_at = excluded.last_at`,
        [...some.flat(), now],
      );
    }
  });
}

/** Questions that have not been asked since a time. An entry has few of them, so all entries are walked through. */
export const recallsBefore =
  (database: Database, before: number) =>
  async (after: string | undefined, limit: number): Promise<Portion<string>> => {
    const entries = await database.all<{ id: string }>(
      'SELECT DISTINCT entry_id AS id FROM memory_recalls WHERE entry_id > $1 ORDER BY entry_id LIMIT $2',
      [after ?? '', limit],
    );
    if (entries.length === 0) return { deleted: 0 };
    const { changes } = await database.run(
      `DELETE FROM memory_recalls WHERE entry_id ${listedIds[database.engine]} AND last_at < $2`,
      [JSON.stringify(entries.map(({ id }) => id)), before],
    );
    return { deleted: changes, next: entries.length === limit ? entries.at(-1)?.id : undefined };
  };
