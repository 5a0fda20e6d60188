import { expect, it } from 'vitest';
import type { Happened } from '../nemesis.ts';
import type { World } from '../world.ts';
import { answers } from './answers.ts';
import type { Facts } from './oracle.ts';

/** Longer than the limit of the slowest machine. */
const hangingMs = 80_000;

/** One request from second 10 on. */
async function failuresOf(lastedMs: number, faults: Partial<Happened>[] = []): Promise<number> {
  const waits = [{ request: 'GET /agents', node: 'one', beganAt: 10_000, endedAt: 10_000 + lastedMs }];
  const world = { journal: { waits }, hooks: { worstDelayMs: () => 0 } };
  const { failures } = await answers(world as unknown as World, {} as Facts, faults as Happened[]);
  return failures.length;
}

it('a request that is answered in time is as it should be; one that hangs is not', async () => {
  expect(await failuresOf(4_900)).toBe(0);
  expect(await failuresOf(hangingMs)).toBe(1);
});

it('the time of a pause is not counted, of a black hole it is', async () => {
  const fault = { node: 0, beganAt: 10_500, endedAt: 9_500 + hangingMs };
  expect(await failuresOf(hangingMs, [{ ...fault, kind: 'pause' }])).toBe(0);
  expect(await failuresOf(hangingMs, [{ ...fault, kind: 'pause', endedAt: 11_000 }])).toBe(1);
  expect(await failuresOf(hangingMs, [{ ...fault, kind: 'black hole' }])).toBe(1);
});
