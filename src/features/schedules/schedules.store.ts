import { newest, type Position } from '../../http/pagination.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import type { FiringRow, ScheduleKind, ScheduleRow } from './schedule.ts';

const shown =
  'schedules.*, (SELECT a.version FROM agents a WHERE a.id = schedules.agent_id) AS current_version FROM schedules';

/** Schedules as people see and change them; every query is limited to a workspace. */
export function createScheduleStore(database: Database) {
  return {
    transaction: database.transaction,

    /** Locks the workspace's row, so that the count stays true until the commit. */
    async countUnderLock(tx: Transaction, workspaceId: string, kind: ScheduleKind): Promise<number> {
      await tx.get('SELECT id FROM workspaces WHERE id = $1 FOR UPDATE', [workspaceId]);
      const sql = 'SELECT COUNT(*) AS count FROM schedules WHERE workspace_id = $1 AND kind = $2';
      return Number((await tx.get<{ count: number }>(sql, [workspaceId, kind]))?.count ?? 0);
    },

    insert: (tx: Transaction, row: ScheduleRow) =>
      tx.run(
        `INSERT INTO schedules (id, kind, workspace_id, user_id, agent_id, name, message, type, url, interval_seconds, cron, timezone,
           enabled, next_run_at, created_at, updated_at, accepted_version, parts)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $15, $16, $17)`,
        [
          ...[row.id, row.kind, row.workspace_id, row.user_id, row.agent_id, row.name, row.message, row.type, row.url],
          ...[row.interval_seconds, row.cron, row.timezone, row.enabled, row.next_run_at, row.created_at],
          ...[row.accepted_version, row.parts],
        ],
      ),

    find: (workspaceId: string, kind: ScheduleKind, id: string) =>
      database.get<ScheduleRow>(`SELECT ${shown} WHERE id = $1 AND workspace_id = $2 AND kind = $3`, [
        id,
        workspaceId,
        kind,
      ]),
    findUnderLock: (tx: Transaction, workspaceId: string, kind: ScheduleKind, id: string) =>
      tx.get<ScheduleRow>(`SELECT ${shown} WHERE id = $1 AND workspace_id = $2 AND kind = $3 FOR UPDATE`, [
        id,
        workspaceId,
        kind,
      ]),

    page: (workspaceId: string, kind: ScheduleKind, limit: number, { at, id }: Position = newest) =>
      database.all<ScheduleRow>(
        `SELECT ${shown} WHERE workspace_id = $1 AND kind = $2 AND (created_at, id) < ($3, $4)
         ORDER BY created_at DESC, id DESC LIMIT $5`,
        [workspaceId, kind, at, id, limit],
      ),

    /** Drops the claim: a firing under way used the old settings. */
    update: (tx: Transaction, row: ScheduleRow) =>
      tx.run(
        `UPDATE schedules SET user_id = $3, agent_id = $4, name = $5, message = $6, type = $7, url = $8, interval_seconds = $9, cron = $10,
           timezone = $11, enabled = $12, disabled_reason = $13, next_run_at = $14, consecutive_failures = $15, updated_at = $16,
           accepted_version = $17, parts = $18, claim = NULL, claimed_until = NULL
         WHERE id = $1 AND workspace_id = $2`,
        [
          ...[row.id, row.workspace_id, row.user_id, row.agent_id, row.name, row.message, row.type, row.url],
          ...[row.interval_seconds, row.cron, row.timezone, row.enabled, row.disabled_reason, row.next_run_at],
          ...[row.consecutive_failures, row.updated_at, row.accepted_version, row.parts],
        ],
      ),

    /** Only where the version before it was accepted: earlier changes by others still need acceptance. */
    acceptNext: (tx: Transaction, userId: string, changes: readonly { id: string; version: number }[]) =>
      tx.runEach(
        `UPDATE schedules SET accepted_version = $2
         WHERE agent_id = $1 AND user_id = $3 AND accepted_version = $2 - 1`,
        changes.map(({ id, version }) => [id, version, userId]),
      ),

    async delete(tx: Transaction, workspaceId: string, kind: ScheduleKind, id: string): Promise<boolean> {
      const sql = 'DELETE FROM schedules WHERE id = $1 AND workspace_id = $2 AND kind = $3';
      return (await tx.run(sql, [id, workspaceId, kind])).changes === 1;
    },

    deleteOf: (tx: Transaction, userId: string) => tx.run('DELETE FROM schedules WHERE user_id = $1', [userId]),

    /** The caller has already found the schedule in its workspace. */
    firings: (scheduleId: string, limit: number, { at, id }: Position = newest) =>
      database.all<FiringRow>(
        `SELECT * FROM schedule_runs WHERE schedule_id = $1 AND (started_at, id) < ($2, $3)
         ORDER BY started_at DESC, id DESC LIMIT $4`,
        [scheduleId, at, id, limit],
      ),
  };
}

export type ScheduleStore = ReturnType<typeof createScheduleStore>;
