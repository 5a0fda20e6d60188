import type { Transaction } from '../../../platform/db/database.ts';

/** What approvals may do to a run that waits for them. */
export const parkedRuns = {
  /** Before any approval of the run is changed: of two answers at the same time, the later one sees the earlier one. */
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
