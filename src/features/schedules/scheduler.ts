import { randomBytes } from 'node:crypto';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { createLeaseRenewer } from '../../platform/work/lease-renewer.ts';
import { createWakeLoop } from '../../platform/work/wake-loop.ts';
import type { Fire } from './fire.ts';
import type { FiringStore } from './firings.store.ts';
import type { ClaimedSchedule, FiringRow, ScheduleKind, ScheduleRow } from './schedule.ts';
import type { Settle } from './settle.ts';
import { momentAfterSetBack } from './timing.ts';

type Deps = {
  store: FiringStore;
  fire: Fire;
  settle: Settle;
  bus: Bus;
  clock: Clock;
  log: Log;
  embedded: boolean;
  /**
   * A node that has not renewed its lease for this long is considered dead. Leases are renewed because a feed may wait
   * long to be parsed.
   */
  leaseMs: number;
  pollMs?: number;
};

export const schedulesChannel = 'schedules';

/** The poll interval while runs of schedules are under way: short at first, then growing. */
const shortestPollMs = 50;
const longestPollMs = 1_000;
const batch = 100;
/**
 * Firings at once: on this node, and of one workspace on this node. Counted separately for each kind, so that neither
 * delays the other.
 */
const room = 64;
const roomOfWorkspace = 16;
const kinds: readonly ScheduleKind[] = ['cron', 'heartbeat'];

/**
 * Claims due schedules and fires them, each due time once over all nodes. After an outage, or a run that took longer
 * than the interval, a schedule fires once for all missed due times.
 */
export function createScheduler({ store, fire, settle, bus, clock, log, embedded, leaseMs, pollMs = 5_000 }: Deps) {
  const inFlight = new Set<{
    kind: ScheduleKind;
    workspaceId: string;
    taken: ClaimedSchedule;
    done: Promise<unknown>;
  }>();
  let stopping = new AbortController();
  let latest = 0;
  let workingPollMs = shortestPollMs;

  const inFlightFor = (kind: ScheduleKind) => {
    const byWorkspace = new Map<string, number>();
    const ofKind = [...inFlight].filter((one) => one.kind === kind);
    for (const { workspaceId } of ofKind) byWorkspace.set(workspaceId, (byWorkspace.get(workspaceId) ?? 0) + 1);
    return { total: ofKind.length, byWorkspace };
  };

  /** As many as this node has room for, within the limit of each workspace. */
  function fitting(rows: readonly ScheduleRow[], { total, byWorkspace }: ReturnType<typeof inFlightFor>): string[] {
    const chosen: string[] = [];
    for (const { id, workspace_id: workspaceId } of rows) {
      const own = byWorkspace.get(workspaceId) ?? 0;
      if (own >= roomOfWorkspace || total + chosen.length >= room) continue;
      byWorkspace.set(workspaceId, own + 1);
      chosen.push(id);
    }
    return chosen;
  }

  async function carryOut(taken: ClaimedSchedule): Promise<FiringRow | undefined> {
    const { signal } = stopping;
    try {
      const firing = await fire(taken, signal);
      if (firing?.run_id) workingPollMs = shortestPollMs;
      return firing;
    } catch (error) {
      if (!signal.aborted)
        log.warn({ err: error, scheduleId: taken.schedule.id }, 'firing a schedule failed; it is tried again later');
      await store.release(taken).catch(() => undefined);
      throw error;
    }
  }

  function track(taken: ClaimedSchedule): Promise<FiringRow | undefined> {
    const work = carryOut(taken);
    const { kind, workspace_id: workspaceId } = taken.schedule;
    const entry = { kind, workspaceId, taken, done: work.catch(() => undefined) };
    inFlight.add(entry);
    void entry.done.then(() => inFlight.delete(entry));
    return work;
  }

  const newClaim = () => randomBytes(9).toString('base64url');

  /** Returns whether there may be more to claim. */
  async function claimSome(kind: ScheduleKind): Promise<boolean> {
    const now = clock.now();
    const present = inFlightFor(kind);
    if (present.total >= room) return false;
    const full = [...present.byWorkspace].filter(([, count]) => count >= roomOfWorkspace).map(([id]) => id);
    const inHand = new Set([...inFlight].map(({ taken }) => taken.schedule.id));
    const rows = (await store.due(kind, now, full, batch)).filter(({ id }) => !inHand.has(id));
    const ids = fitting(rows, present);
    if (!loop.isRunning() || ids.length === 0) return false;
    const taken = await store.claim(ids, newClaim(), now, now + leaseMs);
    // A firing that ended makes room for the next; one that could not be recorded is tried again by the poll.
    for (const one of taken) void track(one).then(loop.wake, () => undefined);
    return rows.length > ids.length && taken.length > 0;
  }

  /** After the clock was set back, due times are computed again. */
  async function setBack(now: number): Promise<void> {
    for (const row of await store.fromTheFuture(now)) {
      const next = momentAfterSetBack(row, row.last_due_at, now);
      if (next < row.next_run_at) await store.moveTo(row, next);
    }
  }

  /** Returns the time at which to look again. */
  async function lookAround(): Promise<number> {
    const now = clock.now();
    if (now < latest - 1_000) await setBack(now);
    latest = now;
    const working = await settle();
    workingPollMs = Math.min(longestPollMs, workingPollMs * 1.5);
    for (const kind of kinds) while (loop.isRunning() && (await claimSome(kind)));
    const next = (await store.nextDue(now)) ?? Number.POSITIVE_INFINITY;
    return working ? Math.min(next, clock.now() + workingPollMs) : next;
  }

  const loop = createWakeLoop({
    pass: lookAround,
    failure: 'could not look for due schedules',
    pollMs,
    wakeUps: (wake) => [bus.subscribe(schedulesChannel, wake), bus.onReconnect(wake)],
    clock,
    log,
  });
  const renewer = createLeaseRenewer({
    leaseMs,
    held: () => [...inFlight].map(({ taken: { schedule, claim } }) => ({ id: schedule.id, claim })),
    // If a lease was lost, recording the firing fails.
    async renew(claims, leaseUntil) {
      if (claims.length > 0) await store.renew(claims, leaseUntil);
      return claims;
    },
    failure: 'the leases of schedules could not be renewed',
    clock,
    log,
  });

  return {
    /** Fires at once, independent of the timing, unless a firing is under way already. */
    async fireNow({ id, workspace_id }: Pick<ScheduleRow, 'id' | 'workspace_id'>): Promise<FiringRow> {
      if (!loop.isRunning()) throw new AppError('unavailable', 'The gateway is stopping.', { retryAfterSeconds: 1 });
      await settle();
      const now = clock.now();
      const taken = await store.claimNow({ id, workspace_id }, newClaim(), now, now + leaseMs);
      if (!taken) throw new AppError('conflict', 'A run of it is under way.');
      const firing = await track(taken).finally(() => void loop.wake());
      if (!firing) throw new AppError('conflict', 'It was changed or deleted while it ran.');
      return firing;
    },
    async start(): Promise<void> {
      if (loop.isRunning()) return;
      if (embedded) await store.dropClaims();
      latest = clock.now();
      await setBack(latest);
      stopping = new AbortController();
      renewer.start();
      void loop.start();
    },
    /** Firings under way are released, for another node or the next start. */
    async stop(): Promise<void> {
      const looked = loop.stop();
      renewer.stop();
      stopping.abort(new AppError('unavailable', 'The gateway is stopping.', { retryAfterSeconds: 1 }));
      await looked;
      await Promise.all([...inFlight].map(({ done }) => done));
    },
  };
}

export type Scheduler = ReturnType<typeof createScheduler>;
