import { newest, type Position } from '../../../http/pagination.ts';
import type { Database, Engine, Transaction } from '../../../platform/db/database.ts';

export type MemoryPolicyRow = {
  id: string;
  workspace_id: string;
  name: string;
  body: string;
  created_at: number;
  updated_at: number;
};

/** The id of the policy that an agent is bound to, from its body. */
const boundTo: Record<Engine, string> = {
  sqlite: "agents.body ->> '$.memoryProfileId'",
  postgres: "CAST(agents.body AS json) ->> 'memoryProfileId'",
};

export type MemoryPolicyStore = ReturnType<typeof createMemoryPolicyStore>;

export function createMemoryPolicyStore(database: Database) {
  const bound = boundTo[database.engine];
  return {
    transaction: database.transaction,

    /** Locks the workspace's row, so that the count stays true until the commit. */
    async countUnderLock(tx: Transaction, workspaceId: string): Promise<number> {
      await tx.get('SELECT id FROM workspaces WHERE id = $1 FOR UPDATE', [workspaceId]);
      const sql = 'SELECT count(*) AS count FROM memory_profiles WHERE workspace_id = $1';
      return (await tx.get<{ count: number }>(sql, [workspaceId]))?.count ?? 0;
    },
    insert: (tx: Transaction, row: MemoryPolicyRow) =>
      tx.run(
        `INSERT INTO memory_profiles (id, workspace_id, name, body, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6)`,
        [row.id, row.workspace_id, row.name, row.body, row.created_at, row.updated_at],
      ),
    find: (workspaceId: string, id: string) =>
      database.get<MemoryPolicyRow>('SELECT * FROM memory_profiles WHERE workspace_id = $1 AND id = $2', [
        workspaceId,
        id,
      ]),
    /** Locks the row until the commit, so that changes are serialised. */
    findUnderLock: (tx: Transaction, workspaceId: string, id: string) =>
      tx.get<MemoryPolicyRow>('SELECT * FROM memory_profiles WHERE workspace_id = $1 AND id = $2 FOR UPDATE', [
        workspaceId,
        id,
      ]),
    page: (workspaceId: string, limit: number, { at, id }: Position = newest) =>
      database.all<MemoryPolicyRow>(
        `SELECT * FROM memory_profiles WHERE workspace_id = $1 AND (created_at, id) < ($2, $3)
         ORDER BY created_at DESC, id DESC LIMIT $4`,
        [workspaceId, at, id, limit],
      ),
    update: (tx: Transaction, { workspace_id, id, name, body, updated_at }: MemoryPolicyRow) =>
      tx.run('UPDATE memory_profiles SET name = $3, body = $4, updated_at = $5 WHERE workspace_id = $1 AND id = $2', [
        workspace_id,
        id,
        name,
        body,
        updated_at,
      ]),
    delete: (tx: Transaction, workspaceId: string, id: string) =>
      tx.run('DELETE FROM memory_profiles WHERE workspace_id = $1 AND id = $2', [workspaceId, id]),

    agentsBoundTo: async (
      workspaceId: string,
      id: string,
      reader: Pick<Database, 'all'> = database,
    ): Promise<string[]> =>
      (
        await reader.all<{ id: string }>(
          `SELECT id FROM agents WHERE workspace_id = $1 AND ${bound} = $2 ORDER BY id`,
          [workspaceId, id],
        )
      ).map((agent) => agent.id),

    /** Up to 100 policies of all workspaces after an id, in the order of ids. */
    after: (id: string) =>
      database.all<MemoryPolicyRow>('SELECT * FROM memory_profiles WHERE id > $1 ORDER BY id LIMIT 100', [id]),
  };
}
