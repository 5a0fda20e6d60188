import type { Transaction } from '../../../platform/db/database.ts';
import { statusIs } from '../run.store.ts';

const isPending = (table: 'approvals' | 'client_tool_calls') =>
  `EXISTS (SELECT 1 FROM ${table} p WHERE p.run_id = runs.id AND p.status = 'pending')`;

/** The operations on a parked run of those that it waits for: approvals and results of its client's tools. */
export const parkedRuns = {
  /** Locks the run before anything that it waits for is changed, so that concurrent changes see each other. */
  lock: (tx: Transaction, runId: string) => tx.get('SELECT id FROM runs WHERE id = $1 FOR UPDATE', [runId]),

  /** The run may go on, if it waits for nothing more. It still holds its session, and any node may begin it. */
  async release(tx: Transaction, runId: string, now: number): Promise<boolean> {
    const { changes } = await tx.run(
      `UPDATE runs SET status = 'queued', lease_until = $2, awaits_client = 0 WHERE id = $1 AND ${statusIs('awaiting_approval')}
         AND NOT ${isPending('approvals')} AND NOT ${isPending('client_tool_calls')}`,
      [runId, now],
    );
    if (changes === 1) return true;
    await tx.run(
      `UPDATE runs SET awaits_client = 1 WHERE id = $1 AND ${statusIs('awaiting_approval')} AND NOT ${isPending('approvals')}`,
      [runId],
    );
    return false;
  },
};

export type ParkedRuns = typeof parkedRuns;
