import type { Database, Transaction } from '../../platform/db/database.ts';

export type ToolRow = {
  workspace_id: string;
  name: string;
  description: string;
  parameters: string;
  url: string;
  method: string;
  headers: string | null;
  header_names: string;
  timeout_ms: number;
  created_at: number;
};

export type ToolStore = ReturnType<typeof createToolStore>;

export function createToolStore(database: Database) {
  return {
    transaction: database.transaction,

    /** Locks the workspace's row: the count stays true until the commit. */
    async countUnderLock(tx: Transaction, workspaceId: string): Promise<number> {
      await tx.get('SELECT id FROM workspaces WHERE id = $1 FOR UPDATE', [workspaceId]);
      const row = await tx.get<{ count: number }>('SELECT count(*) AS count FROM tools WHERE workspace_id = $1', [
        workspaceId,
      ]);
      return Number(row?.count ?? 0);
    },
    /** False when the workspace has a tool of that name already. */
    async insert(tx: Transaction, row: ToolRow): Promise<boolean> {
      const { changes } = await tx.run(
        `INSERT INTO tools (workspace_id, name, description, parameters, url, method, headers, header_names, timeout_ms, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (workspace_id, name) DO NOTHING`,
        [
          row.workspace_id,
          row.name,
          row.description,
          row.parameters,
          row.url,
          row.method,
          row.headers,
          row.header_names,
          row.timeout_ms,
          row.created_at,
        ],
      );
      return changes === 1;
    },
    find: (workspaceId: string, name: string) =>
      database.get<ToolRow>('SELECT * FROM tools WHERE workspace_id = $1 AND name = $2', [workspaceId, name]),
    list: (workspaceId: string) =>
      database.all<ToolRow>('SELECT * FROM tools WHERE workspace_id = $1 ORDER BY name', [workspaceId]),
    async delete(tx: Transaction, workspaceId: string, name: string): Promise<boolean> {
      return (
        (await tx.run('DELETE FROM tools WHERE workspace_id = $1 AND name = $2', [workspaceId, name])).changes === 1
      );
    },
  };
}
