import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { World } from '../world.ts';
import { batch } from './batches.ts';
import { chat } from './chat.ts';
import type { Loader } from './loader.ts';
import { read } from './reads.ts';
import { flood, socketTalk } from './socket.ts';
import { spend } from './spending.ts';
import { stream } from './stream.ts';
import { write } from './writes.ts';

/** The weight of each operation. */
const mix: [weight: number, operation: (loader: Loader) => Promise<void>][] = [
  [6, chat],
  [3, stream],
  [1, socketTalk],
  [4, write],
  [4, read],
  [1, batch],
];
const deck = mix.flatMap(([weight, operation]) => Array.from({ length: weight }, () => operation));

const mixedClients = 8;
const spendingClients = 4;
/** How long clients still repeat unanswered requests after the load has ended. */
const repeatForMs = 20_000;
/** The load lasts at most this many times its set duration. */
const slowestMachine = 5;

/**
 * Mixed load for the set duration, and longer until the last fault is over: on a slow machine a restart takes a while.
 * Each client has its own stream of random numbers.
 */
export async function drive(world: World, random: Random, loadMs: number, faults: Promise<void>): Promise<void> {
  let overAt = Date.now() + loadMs * slowestMachine;
  const least = sleep(loadMs);
  void Promise.allSettled([least, faults]).then(() => {
    overAt = Math.min(overAt, Date.now());
  });
  const loaderFor = (name: string): Loader => ({
    world,
    random: random.fork(name),
    isOver: () => Date.now() >= overAt,
    giveUpAt: () => overAt + repeatForMs,
  });
  const mixed = async (index: number) => {
    const loader = loaderFor(`client ${index}`);
    while (!loader.isOver()) {
      world.journal.count('operations');
      await loader.random.pick(deck)(loader);
      await sleep(loader.random.integer(0, 120));
    }
  };
  await Promise.all([
    ...Array.from({ length: mixedClients }, (_, index) => mixed(index)),
    ...Array.from({ length: spendingClients }, (_, index) => spend(loaderFor(`spender ${index}`))),
    flood(loaderFor('flooder')),
  ]);
}
