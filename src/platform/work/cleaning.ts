import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../kernel/log.ts';

/** What one portion did; without `next` the end is reached. */
export type Portion<Place> = { deleted: number; next?: Place | undefined };
/** Looks at up to `limit` rows after a place and deletes those that are due: one short statement, or a few. */
export type DeletePortion<Place> = (after: Place | undefined, limit: number) => Promise<Portion<Place>>;

export type Cleaned = { deleted: number; portions: number; workMs: number; longestMs: number; finished: boolean };

type Deps = {
  log: Log;
  /** A portion grows while it takes less than this, and shrinks when it takes twice as long. */
  portionMs?: number;
  /** The fewest and the most rows of a portion. */
  rows?: readonly [number, number];
  /** How long one cleaning may take, pauses included. What is left is deleted by the next one. */
  longestMs?: number;
};

/** A cleaning works a quarter of its time, so that it takes little from the turns beside it. */
const pauseFactor = 3;
const shortestPauseMs = 50;

/**
 * Deletes what is too old, a portion at a time and with a pause after each: nobody waits long for a row, for the one writer
 * of SQLite or for the event loop. A place moves forward, so what is kept is looked at once. One cleaning at a time.
 */
export function createCleaning({ log, portionMs = 10, rows = [50, 2_000], longestMs = 600_000 }: Deps) {
  const [smallest, largest] = rows;
  let stopping = new AbortController();
  let last: Promise<unknown> = Promise.resolve();

  async function cleanNow<Place>(name: string, deletePortion: DeletePortion<Place>): Promise<Cleaned> {
    const { signal } = stopping;
    const began = performance.now();
    const cleaned: Cleaned = { deleted: 0, portions: 0, workMs: 0, longestMs: 0, finished: false };
    let limit = smallest;
    let place: Place | undefined;
    while (!signal.aborted && performance.now() - began < longestMs) {
      const portionBegan = performance.now();
      const { deleted, next } = await deletePortion(place, limit);
      const tookMs = performance.now() - portionBegan;
      cleaned.deleted += deleted;
      cleaned.portions += 1;
      cleaned.workMs += tookMs;
      cleaned.longestMs = Math.max(cleaned.longestMs, tookMs);
      if (next === undefined) {
        cleaned.finished = true;
        break;
      }
      place = next;
      if (tookMs < portionMs) limit = Math.min(largest, limit * 2);
      else if (tookMs > 2 * portionMs) limit = Math.max(smallest, Math.floor(limit / 2));
      await sleep(Math.max(shortestPauseMs, tookMs * pauseFactor), undefined, { signal }).catch(() => undefined);
    }
    if (cleaned.deleted > 0 || !cleaned.finished) log.info({ name, ...cleaned }, 'deleted what is too old');
    return cleaned;
  }

  return {
    /** Ends early when the gateway stops or the time is up. */
    clean<Place>(name: string, deletePortion: DeletePortion<Place>): Promise<Cleaned> {
      const result = last.then(() => cleanNow(name, deletePortion));
      last = result.catch(() => undefined);
      return result;
    },
    start(): void {
      if (stopping.signal.aborted) stopping = new AbortController();
    },
    async stop(): Promise<void> {
      stopping.abort();
      await last;
    },
  };
}
