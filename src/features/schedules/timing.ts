import { Cron } from 'croner';
import { invalidField } from '../../kernel/errors.ts';

export const shortestIntervalSeconds = 30;
export const longestIntervalSeconds = 31 * 86_400;

/** Either an interval, or cron with its time zone. */
export type Timing = { interval_seconds: number | null; cron: string | null; timezone: string | null };
export type TimingInput = {
  intervalSeconds?: number | null | undefined;
  cron?: string | null | undefined;
  timezone?: string | null | undefined;
};

const hourMs = 3_600_000;
const never = Number.MAX_SAFE_INTEGER;

/** Croner also accepts dates, and patterns that fire every second; both are refused here. */
function readPattern(expression: string): string {
  const parts = expression.trim().split(/\s+/);
  if (parts.length === 1 && /^@[a-z]+$/i.test(parts[0] ?? '')) return parts[0] as string;
  if (parts.length !== 5 && parts.length !== 6)
    throw invalidField(
      'cron',
      'must have five parts (minute, hour, day, month, weekday), or six with the second first',
    );
  if (parts.length === 6 && !/^\d{1,2}$/.test(parts[0] ?? ''))
    throw invalidField('cron', 'must name one second in its first part: it may not fire more than once a minute');
  return parts.join(' ');
}

function readTimezone(timezone: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: timezone });
    return timezone;
  } catch {
    throw invalidField('timezone', `"${timezone}" is not a time zone such as Europe/Berlin`);
  }
}

function readCron(expression: string, timezone: string, now: number): Timing {
  const cron = readPattern(expression);
  const timing = { interval_seconds: null, cron, timezone: readTimezone(timezone) };
  let next: number;
  try {
    next = firstAfter(timing, now);
  } catch (error) {
    throw invalidField('cron', (error as Error).message.replace(/^CronPattern: /, '').slice(0, 200));
  }
  if (next === never) throw invalidField('cron', 'never comes');
  return timing;
}

/**
 * Throws an error that names the invalid field. Omitted fields keep their values; an interval replaces cron and the
 * reverse.
 */
export function readTiming(input: TimingInput, now: number, before?: Timing): Timing {
  const { intervalSeconds, cron } = input;
  if (typeof intervalSeconds === 'number' && typeof cron === 'string')
    throw invalidField('cron', 'excludes intervalSeconds: give one of the two');
  const interval =
    intervalSeconds ?? (typeof cron === 'string' ? null : intervalSeconds === null ? null : before?.interval_seconds);
  if (typeof interval === 'number') {
    if (input.timezone) throw invalidField('timezone', 'goes with cron, not with intervalSeconds');
    return { interval_seconds: interval, cron: null, timezone: null };
  }
  const expression = cron === undefined ? before?.cron : cron;
  if (!expression) throw invalidField('intervalSeconds', 'or cron is required');
  return readCron(expression, (input.timezone === undefined ? before?.timezone : input.timezone) ?? 'UTC', now);
}

/** The first due time after a given time. */
export function firstAfter({ interval_seconds, cron, timezone }: Timing, time: number): number {
  if (interval_seconds !== null) return time + interval_seconds * 1_000;
  const pattern = new Cron(cron ?? '', { timezone: timezone ?? 'UTC', mode: '5-or-6-parts' });
  return pattern.nextRun(new Date(time))?.getTime() ?? never;
}

/** The due time after one that was fired. Due times that were missed since are skipped. */
export function followingMoment(timing: Timing, due: number, now: number): number {
  if (timing.interval_seconds === null) return firstAfter(timing, Math.max(due, now));
  const step = timing.interval_seconds * 1_000;
  return due + (Math.max(0, Math.floor((now - due) / step)) + 1) * step;
}

/** The delay doubles after each failure, up to an hour; a schedule with a longer interval keeps it. */
export function momentAfterFailure(timing: Timing, failures: number, now: number): number {
  const stretched = (baseMs: number) => baseMs * 2 ** Math.min(failures - 1, 20);
  if (timing.interval_seconds === null) return firstAfter(timing, now + Math.min(hourMs, stretched(30_000)));
  const step = timing.interval_seconds * 1_000;
  return now + Math.min(Math.max(hourMs, step), stretched(step));
}

/**
 * The next due time after the clock was set back. Due times that were skipped while the clock was ahead will still
 * fire; the last one that fired does not fire again. If the clock was more than an hour ahead, the last due time is
 * ignored: otherwise the schedule might not fire for years.
 */
export function momentAfterSetBack(timing: Timing, lastDue: number | null, now: number): number {
  if (timing.interval_seconds !== null || lastDue === null || lastDue - now > hourMs) return firstAfter(timing, now);
  return firstAfter(timing, Math.max(now, lastDue));
}
