import type { Database, SqlValue, Transaction } from '../../platform/db/database.ts';
import type { Claim } from '../../platform/work/claim.ts';
import type { ClaimedSchedule, FiringRow, ScheduleKind, ScheduleRow } from './schedule.ts';

/** The schedule was claimed by another node, changed or deleted: this firing is discarded. */
export class FiringLost extends Error {}

export type Ended = {
  id: string;
  active_run_id: string;
  kind: ScheduleKind;
  /** Null when the run was deleted with its session. */
  status: string | null;
  error: string | null;
  finished_at: number | null;
};

const free = '(claim IS NULL OR claimed_until < $2)';
/** Schedules of suspended people and workspaces stay due; afterwards they fire once for all missed due times. */
const active = `NOT EXISTS (SELECT 1 FROM workspaces w WHERE w.id = schedules.workspace_id AND w.disabled_at IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM users u WHERE u.id = schedules.user_id AND u.disabled_at IS NOT NULL)`;

/** Claims and due times of schedules. Both are in the schedule's row, so nodes cannot disagree. */
export function createFiringStore(database: Database) {
  return {
    transaction: database.transaction,

    /** Due, unclaimed and without a run under way; not in workspaces that have enough in flight. */
    due(kind: ScheduleKind, now: number, busyWorkspaces: readonly string[], limit: number): Promise<ScheduleRow[]> {
      const params: SqlValue[] = [kind, now, limit, ...busyWorkspaces];
      const others = busyWorkspaces.map((_, index) => `$${index + 4}`).join(', ');
      return database.all<ScheduleRow>(
        `SELECT * FROM schedules WHERE enabled = 1 AND next_run_at <= $2 AND kind = $1 AND active_run_id IS NULL AND ${free} AND ${active}
           ${others ? `AND workspace_id NOT IN (${others})` : ''} ORDER BY next_run_at LIMIT $3`,
        params,
      );
    },

    /** The next due time in the future. */
    async nextDue(now: number): Promise<number | null> {
      const sql = 'SELECT MIN(next_run_at) AS at FROM schedules WHERE enabled = 1 AND next_run_at > $1';
      return (await database.get<{ at: number | null }>(sql, [now]))?.at ?? null;
    },

    /** One node claims a due time, even if several try at once. Rows that another node is claiming are skipped. */
    async claim(ids: readonly string[], claim: string, now: number, until: number): Promise<ClaimedSchedule[]> {
      const places = ids.map((_, index) => `$${index + 4}`).join(', ');
      const lock = database.engine === 'postgres' ? 'FOR UPDATE SKIP LOCKED' : '';
      const { rows } = await database.run<ScheduleRow>(
        `WITH picked AS (
           SELECT id FROM schedules WHERE id IN (${places}) AND next_run_at <= $2 AND enabled = 1 AND active_run_id IS NULL AND ${free} AND ${active} ${lock}
         )
         UPDATE schedules SET claim = $1, claimed_until = $3 WHERE id IN (SELECT id FROM picked) RETURNING *`,
        [claim, now, until, ...ids],
      );
      return rows.map((schedule) => ({ schedule, claim, dueAt: schedule.next_run_at }));
    },

    /** For a firing by hand: the due time does not matter. */
    async claimNow(
      { id, workspace_id }: Pick<ScheduleRow, 'id' | 'workspace_id'>,
      claim: string,
      now: number,
      until: number,
    ): Promise<ClaimedSchedule | undefined> {
      const { rows } = await database.run<ScheduleRow>(
        `UPDATE schedules SET claim = $4, claimed_until = $5
         WHERE id = $1 AND workspace_id = $3 AND active_run_id IS NULL AND ${free} RETURNING *`,
        [id, now, workspace_id, claim, until],
      );
      return rows[0] && { schedule: rows[0], claim, dueAt: null };
    },

    renew: (claims: readonly Claim[], leaseUntil: number): Promise<void> =>
      database.transaction(async (tx) => {
        for (const { id, claim } of claims)
          await tx.run('UPDATE schedules SET claimed_until = $3 WHERE id = $1 AND claim = $2', [id, claim, leaseUntil]);
      }),

    /** The due time is unchanged, so another node can claim it. */
    release: ({ schedule, claim }: ClaimedSchedule) =>
      database.run('UPDATE schedules SET claim = NULL, claimed_until = NULL WHERE id = $1 AND claim = $2', [
        schedule.id,
        claim,
      ]),

    /** On the embedded engine every claim found at start was left by a process that died. */
    dropClaims: () =>
      database.run('UPDATE schedules SET claim = NULL, claimed_until = NULL WHERE claim IS NOT NULL', []),

    /** Records a firing, if its claim still holds. */
    async record(
      tx: Transaction,
      { schedule, claim }: ClaimedSchedule,
      firing: FiringRow,
      after: Pick<
        ScheduleRow,
        'next_run_at' | 'consecutive_failures' | 'enabled' | 'disabled_reason' | 'active_run_id'
      >,
      now: number,
    ): Promise<void> {
      const { changes } = await tx.run(
        `UPDATE schedules SET claim = NULL, claimed_until = NULL, last_run_at = $3, last_due_at = COALESCE($4, last_due_at),
           next_run_at = $5, consecutive_failures = $6, enabled = $7, disabled_reason = $8, active_run_id = $9
         WHERE id = $1 AND claim = $2`,
        [
          ...[schedule.id, claim, now, firing.due_at, after.next_run_at, after.consecutive_failures],
          ...[after.enabled, after.disabled_reason, after.active_run_id],
        ],
      );
      if (changes !== 1) throw new FiringLost();
      await tx.run(
        `INSERT INTO schedule_runs (id, schedule_id, status, due_at, started_at, duration_ms, item_count, http_status, run_id, error)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
        [
          ...[firing.id, firing.schedule_id, firing.status, firing.due_at, firing.started_at, firing.duration_ms],
          ...[firing.item_count, firing.http_status, firing.run_id, firing.error],
        ],
      );
    },

    /** Schedules whose run has ended and is not recorded yet. */
    ended: (limit: number) =>
      database.all<Ended>(
        `SELECT s.id, s.active_run_id, s.kind, r.status, r.error, r.finished_at
         FROM schedules s LEFT JOIN runs r ON r.id = s.active_run_id
         WHERE s.active_run_id IS NOT NULL AND (r.id IS NULL OR r.status IN ('completed', 'failed', 'cancelled')) ORDER BY s.id LIMIT $1`,
        [limit],
      ),
    isAnyAtWork: async (): Promise<boolean> =>
      (await database.get('SELECT 1 FROM schedules WHERE active_run_id IS NOT NULL LIMIT 1')) !== undefined,

    /** Records how the run ended, in the firing and in the count of failures in a row. */
    async settle(
      tx: Transaction,
      { id, active_run_id: runId, kind, finished_at }: Ended,
      {
        status,
        error,
        failures,
      }: { status: 'ok' | 'failed'; error: string | null; failures: 'more' | 'none' | 'same' },
      disableAfter: number,
      reason: string,
      now: number,
    ): Promise<boolean> {
      const counts = { more: 'consecutive_failures + 1', none: '0', same: 'consecutive_failures' }[failures];
      const { rows } = await tx.run<{ failures: number; enabled: number }>(
        `UPDATE schedules SET active_run_id = NULL, consecutive_failures = ${counts} WHERE id = $1 AND active_run_id = $2
         RETURNING consecutive_failures AS failures, enabled`,
        [id, runId],
      );
      if (!rows[0]) return false;
      if (failures === 'more' && rows[0].enabled === 1 && rows[0].failures >= disableAfter)
        await tx.run('UPDATE schedules SET enabled = 0, disabled_reason = $2 WHERE id = $1', [id, reason]);
      // The duration of a heartbeat's firing is the time it looked; of a cron firing, that of its run.
      const duration = kind === 'cron' ? ', duration_ms = $5 - started_at' : '';
      await tx.run(
        `UPDATE schedule_runs SET status = $3, error = $4${duration} WHERE run_id = $1 AND schedule_id = $2`,
        [...[runId, id, status, error], ...(kind === 'cron' ? [finished_at ?? now] : [])],
      );
      return true;
    },

    /** Schedules whose last firing or change is later than `now`: the clock was ahead then. */
    fromTheFuture: (now: number) =>
      database.all<ScheduleRow>('SELECT * FROM schedules WHERE enabled = 1 AND (last_run_at > $1 OR updated_at > $1)', [
        now,
      ]),
    moveTo: ({ id, next_run_at }: ScheduleRow, next: number) =>
      database.run('UPDATE schedules SET next_run_at = $3 WHERE id = $1 AND next_run_at = $2', [id, next_run_at, next]),

    /** Firings that found nothing are kept for a shorter time. */
    async forgetBefore(time: number, uneventfulTime: number): Promise<void> {
      await database.run(
        `DELETE FROM schedule_runs WHERE started_at < $1 OR (started_at < $2 AND status = 'no_change')`,
        [time, uneventfulTime],
      );
    },
  };
}

export type FiringStore = ReturnType<typeof createFiringStore>;
