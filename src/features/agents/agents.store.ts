import { newest, type Position } from '../../http/pagination.ts';
import type { Database, Reader, Transaction } from '../../platform/db/database.ts';
import { workspaceRows } from '../workspaces/index.ts';

export type AgentRow = {
  id: string;
  workspace_id: string;
  name: string;
  version: number;
  body: string;
  created_at: number;
  updated_at: number;
};

export type AgentStore = ReturnType<typeof createAgentStore>;

export function createAgentStore(database: Database) {
  const lockWorkspace = (tx: Transaction, workspaceId: string) =>
    tx.get('SELECT id FROM workspaces WHERE id = $1 FOR NO KEY UPDATE', [workspaceId]);

  return {
    transaction: database.transaction,

    async insert(tx: Transaction, row: AgentRow): Promise<void> {
      await tx.run(
        'INSERT INTO agents (id, workspace_id, name, version, body, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7)',
        [row.id, row.workspace_id, row.name, row.version, row.body, row.created_at, row.updated_at],
      );
    },
    /** Serialises changes of a workspace's agents, so that each counts the others against the quota. */
    lockWorkspace,
    async countUnderLock(tx: Transaction, workspaceId: string): Promise<number> {
      await lockWorkspace(tx, workspaceId);
      const sql = 'SELECT count(*) AS count FROM agents WHERE workspace_id = $1';
      return Number((await tx.get<{ count: number }>(sql, [workspaceId]))?.count ?? 0);
    },
    find: (workspaceId: string, id: string) =>
      database.get<AgentRow>('SELECT * FROM agents WHERE id = $1 AND workspace_id = $2', [id, workspaceId]),
    list: (workspaceId: string, limit: number, { at, id }: Position = newest) =>
      database.all<AgentRow>(
        `SELECT * FROM agents WHERE workspace_id = $1 AND (created_at, id) < ($2, $3)
         ORDER BY created_at DESC, id DESC LIMIT $4`,
        [workspaceId, at, id, limit],
      ),
    /** False when the version before is no longer the current one. */
    async replace(tx: Transaction, { id, workspace_id, name, version, body, updated_at }: AgentRow): Promise<boolean> {
      const { changes } = await tx.run(
        `UPDATE agents SET name = $3, version = $4, body = $5, updated_at = $6
         WHERE id = $1 AND workspace_id = $2 AND version = $4 - 1`,
        [id, workspace_id, name, version, body, updated_at],
      );
      return changes === 1;
    },
    /**
     * Deletes the agent first: a transaction that makes it the default agent holds its row, and the second statement
     * then undoes that.
     */
    async delete(tx: Transaction, workspaceId: string, id: string): Promise<boolean> {
      const { changes } = await tx.run('DELETE FROM agents WHERE id = $1 AND workspace_id = $2', [id, workspaceId]);
      await workspaceRows.forgetDefaultAgent(tx, workspaceId, id);
      return changes === 1;
    },
    exists: async (workspaceId: string, id: string) =>
      (await database.get('SELECT id FROM agents WHERE id = $1 AND workspace_id = $2', [id, workspaceId])) !==
      undefined,

    /** `available`: of this workspace or granted to it; `elsewhere`: of another workspace. */
    async standing(tx: Reader, workspaceId: string, id: string): Promise<'available' | 'elsewhere' | 'absent'> {
      const row = await tx.get<{ available: number }>(
        `SELECT CASE WHEN a.workspace_id = $2 OR g.agent_id IS NOT NULL THEN 1 ELSE 0 END AS available
         FROM agents a LEFT JOIN agent_grants g ON g.agent_id = a.id AND g.workspace_id = $2 WHERE a.id = $1`,
        [id, workspaceId],
      );
      if (!row) return 'absent';
      return row.available === 1 ? 'available' : 'elsewhere';
    },

    current: (id: string) =>
      database.get<Pick<AgentRow, 'workspace_id' | 'version' | 'body'>>(
        'SELECT workspace_id, version, body FROM agents WHERE id = $1',
        [id],
      ),
  };
}
