import type { Clock } from '../../src/kernel/clock.ts';

export type FakeClock = Clock & { set(timeMs: number): void; advance(byMs: number): void };

export function createFakeClock(startMs = Date.UTC(2026, 0, 1)): FakeClock {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    set(timeMs) {
      nowMs = timeMs;
    },
    advance(byMs) {
      nowMs += byMs;
    },
  };
}
