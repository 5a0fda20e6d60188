/** The only source of time, so that a test can move it. */
export type Clock = { now(): number };

export const systemClock: Clock = { now: () => Date.now() };

let writtenMs = Number.NaN;
let written = '';
let second = Number.NaN;

/** The last text is cached, and all of it but the milliseconds is used for the whole second: formatting takes a microsecond. */
export function iso(timeMs: number): string {
  if (timeMs === writtenMs) return written;
  const within = timeMs % 1_000;
  const isSameSecond = timeMs - within === second && within >= 0 && Number.isInteger(within);
  written = isSameSecond
    ? `${written.slice(0, -4)}${String(within).padStart(3, '0')}Z`
    : new Date(timeMs).toISOString();
  writtenMs = timeMs;
  second = within >= 0 ? timeMs - within : Number.NaN;
  return written;
}

export const dayMs = 86_400_000;

let dayNumber = Number.NaN;
let day = '';

/** `2026-11-15`. Days are UTC everywhere. */
export function utcDay(timeMs: number): string {
  const number = Math.floor(timeMs / dayMs);
  if (number !== dayNumber) {
    day = iso(timeMs).slice(0, 10);
    dayNumber = number;
  }
  return day;
}
