import { setPriority } from 'node:os';

/** A tenth of the share of others where there is not enough for all: little enough to hardly disturb, enough not to stop. */
const niceness = 10;

/**
 * For a thread that nobody waits for: from now on it has the processor after all others. Linux has a priority for each
 * thread, and `0` is the thread that calls. Elsewhere it is the whole process, which is left as it is.
 */
export function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, niceness);
  } catch {
    // It may be forbidden. Then the thread only disturbs others more.
  }
}
