import { newest, type Position } from '../../http/pagination.ts';
import { iso } from '../../kernel/clock.ts';
import { deleteById } from '../../platform/db/by-age.ts';
import type { Database, SqlValue, Transaction } from '../../platform/db/database.ts';

export type ApprovalRow = {
  id: string;
  workspace_id: string;
  user_id: string;
  run_id: string;
  session_id: string;
  agent_id: string;
  tool_call_id: string;
  tool: string;
  /** NULL for a request from before digests were kept. */
  tool_digest: string | null;
  params: string;
  status: 'pending' | 'approved' | 'denied' | 'expired';
  reason: string | null;
  resolved_by: string | null;
  created_at: number;
  expires_at: number;
  resolved_at: number | null;
};
export type NewApproval = {
  id: string;
  runId: string;
  sessionId: string;
  agentId: string;
  workspaceId: string;
  userId: string;
  toolCallId: string;
  tool: string;
  toolDigest: string;
  params: string;
  expiresAt: number;
};

/** Whose approvals: one person's, or with `userId` null everyone's in the workspace. */
export type ApprovalScope = { workspaceId: string; userId: string | null };

export function createApprovalStore(database: Database) {
  return {
    transaction: database.transaction,

    async insert(tx: Transaction, approval: NewApproval, now: number): Promise<void> {
      await tx.run(
        `INSERT INTO approvals (id, workspace_id, user_id, run_id, session_id, agent_id, tool_call_id, tool, params, status, created_at, expires_at,
           tool_digest)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'pending', $10, $11, $12)`,
        [
          approval.id,
          approval.workspaceId,
          approval.userId,
          approval.runId,
          approval.sessionId,
          approval.agentId,
          approval.toolCallId,
          approval.tool,
          approval.params,
          now,
          approval.expiresAt,
          approval.toolDigest,
        ],
      );
    },
    ofRun: (runId: string) =>
      database.all<ApprovalRow>('SELECT * FROM approvals WHERE run_id = $1 ORDER BY created_at, id', [runId]),
    find: ({ workspaceId, userId }: ApprovalScope, id: string) =>
      database.get<ApprovalRow>(
        'SELECT * FROM approvals WHERE id = $1 AND workspace_id = $2 AND ($3 = $4 OR user_id = $3)',
        [id, workspaceId, userId ?? '', ''],
      ),
    list(
      { workspaceId, userId }: ApprovalScope,
      status: string | undefined,
      limit: number,
      { at, id }: Position = newest,
    ) {
      const params: SqlValue[] = [workspaceId, at, id, limit];
      let where = '';
      for (const [column, value] of Object.entries({ user_id: userId ?? undefined, status })) {
        if (value === undefined) continue;
        params.push(value);
        where += ` AND ${column} = $${params.length}`;
      }
      return database.all<ApprovalRow>(
        `SELECT * FROM approvals WHERE workspace_id = $1 AND (created_at, id) < ($2, $3)${where} ORDER BY created_at DESC, id DESC LIMIT $4`,
        params,
      );
    },
    /** Only once: undefined if it was decided or expired before. */
    async resolve(
      tx: Transaction,
      id: string,
      status: 'approved' | 'denied' | 'expired',
      by: string | null,
      reason: string | null,
      now: number,
    ): Promise<ApprovalRow | undefined> {
      const { rows } = await tx.run<ApprovalRow>(
        `UPDATE approvals SET status = $2, resolved_by = $3, reason = $4, resolved_at = $5 WHERE id = $1 AND status = 'pending' RETURNING *`,
        [id, status, by, reason, now],
      );
      return rows[0];
    },
    async pendingOf(tx: Transaction, runId: string): Promise<number> {
      const row = await tx.get<{ pending: number }>(
        "SELECT count(*) AS pending FROM approvals WHERE run_id = $1 AND status = 'pending'",
        [runId],
      );
      return Number(row?.pending ?? 0);
    },
    async expireOfRun(tx: Transaction, runId: string, now: number): Promise<void> {
      await tx.run(
        "UPDATE approvals SET status = 'expired', resolved_at = $2 WHERE run_id = $1 AND status = 'pending'",
        [runId, now],
      );
    },
    /** Those that are answered, of runs that are over. */
    before: (time: number) =>
      deleteById(database, {
        table: 'approvals',
        prefix: 'apr',
        before: time,
        aged: 't.created_at',
        due: `t.status <> 'pending' AND NOT EXISTS (SELECT 1 FROM runs r
          WHERE r.id = t.run_id AND r.status IN ('queued', 'running', 'awaiting_approval'))`,
      }),
    /** A person's decisions on other people's runs stay, without the name and the reason. */
    async erasePerson(tx: Transaction, userId: string): Promise<void> {
      await tx.run('UPDATE approvals SET resolved_by = NULL, reason = NULL WHERE resolved_by = $1', [userId]);
    },
    firstPending: async (runId: string) => {
      const row = await database.get<ApprovalRow>(
        "SELECT * FROM approvals WHERE run_id = $1 AND status = 'pending' ORDER BY created_at, id LIMIT 1",
        [runId],
      );
      return (
        row && {
          requestId: row.id,
          tool: row.tool,
          params: JSON.parse(row.params) as unknown,
          expiresAt: iso(row.expires_at),
        }
      );
    },
  };
}

export type ApprovalStore = ReturnType<typeof createApprovalStore>;
