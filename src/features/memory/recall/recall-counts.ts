import { createHash } from 'node:crypto';
import type { Clock } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Database, SqlValue } from '../../../platform/db/database.ts';
import { normalised } from '../capture/facts.ts';

type Deps = { database: Database; clock: Clock; log: Log; everyMs?: number };

const mostWaiting = 5_000;
const rowsAtOnce = 100;
/** Whether an entry answers many questions or only one shows long before this. */
const mostQuestions = 32;

/** The same for a question that is only punctuated or ordered differently. What was asked cannot be read from it. */
const digestOf = (question: string): string =>
  createHash('sha256').update(normalised(question).split(' ').sort().join(' ')).digest('base64url').slice(0, 16);

const rowsOf = (count: number, ...types: string[]) =>
  Array.from(
    { length: count },
    (_, row) => `(${types.map((type, column) => `CAST($${row * types.length + column + 1} AS ${type})`).join(', ')})`,
  ).join(', ');

/** How often entries are recalled, and by how many questions: gathered here and written now and then, never in a turn. */
export function createRecallCounts({ database, clock, log, everyMs = 2_000 }: Deps) {
  let counts = new Map<string, number>();
  let questions = new Map<string, Set<string>>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let stopped = false;

  async function write(): Promise<void> {
    const now = clock.now();
    const [entries, asked] = [[...counts], questions];
    counts = new Map();
    questions = new Map();
    for (let from = 0; from < entries.length; from += rowsAtOnce) {
      const batch = entries.slice(from, from + rowsAtOnce).sort(([one], [other]) => (one < other ? -1 : 1));
      const pairs = batch.flatMap(([id]) => [...(asked.get(id) ?? [])].map((question): SqlValue[] => [id, question]));
      await database.transaction(async (tx) => {
        await tx.run(
          `WITH recalled (id, times, at) AS (VALUES ${rowsOf(batch.length, 'TEXT', 'BIGINT', 'BIGINT')})
           UPDATE memory_entries SET recall_count = recall_count + recalled.times, last_recalled_at = recalled.at
           FROM recalled WHERE memory_entries.id = recalled.id`,
          batch.flatMap(([id, times]) => [id, times, now]),
        );
        // An entry that was deleted meanwhile is asked for by nobody.
        for (let at = 0; at < pairs.length; at += rowsAtOnce) {
          const some = pairs.slice(at, at + rowsAtOnce);
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
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write).catch((error) => log.warn({ err: error }, 'recalls were not counted'));
    return writing;
  }

  return {
    note(entryIds: readonly string[], question: string): void {
      if (stopped || entryIds.length === 0 || counts.size >= mostWaiting) return;
      const asked = digestOf(question);
      for (const id of entryIds) {
        counts.set(id, (counts.get(id) ?? 0) + 1);
        const known = questions.get(id);
        if (known) known.add(asked);
        else questions.set(id, new Set([asked]));
      }
      timer ??= setTimeout(flush, everyMs).unref();
    },
    flush,
    start(): void {
      stopped = false;
    },
    async stop(): Promise<void> {
      await flush();
      stopped = true;
    },
  };
}

export type RecallCounts = ReturnType<typeof createRecallCounts>;
