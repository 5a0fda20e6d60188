import type { Clock } from '../../../kernel/clock.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Database, Transaction } from '../database.ts';

type Deps = { database: Database; jobs: Jobs; clock: Clock };

export type WordScrub = ReturnType<typeof createWordScrub>;

const indexes = ['message_words', 'memory_words', 'knowledge_words'] as const;
const queue = 'scrub-words';
/** Pages a step: the words of 300,000 short messages took 172 steps of 2 ms; one or two of them 27 to 44, on busy cores. */
const pages = 16;
/** An erasure waits this long for the scrub; the rest is done in the background. */
const scrubTimeoutMs = 500;
const slotMs = 60_000;

/**
 * The embedded engine's word indexes only mark a row as deleted: its words stay in the file, which no VACUUM changes,
 * until the parts they are in are merged, some day. After an erasure everything is merged at once, in small steps.
 * PostgreSQL needs none of this: VACUUM takes dead rows away, and VACUUM FULL makes the indexes anew.
 */
export function createWordScrub({ database, jobs, clock }: Deps) {
  /** True as long as there was something to do: a merge that does nothing changes one row. */
  const step = (index: string, count: number): Promise<boolean> =>
    database.transaction(async (tx) => {
      const changes = async () => (await tx.get<{ n: number }>('SELECT total_changes() AS n'))?.n ?? 0;
      const before = await changes();
      await tx.run(`INSERT INTO ${index} (${index}, rank) VALUES ('merge', $1)`, [count]);
      return (await changes()) - before >= 2;
    });

  async function scrub(until: () => boolean): Promise<void> {
    for (const index of indexes) {
      // A negative number: all parts become one in the end, not only those that are many.
      await step(index, -pages);
      while (!until() && (await step(index, pages)));
    }
  }

  if (database.engine === 'sqlite') jobs.handle(queue, ({ signal }) => scrub(() => signal.aborted), { concurrency: 1 });

  return {
    /** In the transaction that erases: it happens even if the node dies right after. One job for all of a minute. */
    async promise(tx: Transaction): Promise<void> {
      if (tx.engine !== 'sqlite') return;
      const slot = Math.floor(clock.now() / slotMs) + 1;
      await jobs.enqueue(tx, { queue, payload: null, runAt: slot * slotMs, dedupeKey: `${queue}:${slot}` });
    },
    /** After its commit. Of what is not large, nothing is left when this returns. */
    async soon(): Promise<void> {
      if (database.engine !== 'sqlite') return;
      const deadline = performance.now() + scrubTimeoutMs;
      await scrub(() => performance.now() > deadline);
    },
  };
}
