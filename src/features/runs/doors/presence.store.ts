import type { Person } from '../../../kernel/person.ts';
import type { Database } from '../../../platform/db/database.ts';

export type PresenceRow = {
  id: string;
  name: string;
  run_id: string | null;
  session_id: string | null;
  status: 'running' | 'awaiting_approval' | null;
  awaits_client: number | null;
  since: number | null;
  tool: string | null;
};

/** The agents of a workspace, each with its current runs for one person. */
export const createPresenceReader =
  (database: Database) =>
  ({ workspaceId, userId }: Person): Promise<PresenceRow[]> =>
    database.all<PresenceRow>(
      `WITH active AS (SELECT id, session_id, agent_id, status, awaits_client, started_at FROM runs
         WHERE workspace_id = $1 AND user_id = $2 AND status IN ('running', 'awaiting_approval'))
       SELECT a.id, a.name, r.id AS run_id, r.session_id, r.status, r.awaits_client, r.started_at AS since,
         (SELECT t.tool FROM tool_calls t WHERE t.run_id = r.id AND t.status = 'started' LIMIT 1) AS tool
       FROM agents a LEFT JOIN active r ON r.agent_id = a.id
       WHERE a.workspace_id = $1 ORDER BY a.created_at DESC, a.id, r.id LIMIT 500`,
      [workspaceId, userId],
    );
