import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { iso, utcDay } from './clock.ts';

describe('times as text', () => {
  const around = (timeMs: number) => fc.integer({ min: timeMs - 2_500, max: timeMs + 2_500 });
  const edges = [0, -86_400_000, Date.UTC(2026, 11, 31, 23, 59, 59, 999), Date.UTC(2028, 1, 29), 253_402_300_800_000];
  const times = fc.oneof(...edges.map(around), fc.double({ min: -1e12, max: 4e12, noNaN: true }));

  it('are those of Date, whatever was written before', () => {
    fc.assert(
      fc.property(fc.array(times, { maxLength: 50 }), (all) => {
        expect(all.map(iso)).toEqual(all.map((timeMs) => new Date(timeMs).toISOString()));
        const days = all.filter((timeMs) => timeMs >= 0);
        expect(days.map(utcDay)).toEqual(days.map((timeMs) => new Date(timeMs).toISOString().slice(0, 10)));
      }),
      { numRuns: 300 },
    );
  });

  it('are refused for what is no time', () => {
    expect(() => iso(Number.NaN)).toThrow(RangeError);
  });
});
