import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Log } from '../../kernel/log.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { type Admit, pinOf } from '../agents/index.ts';
import type { createRuns } from '../runs/index.ts';
import { FiringLost, type FiringStore } from './firings.store.ts';
import {
  type ClaimedSchedule,
  FiringFailed,
  type FiringRow,
  mostFailures,
  type ScheduleHandler,
  type ScheduleKind,
  type ScheduleRow,
} from './schedule.ts';
import { followingMoment, momentAfterFailure } from './timing.ts';

type Acting = { caller: { workspaceId: string; userId: string }; pin: string };

type Deps = {
  store: FiringStore;
  handlers: Record<ScheduleKind, ScheduleHandler>;
  /** Enqueues a run. */
  defer: ReturnType<typeof createRuns>['background']['defer'];
  admit: Admit;
  clock: Clock;
  log: Log;
};

export const disabledReason = (error: string): string =>
  `Switched off after ${mostFailures} failures in a row. The last one: ${error}`.slice(0, 1_000);

/** Reasons as the history shows them; its reader may be another person than the owner. */
const absences: Partial<Record<string, string>> = {
  forbidden: 'The person it acts as is no longer a member of the workspace.',
  unauthenticated: 'The person it acts as no longer has an account.',
};

/** The failure as a text for the history. Temporary errors are thrown. */
function reasonOf(error: unknown, log: Log, scheduleId: string): FiringFailed {
  if (error instanceof FiringFailed) return error;
  if (error instanceof AppError && error.kind !== 'internal') {
    if (error.kind === 'unavailable') throw error;
    return new FiringFailed(absences[error.code] ?? error.message);
  }
  log.error({ err: error, scheduleId }, 'a schedule could not be carried out');
  return new FiringFailed('Something went wrong on our side.');
}

/** One firing of a schedule that this node has claimed: looks for news, and starts the agent if there is some. */
export function createFire({ store, handlers, defer, admit, clock, log }: Deps) {
  function after({ schedule, dueAt }: ClaimedSchedule, now: number, runId: string | null, error: string | null) {
    const { consecutive_failures: before, enabled, disabled_reason } = schedule;
    const failures = error !== null ? before + 1 : runId === null ? 0 : before;
    const off = error !== null && enabled === 1 && failures >= mostFailures;
    const later = () =>
      error !== null && handlers[schedule.kind].backsOff
        ? momentAfterFailure(schedule, failures, now)
        : followingMoment(schedule, dueAt ?? now, now);
    return {
      next_run_at: dueAt === null ? schedule.next_run_at : later(),
      consecutive_failures: failures,
      enabled: off ? 0 : enabled,
      disabled_reason: off ? disabledReason(error) : disabled_reason,
      active_run_id: runId,
    };
  }

  async function record(tx: Transaction, taken: ClaimedSchedule, firing: FiringRow): Promise<void> {
    const now = clock.now();
    await store.record(tx, taken, firing, after(taken, now, firing.run_id, firing.error), now);
    if (firing.error === null) await handlers[taken.schedule.kind].recorded?.(tx, taken.schedule, firing, now);
  }

  /** Done before anything is fetched: without admission the agent could not be started. */
  async function actingAs({ user_id, workspace_id, agent_id, accepted_version }: ScheduleRow): Promise<Acting> {
    if (user_id === null) throw new FiringFailed(absences.unauthenticated ?? '');
    if (accepted_version === null)
      throw new FiringFailed('The person it acts as has accepted no version of the agent.');
    const pin = pinOf(agent_id, accepted_version);
    await admit({ userId: user_id, workspaceId: workspace_id, agentId: agent_id, pin });
    return { caller: { userId: user_id, workspaceId: workspace_id }, pin };
  }

  async function attempt(
    taken: ClaimedSchedule,
    begun: FiringRow,
    elapsed: () => number,
    signal: AbortSignal,
  ): Promise<FiringRow> {
    const { schedule } = taken;
    const { kind, id, agent_id: agentId } = schedule;
    const handler = handlers[kind];
    const { caller, pin } = await actingAs(schedule);
    const { message, parts, itemCount, httpStatus, remember } = await handler.look(schedule, begun.id, signal);
    const found = (more: Partial<FiringRow>): FiringRow => ({
      ...begun,
      item_count: itemCount,
      http_status: httpStatus,
      ...more,
    });
    if (message === undefined) {
      const firing = found({ status: 'no_change', duration_ms: elapsed() });
      await store.transaction(async (tx) => {
        await record(tx, taken, firing);
        await remember?.(tx);
      });
      return firing;
    }
    let firing = begun;
    await defer({
      caller,
      agentId,
      pin,
      message,
      parts,
      // Each firing has its own session, so that what one firing found cannot influence the next.
      surface: `${kind}:${id}`,
      oneOff: true,
      kind,
      streams: false,
      metadata: { scheduleId: id, firingId: begun.id },
      async alongside(tx, runId) {
        const durationMs = handler.begun === 'running' ? null : elapsed();
        firing = found({ status: handler.begun, run_id: runId, duration_ms: durationMs });
        await record(tx, taken, firing);
        await remember?.(tx);
      },
    });
    return firing;
  }

  /** Undefined when the schedule was changed, deleted or claimed by another node meanwhile. Throws temporary errors. */
  return async function fire(taken: ClaimedSchedule, signal: AbortSignal): Promise<FiringRow | undefined> {
    const { schedule, dueAt } = taken;
    const since = performance.now();
    const elapsed = () => Math.round(performance.now() - since);
    const startedAt = clock.now();
    const begun: FiringRow = {
      id: newId('hbr', startedAt),
      schedule_id: schedule.id,
      status: 'failed',
      due_at: dueAt,
      started_at: startedAt,
      duration_ms: null,
      item_count: 0,
      http_status: null,
      run_id: null,
      error: null,
    };
    try {
      return await attempt(taken, begun, elapsed, signal);
    } catch (error) {
      if (error instanceof FiringLost) return undefined;
      signal.throwIfAborted();
      const { message, httpStatus } = reasonOf(error, log, schedule.id);
      const firing = { ...begun, duration_ms: elapsed(), http_status: httpStatus, error: message.slice(0, 1_000) };
      try {
        await store.transaction((tx) => record(tx, taken, firing));
      } catch (lost) {
        if (lost instanceof FiringLost) return undefined;
        throw lost;
      }
      return firing;
    }
  };
}

export type Fire = ReturnType<typeof createFire>;
