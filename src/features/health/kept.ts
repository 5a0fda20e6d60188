import type { Clock } from '../../kernel/clock.ts';

/**
 * However often it is asked for, it is read at most once in this time. What cannot be read is what it was when it last
 * could; undefined when it never could.
 */
export function keptFor<Value>(
  clock: Clock,
  keptMs: number,
  read: () => Promise<Value>,
): () => Promise<Value | undefined> {
  let askedAt: number | undefined;
  let asked: Promise<Value | undefined> = Promise.resolve(undefined);
  return () => {
    const now = clock.now();
    if (askedAt !== undefined && Math.abs(now - askedAt) < keptMs) return asked;
    askedAt = now;
    const before = asked;
    asked = read().catch(() => before);
    return asked;
  };
}
