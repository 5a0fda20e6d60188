import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Log } from '../../kernel/log.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { Arrival, Arrivals, Resolved, StartRequest } from './arrival.ts';
import type { BackgroundStore, RunBatch } from './background.store.ts';
import type { Engine } from './engine.ts';

const channel = 'background';
const closeEveryMs = 60_000;
const resolvedAtOnce = 20;

/** One of many requests: admitted, or the reason why not. */
type Knock = { request: StartRequest } & ({ resolved: Resolved } | { refused: AppError });
type Placed = { runId: string; sessionId: string } | { refused: AppError };

type Deps = {
  arrivals: Arrivals;
  store: BackgroundStore;
  engine: Engine;
  bus: Bus;
  clock: Clock;
  log: Log;
  /** How many background runs this node works on at once. */
  places: number;
};

/**
 * Runs nobody waits for. They are stored as queued, each with its place in its session, and begun in the order in which
 * they came when a node has room, a batch never with more at work than it may have. All of it is in the store: what a
 * node knows is only how many it has in hand.
 */
export function createBackground({ arrivals, store, engine, bus, clock, log, places }: Deps) {
  let running = false;
  let looking: Promise<void> | undefined;
  let again = false;
  let turn = 0;
  let closing: NodeJS.Timeout | undefined;
  let unsubscribe: (() => void) | undefined;

  const begin = (runId: string) =>
    engine.pickUp(runId).catch((error) => log.warn({ err: error, runId }, 'could not begin a deferred run'));

  /** A little from every lane, and not always from the same one first: a long batch keeps nobody else waiting. */
  async function fill(): Promise<void> {
    while (running) {
      const free = places - engine.inBackground();
      const lanes = free > 0 ? await store.lanes() : [];
      if (lanes.length === 0) return;
      turn += 1;
      const share = Math.max(1, Math.floor(free / lanes.length));
      const begun: Promise<void>[] = [];
      for (const [index] of lanes.entries()) {
        const lane = lanes[(index + turn) % lanes.length];
        const most = Math.min(share, free - begun.length);
        if (!lane || most <= 0 || !running) break;
        begun.push(...(await store.release(lane, engine.node, most, clock.now())).map(begin));
      }
      await Promise.all(begun);
      if (begun.length === 0) return;
    }
  }

  async function look(): Promise<void> {
    do {
      again = false;
      await fill().catch((error) => log.warn({ err: error }, 'could not look for deferred runs'));
    } while (again && running);
  }

  function wake(): void {
    again = true;
    if (!running || looking) return;
    looking = look().finally(() => {
      looking = undefined;
      if (again) wake();
    });
  }
  const announce = () => bus.publish(channel, '');

  async function knock(request: StartRequest): Promise<Knock> {
    try {
      return { request, resolved: await arrivals.resolve(request) };
    } catch (error) {
      if (error instanceof AppError) return { request, refused: error };
      throw error;
    }
  }

  return {
    /** Stores one run; when this resolves it is in the queue. */
    async defer(request: StartRequest): Promise<Pick<Arrival, 'runId' | 'agentId'> & { sessionId: string }> {
      const reception = { claim: null, node: engine.node, arrived: announce };
      const { runId, agentId, session } = await arrivals.arrive(request, reception);
      return { runId, agentId, sessionId: session.id };
    },

    /** Many at once: first who may, outside of any transaction. */
    async admitAll(requests: readonly StartRequest[]): Promise<Knock[]> {
      const knocks: Knock[] = [];
      for (let from = 0; from < requests.length; from += resolvedAtOnce) {
        // The embedded database answers at once: without a turn of the event loop in between nobody else is served.
        if (from > 0) await nextTurn();
        knocks.push(...(await Promise.all(requests.slice(from, from + resolvedAtOnce).map(knock))));
      }
      return knocks;
    },

    /** Then all of them in the caller's transaction, begun in the order given; one that is refused stops no other. */
    async placeAll(tx: Transaction, batch: RunBatch, knocks: readonly Knock[]): Promise<Placed[]> {
      await store.insertBatch(tx, batch, clock.now());
      const ids = knocks.map(() => newId('run')).sort();
      const placed: Placed[] = [];
      for (const [index, knock] of knocks.entries()) placed.push(await place(tx, ids[index] ?? newId('run'), knock));
      tx.afterCommit(announce);
      return placed;

      async function place(tx: Transaction, runId: string, knock: Knock): Promise<Placed> {
        if ('refused' in knock) return knock;
        const request = { ...knock.request, batchId: batch.id };
        try {
          const reception = { claim: null, node: engine.node };
          const { session } = await arrivals.enter(tx, runId, request, knock.resolved, reception);
          return { runId, sessionId: session.id };
        } catch (error) {
          if (error instanceof AppError && error.kind === 'conflict') return { refused: error };
          throw error;
        }
      }
    },

    /** There may be room, or something to begin. */
    wake,
    announce,

    start(): void {
      if (running) return;
      running = true;
      unsubscribe = bus.subscribe(channel, wake);
      closing = setInterval(
        () => void store.closeEnded().catch((error) => log.warn({ err: error }, 'could not close batches')),
        closeEveryMs,
      );
      wake();
    },
    async stop(): Promise<void> {
      running = false;
      unsubscribe?.();
      clearInterval(closing);
      await looking;
    },
  };
}

export type Background = ReturnType<typeof createBackground>;
