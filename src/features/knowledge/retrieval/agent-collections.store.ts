import type { Database } from '../../../platform/db/database.ts';

export type Scope = { workspaceId: string; collectionIds: readonly string[] };

const mostCollections = 100;

export const createAgentCollections = (database: Pick<Database, 'get' | 'all'>) => ({
  /** Those of an agent, for somebody of a workspace: its own, or one that it is lent to with its knowledge. */
  async ofAgent(agentId: string, workspaceId: string): Promise<Scope | undefined> {
    const row = await database.get<{ workspace_id: string; body: string; knowledge: number | null }>(
      `SELECT a.workspace_id, a.body, g.knowledge FROM agents a
       LEFT JOIN agent_grants g ON g.agent_id = a.id AND g.workspace_id = $2 WHERE a.id = $1`,
      [agentId, workspaceId],
    );
    if (!row || (row.workspace_id !== workspaceId && row.knowledge !== 1)) return undefined;
    const { knowledge = [] } = JSON.parse(row.body) as { knowledge?: string[] };
    return { workspaceId: row.workspace_id, collectionIds: knowledge };
  },
  async ofWorkspace(workspaceId: string): Promise<Scope> {
    const rows = await database.all<{ id: string }>(
      `SELECT id FROM knowledge_collections WHERE workspace_id = $1 AND deleted_at IS NULL
       ORDER BY created_at DESC, id DESC LIMIT ${mostCollections}`,
      [workspaceId],
    );
    return { workspaceId, collectionIds: rows.map(({ id }) => id) };
  },
});

export type AgentCollections = ReturnType<typeof createAgentCollections>;
