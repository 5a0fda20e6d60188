import { newest, type Position } from '../../../http/pagination.ts';
import type { Database, Transaction } from '../../../platform/db/database.ts';

export type McpServerRow = {
  id: string;
  workspace_id: string;
  name: string;
  url: string;
  headers: string | null;
  header_names: string;
  version: number;
  tools: string;
  error: string | null;
  checked_at: number | null;
  created_at: number;
  updated_at: number;
};

type Settings = Pick<McpServerRow, 'name' | 'url' | 'headers' | 'header_names'>;
export type Finding = Pick<McpServerRow, 'tools' | 'error'> & { checked_at: number };

export type McpServerStore = ReturnType<typeof createMcpServerStore>;

export function createMcpServerStore(database: Database) {
  return {
    transaction: database.transaction,

    /** Locks the workspace's row: the count and the free names stay true until the commit. */
    async namesUnderLock(tx: Transaction, workspaceId: string): Promise<{ id: string; name: string }[]> {
      await tx.get('SELECT id FROM workspaces WHERE id = $1 FOR UPDATE', [workspaceId]);
      return tx.all('SELECT id, name FROM mcp_servers WHERE workspace_id = $1', [workspaceId]);
    },
    async insert(tx: Transaction, row: McpServerRow): Promise<void> {
      await tx.run(
        `INSERT INTO mcp_servers (id, workspace_id, name, url, headers, header_names, version, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [
          row.id,
          row.workspace_id,
          row.name,
          row.url,
          row.headers,
          row.header_names,
          row.version,
          row.created_at,
          row.updated_at,
        ],
      );
    },
    find: (workspaceId: string, id: string, reader: Pick<Database, 'get'> = database) =>
      reader.get<McpServerRow>('SELECT * FROM mcp_servers WHERE workspace_id = $1 AND id = $2', [workspaceId, id]),
    findByName: (workspaceId: string, name: string) =>
      database.get<McpServerRow>('SELECT * FROM mcp_servers WHERE workspace_id = $1 AND name = $2', [
        workspaceId,
        name,
      ]),
    all: (workspaceId: string) =>
      database.all<McpServerRow>('SELECT * FROM mcp_servers WHERE workspace_id = $1 ORDER BY name', [workspaceId]),
    page: (workspaceId: string, limit: number, { at, id }: Position = newest) =>
      database.all<McpServerRow>(
        `SELECT * FROM mcp_servers WHERE workspace_id = $1 AND (created_at, id) < ($2, $3)
         ORDER BY created_at DESC, id DESC LIMIT $4`,
        [workspaceId, at, id, limit],
      ),
    async update(tx: Transaction, workspaceId: string, id: string, settings: Settings, now: number): Promise<void> {
      await tx.run(
        `UPDATE mcp_servers SET name = $3, url = $4, headers = $5, header_names = $6, version = version + 1,
           tools = '[]', error = NULL, checked_at = NULL, updated_at = $7
         WHERE workspace_id = $1 AND id = $2`,
        [workspaceId, id, settings.name, settings.url, settings.headers, settings.header_names, now],
      );
    },
    /** A listing made under old settings is not stored over a newer one. */
    async storeFinding(
      tx: Transaction,
      id: string,
      version: number,
      { tools, error, checked_at }: Finding,
    ): Promise<boolean> {
      const { changes } = await tx.run(
        'UPDATE mcp_servers SET tools = $3, error = $4, checked_at = $5 WHERE id = $1 AND version = $2',
        [id, version, tools, error, checked_at],
      );
      return changes === 1;
    },
    async delete(tx: Transaction, workspaceId: string, id: string): Promise<boolean> {
      const { changes } = await tx.run('DELETE FROM mcp_servers WHERE workspace_id = $1 AND id = $2', [
        workspaceId,
        id,
      ]);
      return changes === 1;
    },
  };
}
