import type { Database } from '../../platform/db/database.ts';

const portion = 100;

/** Before a workspace is erased: the passages in portions, because the rest goes in one transaction. */
export const createKnowledgeErasure = (database: Database) => ({
  async eraseMostOfWorkspace(workspaceId: string): Promise<void> {
    await database.run('DELETE FROM knowledge_work WHERE workspace_id = $1', [workspaceId]);
    const sql = `DELETE FROM knowledge_passages WHERE id IN
      (SELECT id FROM knowledge_passages WHERE workspace_id = $1 LIMIT ${portion})`;
    while ((await database.run(sql, [workspaceId])).changes === portion);
  },
});
