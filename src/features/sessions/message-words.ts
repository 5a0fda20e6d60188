import type { Log } from '../../kernel/log.ts';
import type { Database } from '../../platform/db/database.ts';
import { createMessageWordsStore } from './message-words.store.ts';

const everyMs = 1_000;
const warnEveryMs = 60_000;

/**
 * On SQLite the words of messages are indexed once a second and before every search, many at a time: in the transaction of each
 * message they took 9 % of a turn. What a crash left without words gets them after the next start. PostgreSQL indexes them with
 * the message.
 */
export function createMessageWords({ database, log }: { database: Database; log: Log }) {
  const store = createMessageWordsStore(database);
  let timer: NodeJS.Timeout | undefined;
  let indexing: Promise<void> | undefined;
  let quietUntil = 0;

  /**
   * Resolves when all messages that were stored before the call have their words, or after a while: somebody may just have copied
   * thousands of long ones. If words cannot be written, on a full disk for one, a search finds what is there.
   */
  async function upToDate(longestMs = Number.POSITIVE_INFINITY): Promise<void> {
    if (database.engine === 'postgres') return;
    try {
      const { newest, indexed } = await store.state();
      const end = performance.now() + longestMs;
      for (let last = indexed; last < newest && performance.now() < end; ) {
        const done = await store.indexSome();
        // Nothing is left: another caller has indexed it, or it was deleted.
        if (done === 0) return;
        last = done;
      }
    } catch (error) {
      if (performance.now() < quietUntil) return;
      quietUntil = performance.now() + warnEveryMs;
      log.warn({ err: error }, 'words of messages are not indexed yet');
    }
  }

  return {
    upToDate,
    background: {
      start(): void {
        if (database.engine === 'postgres') return;
        timer ??= setInterval(() => {
          indexing ??= upToDate().finally(() => {
            indexing = undefined;
          });
        }, everyMs).unref();
      },
      async stop(): Promise<void> {
        clearInterval(timer);
        timer = undefined;
        await indexing;
        await upToDate();
      },
    },
  };
}

export type MessageWords = ReturnType<typeof createMessageWords>;
