import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../kernel/clock.ts';

/** Nobody is kept waiting for a database that does not answer. */
const readWithinMs = 1_000;

/**
 * However often it is asked for, it is read at most once in this time. What cannot be read, or not soon, is what it was
 * when it last could; undefined when it never could.
 */
export function keptFor<Value>(
  clock: Clock,
  keptMs: number,
  reading: () => Promise<Value>,
): () => Promise<Value | undefined> {
  let askedAt: number | undefined;
  let asked: Promise<Value | undefined> = Promise.resolve(undefined);
  return () => {
    const now = clock.now();
    if (askedAt !== undefined && Math.abs(now - askedAt) < keptMs) return asked;
    askedAt = now;
    const before = asked;
    const late = new AbortController();
    const read = reading().catch(() => before);
    asked = Promise.race([
      read,
      sleep(readWithinMs, undefined, { ref: false, signal: late.signal }).then(() => before),
    ]).finally(() => late.abort());
    return asked;
  };
}
