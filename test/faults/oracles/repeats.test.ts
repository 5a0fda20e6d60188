import { expect, it } from 'vitest';
import type { Happened } from '../nemesis.ts';
import type { World } from '../world.ts';
import type { Facts } from './oracle.ts';
import { repeats } from './repeats.ts';

type Timeout = { delivery_id: string; latency_ms: number; created_at: number };
type Given = { takings: [node: string, at: number][]; faults?: Partial<Happened>[]; timeouts?: Timeout[] };

/** One delivery with the given successful attempts. */
async function failuresOf({ takings, faults = [], timeouts = [] }: Given): Promise<number> {
  const taken = new Map([['dlv_1', takings.map(([node, at]) => ({ id: 'dlv_1', node, at }))]]);
  const nodes = [{ name: 'one' }, { name: 'two' }, { name: 'three' }];
  const world = { nodes, hooks: { taken, worstDelayMs: () => 0 }, store: { all: async () => timeouts } };
  const { failures } = await repeats(world as unknown as World, {} as Facts, faults as Happened[]);
  return failures.length;
}

const again: Given['takings'] = [
  ['one', 10_000],
  ['two', 13_000],
];

it('a delivery that comes once, or again from a node that was killed just after, is allowed', async () => {
  expect(await failuresOf({ takings: again.slice(0, 1) })).toBe(0);
  const kill = { kind: 'kill', node: 0, beganAt: 10_100, endedAt: 14_000 } as const;
  expect(await failuresOf({ takings: again, faults: [kill] })).toBe(0);
});

it.each([
  ['no fault', undefined],
  ['a kill of another node', { kind: 'kill', node: 1, beganAt: 10_100, endedAt: 10_200 }],
  ['a kill long after', { kind: 'kill', node: 0, beganAt: 11_500, endedAt: 12_000 }],
  ['a kill long before', { kind: 'kill', node: 0, beganAt: 8_500, endedAt: 10_000 }],
  ['a stop in order', { kind: 'terminate', node: 0, beganAt: 10_100, endedAt: 12_000 }],
  ['a pause of another that ends too early', { kind: 'pause', node: 2, beganAt: 10_100, endedAt: 11_900 }],
] as const)('%s explains no repeat', async (_what, fault) => {
  expect(await failuresOf({ takings: again, faults: fault ? [fault] : [] })).toBe(1);
});

it('a fault of all nodes, a row locked by a stopped node, and a timeout explain a repeat', async () => {
  const crash = { kind: 'database crash', node: 1, beganAt: 10_500, endedAt: 11_000 } as const;
  expect(await failuresOf({ takings: again, faults: [crash] })).toBe(0);
  const pause = { kind: 'pause', node: 2, beganAt: 9_000, endedAt: 12_500 } as const;
  expect(await failuresOf({ takings: again, faults: [pause] })).toBe(0);
  const [early, late] = [
    { ...pause, endedAt: 11_000 },
    { ...pause, beganAt: 11_300, endedAt: 13_000 },
  ];
  expect(await failuresOf({ takings: again, faults: [late, early] })).toBe(0);
  expect(await failuresOf({ takings: again, faults: [early, { ...late, beganAt: 11_700 }] })).toBe(1);
  const kill = { kind: 'kill', node: 0, beganAt: 10_900, endedAt: 11_000 } as const;
  expect(await failuresOf({ takings: again, faults: [early, kill] })).toBe(0);
  expect(await failuresOf({ takings: again, faults: [early, { ...kill, node: 1 }] })).toBe(1);
  expect(await failuresOf({ takings: again, faults: [early, { ...kill, beganAt: 11_600 }] })).toBe(1);
  const unheard = { delivery_id: 'dlv_1', latency_ms: 1_501, created_at: 9_900 };
  expect(await failuresOf({ takings: again, timeouts: [unheard] })).toBe(0);
  expect(await failuresOf({ takings: again, timeouts: [{ ...unheard, created_at: 4_000 }] })).toBe(1);
});
