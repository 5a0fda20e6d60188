import { newest, type Position } from '../../../http/pagination.ts';
import { listedIds } from '../../../platform/db/by-age.ts';
import type { Database, Engine, Transaction } from '../../../platform/db/database.ts';

export type CollectionRow = {
  id: string;
  workspace_id: string;
  name: string;
  description: string;
  created_at: number;
  updated_at: number;
};

export type CollectionWithCounts = CollectionRow & { documents: number; passages: number };

const columns = 'id, workspace_id, name, description, created_at, updated_at';
const counted = `${columns},
  (SELECT count(*) FROM knowledge_documents d WHERE d.collection_id = c.id AND d.status <> 'deleted') AS documents,
  (SELECT CAST(coalesce(sum(d.passages), 0) AS BIGINT) FROM knowledge_documents d
   WHERE d.collection_id = c.id AND d.status <> 'deleted') AS passages`;

/** Agents whose body names the collection in a list. */
const naming: Record<Engine, string> = {
  sqlite: "EXISTS (SELECT 1 FROM json_each(agents.body, '$.knowledge') WHERE value = $2)",
  postgres: "CAST(agents.body AS jsonb) -> 'knowledge' @> to_jsonb(CAST($2 AS TEXT))",
};

export type CollectionStore = ReturnType<typeof createCollectionStore>;

export function createCollectionStore(database: Database) {
  return {
    transaction: database.transaction,

    /** Locks the workspace's row, so that the count stays true until the commit. */
    async countUnderLock(tx: Transaction, workspaceId: string): Promise<number> {
      await tx.get('SELECT id FROM workspaces WHERE id = $1 FOR NO KEY UPDATE', [workspaceId]);
      const sql = 'SELECT count(*) AS count FROM knowledge_collections WHERE workspace_id = $1';
      return Number((await tx.get<{ count: number }>(sql, [workspaceId]))?.count ?? 0);
    },
    insert: (tx: Transaction, row: CollectionRow) =>
      tx.run(`INSERT INTO knowledge_collections (${columns}) VALUES ($1, $2, $3, $4, $5, $6)`, [
        row.id,
        row.workspace_id,
        row.name,
        row.description,
        row.created_at,
        row.updated_at,
      ]),
    find: (workspaceId: string, id: string) =>
      database.get<CollectionWithCounts>(
        `SELECT ${counted} FROM knowledge_collections c WHERE c.workspace_id = $1 AND c.id = $2 AND c.deleted_at IS NULL`,
        [workspaceId, id],
      ),
    exists: async (workspaceId: string, id: string): Promise<boolean> =>
      (await database.get(
        'SELECT id FROM knowledge_collections WHERE workspace_id = $1 AND id = $2 AND deleted_at IS NULL',
        [workspaceId, id],
      )) !== undefined,
    page: (workspaceId: string, limit: number, { at, id }: Position = newest) =>
      database.all<CollectionWithCounts>(
        `SELECT ${counted} FROM knowledge_collections c
         WHERE c.workspace_id = $1 AND c.deleted_at IS NULL AND (c.created_at, c.id) < ($2, $3)
         ORDER BY c.created_at DESC, c.id DESC LIMIT $4`,
        [workspaceId, at, id, limit],
      ),
    /** Locks the row until the commit. */
    findUnderLock: (tx: Transaction, workspaceId: string, id: string) =>
      tx.get<CollectionRow>(
        `SELECT ${columns} FROM knowledge_collections WHERE workspace_id = $1 AND id = $2 AND deleted_at IS NULL FOR UPDATE`,
        [workspaceId, id],
      ),
    update: (tx: Transaction, { workspace_id, id, name, description, updated_at }: CollectionRow) =>
      tx.run(
        'UPDATE knowledge_collections SET name = $3, description = $4, updated_at = $5 WHERE workspace_id = $1 AND id = $2',
        [workspace_id, id, name, description, updated_at],
      ),
    hide: (tx: Transaction, workspaceId: string, id: string, now: number) =>
      tx.run('UPDATE knowledge_collections SET deleted_at = $3 WHERE workspace_id = $1 AND id = $2', [
        workspaceId,
        id,
        now,
      ]),
    /** A hidden one without documents. */
    deleteEmpty: (tx: Transaction, id: string) =>
      tx.run(
        `DELETE FROM knowledge_collections WHERE id = $1 AND deleted_at IS NOT NULL
           AND NOT EXISTS (SELECT 1 FROM knowledge_documents d WHERE d.collection_id = $1)`,
        [id],
      ),
    agentsNaming: async (tx: Transaction, workspaceId: string, id: string): Promise<string[]> =>
      (
        await tx.all<{ id: string }>(
          `SELECT id FROM agents WHERE workspace_id = $1 AND ${naming[database.engine]} ORDER BY id LIMIT 100`,
          [workspaceId, id],
        )
      ).map((agent) => agent.id),

    /** For a search: those of the workspace, and whether they have passages that must not be found. */
    standing: (workspaceId: string, ids: readonly string[]) =>
      database.all<{ id: string; revision: number; hidden: number }>(
        `SELECT c.id, c.revision, CASE WHEN EXISTS (
           SELECT 1 FROM knowledge_versions v WHERE v.collection_id = c.id AND v.state <> 'current'
         ) THEN 1 ELSE 0 END AS hidden
         FROM knowledge_collections c
         WHERE c.id ${listedIds[database.engine]} AND c.workspace_id = $2 AND c.deleted_at IS NULL ORDER BY c.id`,
        [JSON.stringify(ids), workspaceId],
      ),
    /** Locks it: documents become searched one after the other. Undefined when it is being deleted. */
    lock: (tx: Transaction, id: string) =>
      tx.get('SELECT id FROM knowledge_collections WHERE id = $1 AND deleted_at IS NULL FOR UPDATE', [id]),
    advance: (tx: Transaction, id: string) =>
      tx.run('UPDATE knowledge_collections SET revision = revision + 1 WHERE id = $1', [id]),
  };
}
