import type { Database } from '../../platform/db/database.ts';

const mostAgents = 1_000;

type RulesRow = {
  providers: string | null;
  models: string | null;
  budget: number | null;
  connections_version: number;
  use_operator_models: number;
  fallbacks: string | null;
};
type AgentRow = { id: string; created_at: number; body: string; name: string | null };

export function createModelNameStore(database: Database) {
  return {
    /** The restrictions, the budget and the fallbacks of a workspace, and what it can reach. */
    rulesOf: (workspaceId: string) =>
      database.get<RulesRow>(
        `SELECT allowed_providers AS providers, allowed_models AS models, monthly_budget_nano AS budget, connections_version,
           use_operator_models, fallbacks
         FROM workspaces WHERE id = $1`,
        [workspaceId],
      ),

    /** The agents of a workspace, and those granted to it without their names. */
    usableAgents: (workspaceId: string) =>
      database.all<AgentRow>(
        `SELECT id, created_at, body, name FROM (
         SELECT id, created_at, body, name FROM agents WHERE workspace_id = $1
         UNION ALL SELECT a.id, g.created_at, a.body, NULL AS name FROM agent_grants g JOIN agents a ON a.id = g.agent_id WHERE g.workspace_id = $1
       ) AS usable ORDER BY created_at DESC, id DESC LIMIT $2`,
        [workspaceId, mostAgents],
      ),
  };
}

export type ModelNameStore = ReturnType<typeof createModelNameStore>;
