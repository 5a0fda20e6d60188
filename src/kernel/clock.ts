/** The only source of time, so that a test can move it. */
export type Clock = { now(): number };

export const systemClock: Clock = { now: () => Date.now() };

let writtenMs = Number.NaN;
let written = '';

/** The last text is cached: many calls ask for the same time, and formatting takes a microsecond. */
export function iso(timeMs: number): string {
  if (timeMs !== writtenMs) {
    written = new Date(timeMs).toISOString();
    writtenMs = timeMs;
  }
  return written;
}

export const dayMs = 86_400_000;

/** `2026-11-15`. Days are UTC everywhere. */
export const utcDay = (timeMs: number): string => iso(timeMs).slice(0, 10);
