import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { createWakeLoop } from '../../../platform/work/wake-loop.ts';
import type { Arrival, Arrivals, Resolved, StartRequest } from './arrival.ts';
import type { BackgroundStore, RunBatch, WaitingWorkspace } from './background.store.ts';
import type { Engine } from './engine.ts';

const channel = 'background';
const pollMs = 1_000;
const closeEveryMs = 60_000;
const resolvedAtOnce = 20;

/** The most workspaces and places of one look. If more workspaces wait, the next look continues after them. */
const lookedAtOnce = 100;
const sharedAtOnce = 64;

/**
 * Each place goes to the workspace with the fewest runs at work, and among those to the one served longest ago. A workspace
 * that waits alone may get all places.
 */
function shareOut(free: number, waiting: readonly WaitingWorkspace[]): Map<string, number> {
  const inTurn = waiting
    .map((one) => ({ ...one }))
    .sort((one, other) => one.turn - other.turn || (one.head < other.head ? -1 : 1));
  const shares = new Map<string, number>();
  for (let left = free; left > 0; left -= 1) {
    const next = inTurn.reduce((least, one) => (one.atWork < least.atWork ? one : least));
    next.atWork += 1;
    shares.set(next.workspaceId, (shares.get(next.workspaceId) ?? 0) + 1);
  }
  return shares;
}

/** One of many requests, admitted or refused. */
type AdmissionResult = { request: StartRequest } & ({ resolved: Resolved } | { refused: AppError });
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
 * Runs that no client waits for. They are stored as queued, each with its position in its session, and begin when a node has
 * a free place: shared between workspaces, in order of arrival, and within the limit of their batch. All state is in
 * the store; a node knows only how many runs it works on.
 */
export function createBackground({ arrivals, store, engine, bus, clock, log, places }: Deps) {
  let lookedUpTo = '';
  let closing: NodeJS.Timeout | undefined;

  const begin = (runId: string) =>
    engine.pickUp(runId).catch((error) => log.warn({ err: error, runId }, 'could not begin a deferred run'));

  /** The workspaces with waiting runs, up to a limit; each look continues where the last one ended. */
  async function waiting(): Promise<WaitingWorkspace[]> {
    const found = await store.waitingAfter(lookedUpTo, lookedAtOnce);
    const room = lookedAtOnce - found.length;
    if (room > 0 && lookedUpTo !== '') {
      const seen = new Set(found.map(({ workspaceId }) => workspaceId));
      found.push(...(await store.waitingAfter('', room)).filter(({ workspaceId }) => !seen.has(workspaceId)));
    }
    lookedUpTo = found.length < lookedAtOnce ? '' : (found.at(-1)?.workspaceId ?? '');
    return found;
  }

  /** Takes a share from every queue, beginning with a random one, so that a long batch does not block the others. */
  async function beginOf(workspaceId: string, most: number): Promise<Promise<void>[]> {
    const queues = await store.queuesOf(workspaceId);
    const share = Math.max(1, Math.floor(most / queues.length));
    const begun: Promise<void>[] = [];
    const first = Math.floor(Math.random() * queues.length);
    for (const [index] of queues.entries()) {
      const from = queues[(index + first) % queues.length];
      const left = Math.min(share, most - begun.length);
      if (!from || left <= 0 || !loop.isRunning()) break;
      begun.push(...(await store.release(from, engine.node, left, clock.now())).map(begin));
    }
    return begun;
  }

  async function fill(): Promise<undefined> {
    /** Workspaces whose batches are all at their limit. */
    const passed = new Set<string>();
    while (loop.isRunning()) {
      const free = Math.min(places - engine.inBackground(), sharedAtOnce);
      const able = free > 0 ? (await waiting()).filter(({ workspaceId }) => !passed.has(workspaceId)) : [];
      if (able.length === 0) return;
      const begun: Promise<void>[] = [];
      for (const [workspaceId, most] of shareOut(free, able)) {
        const some = loop.isRunning() ? await beginOf(workspaceId, most) : [];
        if (some.length === 0) passed.add(workspaceId);
        begun.push(...some);
      }
      await Promise.all(begun);
    }
  }

  const loop = createWakeLoop({
    pass: fill,
    failure: 'could not look for deferred runs',
    pollMs,
    wakeUps: (wake) => [bus.subscribe(channel, wake)],
    clock,
    log,
  });
  const announce = () => bus.publish(channel, '');

  async function tryToAdmit(request: StartRequest): Promise<AdmissionResult> {
    try {
      return { request, resolved: await arrivals.resolve(request) };
    } catch (error) {
      if (error instanceof AppError) return { request, refused: error };
      throw error;
    }
  }

  return {
    /** Stores one run. When this resolves, it is in the queue. */
    async defer(request: StartRequest): Promise<Pick<Arrival, 'runId' | 'agentId'> & { sessionId: string }> {
      const reception = { claim: null, node: engine.node, arrived: announce };
      const { runId, agentId, session } = await arrivals.arrive(request, reception);
      return { runId, agentId, sessionId: session.id };
    },

    /** Admits many requests, outside of any transaction. */
    async admitAll(requests: readonly StartRequest[]): Promise<AdmissionResult[]> {
      const results: AdmissionResult[] = [];
      for (let from = 0; from < requests.length; from += resolvedAtOnce) {
        // SQLite answers synchronously: without this pause the event loop would serve no other request.
        if (from > 0) await nextTurn();
        results.push(...(await Promise.all(requests.slice(from, from + resolvedAtOnce).map(tryToAdmit))));
      }
      return results;
    },

    /** Stores the admitted requests in the caller's transaction, to begin in this order. One refusal does not stop the others. */
    async placeAll(tx: Transaction, batch: RunBatch, results: readonly AdmissionResult[]): Promise<Placed[]> {
      await store.insertBatch(tx, batch, clock.now());
      const ids = results.map(() => newId('run', clock.now())).sort();
      const placed: Placed[] = [];
      for (const [index, result] of results.entries())
        placed.push(await place(tx, ids[index] ?? newId('run', clock.now()), result));
      tx.afterCommit(announce);
      return placed;

      async function place(tx: Transaction, runId: string, result: AdmissionResult): Promise<Placed> {
        if ('refused' in result) return result;
        const request = { ...result.request, batchId: batch.id };
        try {
          const reception = { claim: null, node: engine.node };
          const { session } = await arrivals.enter(tx, runId, request, result.resolved, reception);
          return { runId, sessionId: session.id };
        } catch (error) {
          if (error instanceof AppError && error.kind === 'conflict') return { refused: error };
          throw error;
        }
      }
    },

    /** Called when a place or a run may have become available. */
    wake: (): void => void loop.wake(),
    announce,

    start(): void {
      if (loop.isRunning()) return;
      closing = setInterval(
        () => void store.closeEnded().catch((error) => log.warn({ err: error }, 'could not close batches')),
        closeEveryMs,
      );
      void loop.start();
    },
    async stop(): Promise<void> {
      clearInterval(closing);
      await loop.stop();
    },
  };
}

export type Background = ReturnType<typeof createBackground>;
