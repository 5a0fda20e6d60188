import { setTimeout as sleep } from 'node:timers/promises';
import type { RunEvent } from '../log/run-events.ts';

export type Opening = {
  /** Whether the event is part of the answer. */
  says(event: RunEvent): boolean;
  /** The error for a client that has received nothing yet, if the event is a failure. */
  failure(event: RunEvent): Error | undefined;
  /** After this time the stream is opened anyway: proxies close silent connections. */
  timeoutMs: number;
};

/** Reads ahead to the first part of the answer. An earlier failure is thrown, so that the response gets its status. */
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
