import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Database } from './database.ts';

type Deps = { database: Database; log: Log; measureEveryMs?: number };

/** Not the time of the transaction: that is when it began. */
const databaseTime = 'SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS double precision) AS now';

/** A node whose own clock is further off says so. Leases are 15 s long. */
export const worthTellingMs = 2_000;
/** A difference up to this size is made good little by little, so that the time never goes back. */
const largestSlewMs = 1_000;
/** The time of a slower answer is uncertain: it counts only where the difference is larger than the uncertainty. */
const slowestAnswerMs = 250;

/**
 * The time of the database, which all nodes share: leases, due times and expiries mean the same on each of them, whatever
 * its own clock says. Between two measurements the time follows the process's monotonic clock, which nobody can set.
 */
export function createSharedClock({ database, log, measureEveryMs = 5_000 }: Deps) {
  /** What must be added to the monotonic clock; undefined until the first measurement. */
  let offsetMs: number | undefined;
  let last = 0;
  let isOff = false;
  let timer: NodeJS.Timeout | undefined;

  const clock: Clock = {
    now() {
      if (offsetMs === undefined) return Date.now();
      const time = Math.floor(performance.now() + offsetMs);
      if (time > last || last - time > largestSlewMs) last = time;
      return last;
    },
  };

  /** How far this machine's clock is ahead of the database's. */
  const aheadMs = (): number =>
    offsetMs === undefined ? 0 : Math.round(Date.now() - Math.floor(performance.now() + offsetMs));

  function tell(): void {
    const ahead = aheadMs();
    const wasOff = isOff;
    isOff = Math.abs(ahead) > worthTellingMs;
    if (isOff && !wasOff)
      log.warn({ aheadMs: ahead }, "this machine's clock is off; the database's time is used: synchronise it (NTP)");
    if (wasOff && !isOff) log.info({ aheadMs: ahead }, "this machine's clock is right again");
  }

  async function measure(): Promise<void> {
    const asked = performance.now();
    const row = await database.get<{ now: number }>(databaseTime);
    const answered = performance.now();
    if (!row) return;
    const measured = row.now - (asked + answered) / 2;
    const tookMs = answered - asked;
    if (offsetMs !== undefined && tookMs > slowestAnswerMs && Math.abs(measured - offsetMs) <= tookMs / 2) return;
    offsetMs =
      offsetMs === undefined || Math.abs(measured - offsetMs) > largestSlewMs
        ? measured
        : offsetMs + (measured - offsetMs) / 2;
    tell();
  }

  return {
    clock,
    aheadMs,
    async start(): Promise<void> {
      if (timer) return;
      await measure();
      // Without the database there is nothing to agree about; the next measurement comes by itself.
      timer = setInterval(() => void measure().catch(() => undefined), measureEveryMs);
      timer.unref();
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      timer = undefined;
    },
  };
}
