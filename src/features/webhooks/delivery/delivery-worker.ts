import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Bus } from '../../../platform/bus/bus.ts';
import { createFloors } from '../../../platform/work/floors.ts';
import { createWakeLoop } from '../../../platform/work/wake-loop.ts';
import { createLane, type Lane, type LaneDeps } from './lane.ts';
import type { Claimed, QueueStore } from './queue.store.ts';
import type { Results } from './results.ts';

type Deps = Pick<LaneDeps, 'webhooks' | 'results' | 'send' | 'addressOf' | 'retryDelaysMs'> & {
  queue: QueueStore;
  results: Results;
  bus: Bus;
  clock: Clock;
  log: Log;
  timeoutMs: number;
  embedded: boolean;
  /** How long a stop waits for attempts under way. */
  drainTimeoutMs: number;
  pollMs?: number;
};

/** Messages are ids of webhooks and workspaces whose settings changed, and of people whose accounts are gone. */
export const settingsChannel = 'webhook-settings';

/** POSTs under way on this node, and how many of them may be to endpoints that have not answered well. */
const mostInFlight = 1_000;
const mostCautious = 500;
const roomTimeoutMs = 100;
const roomLookMs = 4;
/** Beyond this many, idle lanes are forgotten, and with them that their endpoint answers well. */
const mostLanes = 10_000;
/** Up to this many lanes are asked for their next delivery by name; in between, all that have one are looked for. */
const mostNarrow = 1_000;

/** Sends due deliveries, in a lane for each webhook. They are found by wake-ups, at the times of retries and by a poll every second. */
export function createDeliveryWorker(deps: Deps) {
  const { queue, results, bus, clock, log, timeoutMs, pollMs = 1_000 } = deps;
  const leaseMs = Math.max(2_000, 2 * timeoutMs);
  const floors = createFloors({ enabled: !deps.embedded });
  const lanes = new Map<string, Lane>();
  const waiting = new Set<Lane>();
  let working = 0;
  let onIdle: (() => void)[] = [];
  let inFlight = 0;
  let cautious = 0;
  const countedCautious = new WeakMap<Lane, number>();

  function done(): void {
    working -= 1;
    if (working > 0) return;
    for (const tell of onIdle) tell();
    onIdle = [];
  }
  function failed(error: unknown): void {
    log.error({ err: error }, 'a lane failed');
    done();
  }
  function track(one: Promise<void>): void {
    working += 1;
    one.then(done, failed);
  }

  function enter(lane: Lane): boolean {
    const isCautious = !lane.isProven();
    if (inFlight >= mostInFlight || (isCautious && cautious >= mostCautious)) {
      waiting.add(lane);
      return false;
    }
    inFlight += 1;
    if (isCautious) {
      cautious += 1;
      countedCautious.set(lane, (countedCautious.get(lane) ?? 0) + 1);
    }
    return true;
  }

  function leave(lane: Lane): void {
    inFlight -= 1;
    const counted = countedCautious.get(lane) ?? 0;
    if (counted > 0) {
      cautious -= 1;
      countedCautious.set(lane, counted - 1);
    }
    const [next] = waiting;
    if (!next) return;
    waiting.delete(next);
    queueMicrotask(next.wake);
  }

  function laneOf(webhookId: string): Lane {
    let lane = lanes.get(webhookId);
    if (!lane) {
      lane = createLane(webhookId, {
        ...deps,
        leaseMs,
        floors,
        isRunning: loop.isRunning,
        enter,
        leave,
        onRetry: loop.wakeAt,
        track,
      });
      lanes.set(webhookId, lane);
    }
    return lane;
  }

  function forgetLane(id: string): void {
    lanes.delete(id);
    floors.forget(id);
  }

  async function pullDue(): Promise<number> {
    const now = clock.now();
    let next = Number.POSITIVE_INFINITY;
    const upcoming = await floors.look((whole) =>
      whole || lanes.size > mostNarrow
        ? queue.upcoming()
        : queue.upcomingOf([...lanes.keys()].map((id) => ({ id, from: floors.from(id) }))),
    );
    if (lanes.size > mostLanes) for (const [id, lane] of lanes) if (lane.isIdle() && !waiting.has(lane)) forgetLane(id);
    for (const { webhookId, dueAt } of upcoming)
      if (dueAt <= now) {
        floors.found(webhookId, dueAt);
        laneOf(webhookId).pull();
      } else next = Math.min(next, dueAt);
    return next;
  }

  const loop = createWakeLoop({
    pass: pullDue,
    failure: 'could not look for due deliveries',
    pollMs,
    pauseAfterFailureMs: () => pollMs,
    wakeUps: () => [bus.subscribe(settingsChannel, settingsChanged)],
    clock,
    log,
  });

  function settingsChanged(id: string): void {
    // A workspace's lanes are few: asking all of them is cheaper than knowing which.
    if (id.startsWith('wh_')) lanes.get(id)?.invalidate();
    else if (id.startsWith('usr_')) for (const lane of lanes.values()) track(lane.accountErased());
    else for (const lane of lanes.values()) lane.invalidate();
  }

  return {
    leaseMs,
    room: (webhookId: string): number => (loop.isRunning() ? laneOf(webhookId).room() : 0),
    /**
     * In a flood, waits a moment for lanes that send well, or are about to show it, to have room: what is claimed as it
     * is written is written once, and what comes too early a second time. A lane that has stopped sending holds the
     * others up no longer than that moment. With `early` it also waits until endpoints that answer at once have little ahead
     * of what comes next: a lane that is filled up as soon as it has room has too much ahead for a whole flood, which is then
     * written twice.
     */
    async makeRoom(webhookIds: Iterable<string>, wanted: number, early: boolean): Promise<void> {
      const isFull = (lane: Lane) => lane.room() < wanted || (early && lane.isBehind());
      const busy = [...webhookIds].map(laneOf).filter((lane) => lane.isPromising());
      const until = performance.now() + roomTimeoutMs;
      while (loop.isRunning() && performance.now() < until && busy.some(isFull)) await sleep(roomLookMs);
      // It may have stopped answering: until it answers again, others do not wait for it.
      if (early) for (const lane of busy) if (lane.isBehind()) lane.slow();
    },
    isQuick: (webhookId: string): boolean => loop.isRunning() && laneOf(webhookId).isQuick(),
    slow: (webhookId: string): void => laneOf(webhookId).slow(),
    accept: (webhookId: string, claimed: readonly Claimed[], at: number): void => laneOf(webhookId).accept(claimed, at),
    /** There is something to send now. */
    wake(webhookId: string): void {
      if (loop.isRunning()) laneOf(webhookId).pull();
    },

    async start(): Promise<void> {
      if (loop.isRunning()) return;
      if (deps.embedded) await queue.dropClaims(clock.now());
      void loop.start();
    },

    /** Claims no more. Attempts under way may end within the drain timeout; the rest is given back. */
    async stop(): Promise<void> {
      if (!loop.isRunning()) return;
      await loop.stop();
      await Promise.all([...lanes.values()].map((lane) => lane.release()));
      const idle = () => new Promise<void>((resolve) => (working > 0 ? onIdle.push(resolve) : resolve()));
      const timeout = new AbortController();
      await Promise.race([
        idle(),
        sleep(deps.drainTimeoutMs, undefined, { signal: timeout.signal }).catch(() => undefined),
      ]);
      timeout.abort();
      await Promise.all([...lanes.values()].map((lane) => lane.abandon()));
      await results.idle();
      lanes.clear();
      waiting.clear();
    },
  };
}

export type DeliveryWorker = ReturnType<typeof createDeliveryWorker>;
