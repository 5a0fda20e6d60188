import { setTimeout as sleep } from 'node:timers/promises';
import type { RunEvent } from '../log/run-events.ts';

export type Opening = {
  /** From here on there is an answer to be shown. */
  says(event: RunEvent): boolean;
  /** What an event means to a client that has been told nothing yet. */
  failure(event: RunEvent): Error | undefined;
  /** A proxy would give up on a connection that says nothing for longer. */
  timeoutMs: number;
};

/** Reads ahead until something is said: a failure before that is thrown, so that the answer can have its status. */
export async function holdBack(
  batches: AsyncIterable<RunEvent[]>,
  { says, failure, timeoutMs }: Opening,
): Promise<AsyncIterable<RunEvent[]>> {
  const source = batches[Symbol.asyncIterator]();
  const held: RunEvent[][] = [];
  let next: Promise<IteratorResult<RunEvent[]>> | undefined;
  const enough = new AbortController();
  const timeout = sleep(timeoutMs, 'over' as const, { signal: enough.signal }).catch(() => 'over' as const);
  try {
    for (;;) {
      next = source.next();
      const come = await Promise.race([next, timeout]);
      if (come === 'over') break;
      next = undefined;
      if (come.done) break;
      held.push(come.value);
      if (come.value.some(says)) break;
      for (const event of come.value) {
        const error = failure(event);
        if (error) throw error;
      }
    }
  } finally {
    enough.abort();
  }
  return (async function* () {
    yield* held;
    for (let come = await (next ?? source.next()); !come.done; come = await source.next()) yield come.value;
  })();
}
