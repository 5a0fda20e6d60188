import { expect, it } from 'vitest';
import type { Happened } from '../nemesis.ts';
import type { World } from '../world.ts';
import { limits } from './limits.ts';
import type { Facts } from './oracle.ts';

/** A user who sent a message at each of these seconds, all accepted at once. */
async function failuresOf(
  seconds: readonly number[],
  shifts: Partial<Happened>[] = [],
  engine = 'sqlite',
): Promise<string[]> {
  const said = seconds.map((second) => {
    const [sentAt, takenAt] = [second * 1_000, second * 1_000 + 5];
    return { door: 'socket', tenant: 'flooder', runId: `run_${second}`, sentAt, takenAt };
  });
  const world = {
    engine,
    journal: { said },
    flooder: { name: 'flooder' },
    spender: { workspaceId: 'ws_1' },
    store: { all: async () => [{ nano: 0, turns: 0 }] },
  };
  return (await limits(world as unknown as World, {} as Facts, shifts as Happened[])).failures;
}

const thirty = Array.from({ length: 30 }, (_, index) => 100 + index / 10);
const clock = (offsetMs: number, from: number, to: number): Partial<Happened> => ({
  kind: 'clock',
  node: 0,
  offsetMs,
  beganAt: from * 1_000,
  endedAt: to * 1_000,
});

it('thirty messages in a minute are accepted, and one more in the next', async () => {
  expect(await failuresOf([...thirty, 160.1])).toEqual([]);
});

it('one more at the end of the minute is one too many', async () => {
  expect(await failuresOf([...thirty, 159.9])).toHaveLength(1);
});

it('a clock offset shortens the minute by the offset, and only where it matters', async () => {
  const seconds = [...thirty, 153];
  expect(await failuresOf(seconds, [clock(8_000, 150, 155)])).toEqual([]);
  expect(await failuresOf(seconds, [clock(-8_000, 99, 104)])).toEqual([]);
  expect(await failuresOf(seconds, [clock(6_000, 150, 155)])).toHaveLength(1);
  expect(await failuresOf(seconds, [clock(8_000, 120, 130), clock(-8_000, 150, 155)])).toHaveLength(1);
});

it('a clock offset does not matter where nodes share the time of the database', async () => {
  expect(await failuresOf([...thirty, 153], [clock(600_000, 150, 155)], 'postgres')).toHaveLength(1);
});
