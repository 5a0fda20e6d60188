import { setTimeout as sleep } from 'node:timers/promises';
import { dayMs } from '../../src/kernel/clock.ts';

/**
 * For tests that compare days or months on the real clock: where midnight UTC is less than this away, they begin after it.
 * Tests with a fake clock need no such thing.
 */
export async function clearOfMidnight(neededMs: number): Promise<void> {
  const leftMs = dayMs - (Date.now() % dayMs);
  if (leftMs < neededMs) await sleep(leftMs + 100);
}
