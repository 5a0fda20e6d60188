import { setTimeout as sleep } from 'node:timers/promises';
import type { GatewayNode } from './nodes.ts';
import type { FaultyProxy } from './proxy.ts';
import type { Random } from './random.ts';
import { leaseMs } from './timings.ts';
import type { World } from './world.ts';

const nodeFaults = ['kill', 'pause', 'terminate', 'clock'] as const;
const databaseFaults = ['cut', 'black hole', 'slow database', 'database crash'] as const;
type FaultKind =
  | (typeof nodeFaults)[number]
  | (typeof databaseFaults)[number]
  | 'silent model'
  | 'silent receiver'
  | 'full disk';

export type Fault = { atMs: number; kind: FaultKind; node: number; holdMs: number; offsetMs: number; breathMs: number };
/** What really happened, and when. */
export type Happened = Fault & { beganAt: number; endedAt: number; node: number };

/**
 * The largest clock offset. Nodes that share a PostgreSQL use its time, so their own clocks do not matter; the embedded
 * database uses the time of its machine.
 */
export const mostOffsetMs = { sqlite: 8_000, postgres: 600_000 };

/** Drawn before the run starts, so that a seed always gives the same faults at the same times. */
export function planFaults({ engine, nodes, store }: World, random: Random, loadMs: number): Fault[] {
  const kinds: FaultKind[] = [
    ...nodeFaults,
    'kill',
    'pause',
    'silent model',
    'silent receiver',
    ...(engine === 'postgres' ? databaseFaults : []),
    ...(store.disk ? (['full disk'] as const) : []),
  ];
  const faults: Fault[] = [];
  let waiting = random.shuffled(kinds);
  // A short run has few faults: the most important come first.
  if (loadMs < 30_000) waiting = [...new Set([...random.shuffled<FaultKind>(['kill', 'pause', 'kill']), ...waiting])];
  // A single node is down during every fault of its own; load must happen in between.
  const spread = nodes.length === 1 && loadMs >= 30_000 ? 2 : 1;
  for (let atMs = 700; atMs < loadMs - 500; atMs += random.integer(600, 1_800) * spread) {
    if (waiting.length === 0) waiting = random.shuffled(kinds);
    const kind = waiting.shift() as FaultKind;
    // A request that hangs in a black hole is seen only if nothing ends its connection for a while.
    const longest = kind === 'black hole' && loadMs >= 30_000 ? 6_000 : 400;
    const long = kind === 'pause' ? leaseMs * 1.2 : kind === 'clock' ? 1_500 : longest;
    faults.push({
      atMs,
      kind,
      node: random.integer(0, nodes.length - 1),
      holdMs: Math.round(long + random.next() * 2_000),
      breathMs: random.integer(300, 1_500),
      offsetMs: random.integer(2_000, mostOffsetMs[engine]) * (random.chance(0.5) ? 1 : -1),
    });
  }
  return faults;
}

export function createNemesis({ nodes, store, model, hooks }: World, tell: (line: string) => void) {
  const happened: Happened[] = [];
  /** One fault at a time for each target. */
  const targets = new Map<string, Promise<void>>();

  async function strike({ kind, holdMs, offsetMs }: Fault, node: GatewayNode, proxy?: FaultyProxy): Promise<void> {
    const hold = () => sleep(holdMs);
    switch (kind) {
      case 'kill':
        await node.end('SIGKILL');
        await sleep(Math.min(holdMs, 500));
        return node.start();
      case 'terminate':
        await node.end('SIGTERM');
        return node.start();
      case 'pause':
        node.pause();
        await hold();
        node.resume();
        return;
      case 'clock':
        node.shiftClock(offsetMs);
        await hold();
        return node.shiftClock(0);
      case 'cut':
        proxy?.cut();
        await hold();
        return proxy?.heal();
      case 'black hole':
        proxy?.swallow();
        await hold();
        return proxy?.heal();
      case 'slow database':
        proxy?.delay(80);
        await hold();
        return proxy?.heal();
      case 'database crash':
        await store.server?.kill();
        await sleep(Math.min(holdMs, 1_000));
        return store.server?.start();
      case 'silent model':
        model.stall();
        await hold();
        return model.heal();
      case 'silent receiver':
        hooks.stall();
        await hold();
        return hooks.heal();
      case 'full disk':
        store.disk?.fill();
        await hold();
        return store.disk?.free();
    }
  }

  const targetOf = ({ kind }: Fault, node: GatewayNode): string => {
    if (kind === 'silent model' || kind === 'silent receiver') return kind;
    return kind === 'database crash' ? 'database' : node.name;
  };
  const detail = ({ kind, holdMs, offsetMs }: Fault) =>
    kind === 'clock' ? ` by ${offsetMs / 1_000} s for ${holdMs} ms` : kind === 'kill' ? '' : ` for ${holdMs} ms`;

  return {
    happened,
    async carryOut(plan: readonly Fault[], began: number): Promise<void> {
      const seconds = () => ((Date.now() - began) / 1_000).toFixed(1).padStart(6);
      for (const fault of plan) {
        const waitMs = began + fault.atMs - Date.now();
        if (waitMs > 0) await sleep(waitMs);
        const node = nodes[fault.node] as GatewayNode;
        const target = targetOf(fault, node);
        const isShared = target !== node.name;
        const work = (targets.get(target) ?? Promise.resolve()).then(async () => {
          tell(`${seconds()} s  ${fault.kind}${isShared ? '' : ` ${node.name}`}${detail(fault)}`);
          const beganAt = Date.now();
          await strike(fault, node, store.proxies[fault.node]);
          happened.push({ ...fault, beganAt, endedAt: Date.now() });
          if (fault.kind === 'kill' || fault.kind === 'terminate') tell(`${seconds()} s  ${node.name} is back`);
          await sleep(fault.breathMs);
        });
        targets.set(target, work);
        // The failure is reported where `work` is awaited.
        work.catch(() => undefined);
      }
      await Promise.all(targets.values());
    },
    /** Ends all faults. */
    async heal(): Promise<void> {
      await Promise.allSettled(targets.values());
      model.heal();
      hooks.heal();
      store.disk?.free();
      for (const proxy of store.proxies) proxy.heal();
      for (const node of nodes) {
        node.resume();
        node.shiftClock(0);
      }
      await Promise.all(nodes.map((node) => node.start()));
    },
  };
}
