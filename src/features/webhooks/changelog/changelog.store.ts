import type { Database, Transaction } from '../../../platform/db/database.ts';

export function createChangelogStore(database: Database) {
  return {
    transaction: database.transaction,
    /** False when a node has announced this change before. */
    async markAnnounced(tx: Transaction, id: string, now: number): Promise<boolean> {
      const sql = 'INSERT INTO announced_changes (id, announced_at) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING';
      return (await tx.run(sql, [id, now])).changes === 1;
    },
    async workspacesWithWebhooks(tx: Transaction): Promise<string[]> {
      const sql = 'SELECT DISTINCT workspace_id AS id FROM webhooks WHERE enabled = 1 ORDER BY workspace_id';
      return (await tx.all<{ id: string }>(sql)).map(({ id }) => id);
    },
  };
}

export type ChangelogStore = ReturnType<typeof createChangelogStore>;
