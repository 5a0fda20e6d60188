import type { Reader, Transaction } from '../../../platform/db/database.ts';
import { forgetEnded, holds } from './reservations.store.ts';

const forgetEndedOfWorkspace = forgetEnded('workspace_id');

const spentSql = `(SELECT COALESCE(sum(cost_nano), 0) FROM usage_totals WHERE workspace_id = $1 AND day >= $4 AND day <= $5)
  + (SELECT COALESCE(sum(cost_nano), 0) FROM usage_days WHERE workspace_id = $1 AND day >= $4 AND day <= $5
     AND day > (SELECT usage_through FROM workspaces WHERE id = $1))`;

const budgetAndReserved = `w.monthly_budget_nano AS own, CAST(COALESCE((SELECT sum(v.nano)
  FROM budget_reservations v WHERE v.workspace_id = $1 AND v.id <> $3 AND ${holds}), 0) AS TEXT) AS reserved`;
const ofWorkspace = 'FROM workspaces w WHERE w.id = $1';

type Days = { first: string; last: string };
type ReservationRow = {
  id: string;
  workspaceId: string;
  payerId: string | null;
  keyId: string | null;
  runId: string | null;
  nano: number;
  expiresAt: number | null;
};

/** Sums travel as text: they may be larger than a double holds exactly. */
export const workspaceBudgets = {
  /** In one statement, so that a turn that ends meanwhile is not counted twice, as reserved and as spent. */
  standing: (reader: Reader, workspaceId: string, { first, last }: Days, now: number) =>
    reader.get<{ own: number | null; reserved: string; spent: string }>(
      `SELECT ${budgetAndReserved}, CAST(${spentSql} AS TEXT) AS spent ${ofWorkspace}`,
      [workspaceId, now, '', first, last],
    ),

  /** Locks the workspace's row and creates it if it is missing. Undefined where there is no budget. */
  async take(tx: Transaction, workspaceId: string, month: string, everyWorkspace: boolean) {
    const { rows } = await tx.run<{ month: string; spent: string; counted_at: number }>(
      `INSERT INTO workspace_budgets (workspace_id, month, spent_nano, counted_at)
       SELECT id, CAST($2 AS TEXT), 0, 0 FROM workspaces WHERE id = $1 ${everyWorkspace ? '' : 'AND monthly_budget_nano IS NOT NULL'}
       ON CONFLICT (workspace_id) DO UPDATE SET workspace_id = excluded.workspace_id
       RETURNING month, CAST(spent_nano AS TEXT) AS spent, counted_at`,
      [workspaceId, month],
    );
    return rows[0];
  },

  async recount(tx: Transaction, workspaceId: string, month: string, { first, last }: Days, now: number) {
    const { rows } = await tx.run<{ spent: string }>(
      `UPDATE workspace_budgets SET month = $2, counted_at = $3, spent_nano = ${spentSql}
       WHERE workspace_id = $1 RETURNING CAST(spent_nano AS TEXT) AS spent`,
      [workspaceId, month, now, first, last],
    );
    return BigInt(rows[0]?.spent ?? 0);
  },

  deleteDeadReservations: (tx: Transaction, workspaceId: string, now: number) =>
    tx.run(forgetEndedOfWorkspace, [workspaceId, now]),

  /** The workspace's own budget, and the sum of the reservations other than `exceptId`. */
  reservedBeside: (tx: Transaction, workspaceId: string, exceptId: string, now: number) =>
    tx.get<{ own: number | null; reserved: string }>(`SELECT ${budgetAndReserved} ${ofWorkspace}`, [
      workspaceId,
      now,
      exceptId,
    ]),

  spend: (tx: Transaction, workspaceId: string, costNano: number, month: string) =>
    tx.run('UPDATE workspace_budgets SET spent_nano = spent_nano + $2 WHERE workspace_id = $1 AND month = $3', [
      workspaceId,
      costNano,
      month,
    ]),

  putReservation: (tx: Transaction, row: ReservationRow) =>
    tx.run(
      `INSERT INTO budget_reservations (id, workspace_id, payer_id, key_id, run_id, nano, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (id) DO UPDATE SET nano = excluded.nano, expires_at = excluded.expires_at`,
      [row.id, row.workspaceId, row.payerId, row.keyId, row.runId, row.nano, row.expiresAt],
    ),
  deleteReservation: (tx: Pick<Transaction, 'run'>, id: string) =>
    tx.run('DELETE FROM budget_reservations WHERE id = $1', [id]),
  /** Undefined when there is none: one of 0 is a reservation too. */
  reservation: async (reader: Reader, id: string): Promise<number | undefined> =>
    (await reader.get<{ nano: number }>('SELECT nano FROM budget_reservations WHERE id = $1', [id]))?.nano,
};
