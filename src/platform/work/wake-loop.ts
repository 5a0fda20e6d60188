import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { outsideRequests } from '../../kernel/outside-requests.ts';

/** `again`: there may be more to do now. A number: the time of the next known work. */
export type NextPass = 'again' | number | undefined;

type Options = {
  /** Does the work that is due. `woken` is false when the pass is only a poll. */
  pass(woken: boolean): Promise<NextPass>;
  /** The log line for a failed pass. */
  failure: string;
  /** The longest sleep: a wake-up may be lost, a lease may expire, a clock may be set. */
  pollMs: number;
  /** The sleep after the given number of failures in a row. Default: at most a second. */
  pauseAfterFailureMs?: (failures: number) => number;
  /** Subscribes to the events that wake the loop, from start to stop. Returns functions that unsubscribe. */
  wakeUps?: (wake: () => void) => (() => void)[];
  clock: Clock;
  log: Log;
};

/**
 * Looks for work in the database: at start, when woken, at the time of the next known work, and every `pollMs`. One pass
 * at a time; a wake-up during a pass causes another one after it, so nothing that was committed before a wake-up is missed.
 */
export function createWakeLoop({ pass, failure, pollMs, wakeUps, clock, log, ...options }: Options) {
  const pauseAfterFailureMs = options.pauseAfterFailureMs ?? (() => Math.min(pollMs, 1_000));
  let running = false;
  let woken = false;
  /** Another pass is wanted, by a wake-up or by the timer. */
  let due = false;
  let failures = 0;
  let current: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let timerAt = Number.POSITIVE_INFINITY;
  let unsubscribe: (() => void)[] = [];

  function clearTimer(): void {
    clearTimeout(timer);
    timerAt = Number.POSITIVE_INFINITY;
  }

  function wakeAt(time: number): void {
    if (!running || time >= timerAt) return;
    clearTimeout(timer);
    timerAt = time;
    timer = setTimeout(request, Math.min(pollMs, Math.max(0, time - clock.now())));
  }

  /** Returns the time of the next one. */
  async function onePass(): Promise<number> {
    const wasWoken = woken;
    woken = false;
    due = false;
    try {
      const next = await pass(wasWoken);
      failures = 0;
      if (next === 'again') {
        woken = true;
        due = true;
      }
      const pollAt = clock.now() + pollMs;
      return typeof next === 'number' ? Math.min(next, pollAt) : pollAt;
    } catch (error) {
      failures += 1;
      log.warn({ err: error }, failure);
      return clock.now() + pauseAfterFailureMs(failures);
    }
  }

  async function run(): Promise<void> {
    let next = Number.POSITIVE_INFINITY;
    while (due && running) {
      clearTimer();
      next = await onePass();
    }
    wakeAt(next);
  }

  function request(): void {
    due = true;
    // In a microtask: a caller that wakes the loop does not wait for the beginning of the pass.
    current ??= outsideRequests(() =>
      Promise.resolve()
        .then(run)
        .finally(() => {
          current = undefined;
          if (due && running) request();
        }),
    );
  }

  /** Resolves when there is nothing to do for now. */
  async function wake(): Promise<void> {
    if (!running) return;
    woken = true;
    request();
    await current;
  }

  return {
    wake,
    /** Makes a pass at this time, unless an earlier one is due. */
    wakeAt,
    isRunning: () => running,
    /** May be called twice. Resolves after the first pass; it need not be awaited. */
    async start(): Promise<void> {
      if (running) return;
      running = true;
      failures = 0;
      unsubscribe = wakeUps?.(() => void wake()) ?? [];
      await wake();
    },
    /** May be called twice. Starts no further pass and waits for the one under way. */
    async stop(): Promise<void> {
      running = false;
      clearTimer();
      for (const end of unsubscribe.splice(0)) end();
      await current;
    },
  };
}
