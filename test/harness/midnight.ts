import { setTimeout as sleep } from 'node:timers/promises';
import { dayMs } from '../../src/kernel/clock.ts';

/**
 * For tests that compare days or months on the real clock: if midnight UTC is closer than this, waits until it has
 * passed. Tests with a fake clock do not need it.
 */
export async function clearOfMidnight(neededMs: number): Promise<void> {
  const leftMs = dayMs - (Date.now() % dayMs);
  if (leftMs < neededMs) await sleep(leftMs + 100);
}
