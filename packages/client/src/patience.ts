import { GatewayError } from './errors.ts';

export type PatienceOptions = {
  /** How long a broken stream is retried without progress; by default one minute. */
  patienceMs?: number | undefined;
};

const firstDelayMs = 200;
const longestDelayMs = 5_000;

const sleep = (ms: number, signal?: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort, { once: true });
  });

/** Decides when to retry: soon at first, then less often, and not for ever. */
export function createPatience({ patienceMs = 60_000 }: PatienceOptions, signal?: AbortSignal | undefined) {
  let failures = 0;
  let failingSince: number | undefined;
  return {
    /** Progress was made: the next failure counts as the first. */
    progress(): void {
      failures = 0;
      failingSince = undefined;
    },
    /** Waits before the next attempt, or throws the error when the time is up. */
    async wait(error: unknown): Promise<void> {
      const now = Date.now();
      failingSince ??= now;
      if (now - failingSince >= patienceMs) throw error;
      const delayMs = Math.min(longestDelayMs, firstDelayMs * 2 ** failures);
      failures += 1;
      // Half of the pause is random: a thousand clients of one gateway must not return at the same moment.
      const ownMs = delayMs * (0.5 + Math.random() / 2);
      const askedMs = error instanceof GatewayError ? (error.retryAfterMs ?? 0) : 0;
      await sleep(Math.max(ownMs, Math.min(askedMs, patienceMs)), signal);
    },
  };
}
