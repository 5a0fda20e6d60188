import type { Transaction } from '../../../platform/db/database.ts';

/** The operations of approvals on a parked run. */
export const parkedRuns = {
  /** Locks the run before any of its approvals is changed, so that concurrent decisions see each other. */
  lock: (tx: Transaction, runId: string) => tx.get('SELECT id FROM runs WHERE id = $1 FOR UPDATE', [runId]),

  /** The run may go on. It still holds its session, and any node may begin it. */
  async release(tx: Transaction, runId: string, now: number): Promise<boolean> {
    const { changes } = await tx.run(
      "UPDATE runs SET status = 'queued', lease_until = $2 WHERE id = $1 AND status = 'awaiting_approval'",
      [runId, now],
    );
    return changes === 1;
  },
};

export type ParkedRuns = typeof parkedRuns;
