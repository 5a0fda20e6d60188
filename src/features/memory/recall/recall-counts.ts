import { createHash } from 'node:crypto';
import type { Clock } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Database } from '../../../platform/db/database.ts';
import { normalised } from '../capture/facts.ts';
import { writeRecalls } from './recall-counts.store.ts';

type Deps = { database: Database; clock: Clock; log: Log; everyMs?: number };

const mostWaiting = 5_000;
const entriesAtOnce = 100;

/** Equal for two questions that differ only in punctuation or word order. The question cannot be read from it. */
const digestOf = (question: string): string =>
  createHash('sha256').update(normalised(question).split(' ').sort().join(' ')).digest('base64url').slice(0, 16);

/**
 * Counts how often entries are recalled, and for how many questions: collected in memory and written every 2 s, never
 * in a turn.
 */
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
    for (let from = 0; from < entries.length; from += entriesAtOnce) {
      const batch = entries.slice(from, from + entriesAtOnce).sort(([one], [other]) => (one < other ? -1 : 1));
      const pairs = batch.flatMap(([id]) => [...(asked.get(id) ?? [])].map((question) => [id, question] as const));
      await writeRecalls(database, batch, pairs, now);
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
