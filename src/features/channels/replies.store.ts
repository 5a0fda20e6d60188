import type { Database, Transaction } from '../../platform/db/database.ts';

export function createReplyStore(database: Database) {
  return {
    transaction: database.transaction,
    /** Locks the run: if it is just ending, it ends after this transaction. */
    async isUnderWay(tx: Transaction, runId: string): Promise<boolean> {
      const sql = 'SELECT finished_at FROM runs WHERE id = $1 FOR UPDATE';
      return (await tx.get<{ finished_at: number | null }>(sql, [runId]))?.finished_at === null;
    },
    async sessionOf(runId: string): Promise<string> {
      const row = await database.get<{ session_id: string }>('SELECT session_id FROM runs WHERE id = $1', [runId]);
      return row?.session_id ?? '';
    },
    async channelsIn(tx: Transaction, workspaceId: string): Promise<string[]> {
      const rows = await tx.all<{ id: string }>('SELECT id FROM channels WHERE workspace_id = $1', [workspaceId]);
      return rows.map(({ id }) => id);
    },
  };
}

export type ReplyStore = ReturnType<typeof createReplyStore>;
