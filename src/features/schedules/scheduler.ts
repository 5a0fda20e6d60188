import { randomBytes } from 'node:crypto';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { createLeaseRenewer } from '../../platform/work/lease-renewer.ts';
import { createWakeLoop } from '../../platform/work/wake-loop.ts';
import type { Fire } from './fire.ts';
import type { FiringStore } from './firings.store.ts';
import type { FiringRow, ScheduleKind, ScheduleRow, Taken } from './schedule.ts';
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
  /** Whoever says nothing for this time is taken for dead. Renewed: feeds wait in line to be read, however long that is. */
  leaseMs: number;
  pollMs?: number;
};

export const schedulesChannel = 'schedules';

/** While agents are at work: soon after they began, then less and less often. */
const shortestPollMs = 50;
const longestPollMs = 1_000;
const batch = 100;
/** In flight at once: on this node, and of them for one workspace. Each kind has its own, so neither delays the other. */
const room = 64;
const roomOfWorkspace = 16;
const kinds: readonly ScheduleKind[] = ['cron', 'heartbeat'];

/**
 * Finds what is due and has it fired, each moment once over all nodes. What fell due while all were down, or while the
 * turn before was still under way, is caught up once. Sleeps until the next moment, and never for long: a clock may be set.
 */
export function createScheduler({ store, fire, settle, bus, clock, log, embedded, leaseMs, pollMs = 5_000 }: Deps) {
  const inFlight = new Set<{ kind: ScheduleKind; workspaceId: string; taken: Taken; done: Promise<unknown> }>();
  let stopping = new AbortController();
  let latest = 0;
  let workingPollMs = shortestPollMs;

  const inFlightFor = (kind: ScheduleKind) => {
    const byWorkspace = new Map<string, number>();
    const ofKind = [...inFlight].filter((one) => one.kind === kind);
    for (const { workspaceId } of ofKind) byWorkspace.set(workspaceId, (byWorkspace.get(workspaceId) ?? 0) + 1);
    return { total: ofKind.length, byWorkspace };
  };

  /** As many as there is room for, and no more for any workspace than it may have. */
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

  async function carryOut(taken: Taken): Promise<FiringRow | undefined> {
    const { signal } = stopping;
    try {
      const firing = await fire(taken, signal);
      if (firing?.run_id) workingPollMs = shortestPollMs;
      return firing;
    } catch (error) {
      if (!signal.aborted) log.warn({ err: error, scheduleId: taken.schedule.id }, 'a schedule is tried again later');
      await store.giveBack(taken).catch(() => undefined);
      throw error;
    }
  }

  function track(taken: Taken): Promise<FiringRow | undefined> {
    const work = carryOut(taken);
    const { kind, workspace_id: workspaceId } = taken.schedule;
    const entry = { kind, workspaceId, taken, done: work.catch(() => undefined) };
    inFlight.add(entry);
    void entry.done.then(() => inFlight.delete(entry));
    return work;
  }

  const newClaim = () => randomBytes(9).toString('base64url');

  /** Whether there may be more, now that these are under way. */
  async function takeSome(kind: ScheduleKind): Promise<boolean> {
    const now = clock.now();
    const present = inFlightFor(kind);
    if (present.total >= room) return false;
    const full = [...present.byWorkspace].filter(([, count]) => count >= roomOfWorkspace).map(([id]) => id);
    const inHand = new Set([...inFlight].map(({ taken }) => taken.schedule.id));
    const rows = (await store.due(kind, now, full, batch)).filter(({ id }) => !inHand.has(id));
    const ids = fitting(rows, present);
    if (!loop.isRunning() || ids.length === 0) return false;
    const taken = await store.take(ids, newClaim(), now, now + leaseMs);
    // What comes back free makes room for those that wait; what failed to be recorded is tried again a moment later.
    for (const one of taken) void track(one).then(loop.wake, () => undefined);
    return rows.length > ids.length && taken.length > 0;
  }

  /** The clock is behind what was already done by it. */
  async function setBack(now: number): Promise<void> {
    for (const row of await store.fromTheFuture(now)) {
      const next = momentAfterSetBack(row, row.last_due_at, now);
      if (next < row.next_run_at) await store.moveTo(row, next);
    }
  }

  /** Returns when there may be something to do next. */
  async function lookAround(): Promise<number> {
    const now = clock.now();
    if (now < latest - 1_000) await setBack(now);
    latest = now;
    const working = await settle();
    workingPollMs = Math.min(longestPollMs, workingPollMs * 1.5);
    for (const kind of kinds) while (loop.isRunning() && (await takeSome(kind)));
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
    // A lease that was lost is noticed when the firing is recorded.
    async renew(claims, leaseUntil) {
      if (claims.length > 0) await store.renew(claims, leaseUntil);
      return claims;
    },
    failure: 'the leases of schedules could not be renewed',
    clock,
    log,
  });

  return {
    /** At once, whatever its schedule says, unless it is being carried out already. */
    async fireNow({ id, workspace_id }: Pick<ScheduleRow, 'id' | 'workspace_id'>): Promise<FiringRow> {
      if (!loop.isRunning()) throw new AppError('unavailable', 'The gateway is stopping.', { retryAfterSeconds: 1 });
      await settle();
      const now = clock.now();
      const taken = await store.takeNow({ id, workspace_id }, newClaim(), now, now + leaseMs);
      if (!taken) throw new AppError('conflict', 'A run of it is under way.');
      const firing = await track(taken).finally(() => void loop.wake());
      if (!firing) throw new AppError('conflict', 'It was changed or deleted while it ran.');
      return firing;
    },
    async start(): Promise<void> {
      if (loop.isRunning()) return;
      if (embedded) await store.giveAllBack();
      latest = clock.now();
      await setBack(latest);
      stopping = new AbortController();
      renewer.start();
      void loop.start();
    },
    /** What is being looked at is left to another node, or to the next start. */
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
