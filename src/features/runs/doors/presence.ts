import type { Caller } from '../../../http/authentication.ts';
import { iso } from '../../../kernel/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Presence } from './runs.schema.ts';

type Row = {
  id: string;
  name: string;
  run_id: string | null;
  session_id: string | null;
  status: 'running' | 'awaiting_approval' | null;
  since: number | null;
  tool: string | null;
};

function stateOf({ status, tool }: Row): Presence['data'][number]['state'] {
  if (status === null) return 'idle';
  if (status === 'awaiting_approval') return status;
  return tool === null ? 'thinking' : 'tool';
}

/** The agents of the workspace, and what each is doing for the caller. */
export const createPresence =
  (database: Database) =>
  async ({ workspaceId, userId }: Caller): Promise<Presence> => {
    const rows = await database.all<Row>(
      `WITH active AS (SELECT id, session_id, agent_id, status, started_at FROM runs
         WHERE workspace_id = $1 AND user_id = $2 AND status IN ('running', 'awaiting_approval'))
       SELECT a.id, a.name, r.id AS run_id, r.session_id, r.status, r.started_at AS since,
         (SELECT t.tool FROM tool_calls t WHERE t.run_id = r.id AND t.status = 'started' LIMIT 1) AS tool
       FROM agents a LEFT JOIN active r ON r.agent_id = a.id
       WHERE a.workspace_id = $1 ORDER BY a.created_at DESC, a.id, r.id LIMIT 500`,
      [workspaceId, userId],
    );
    return {
      data: rows.map((row) => ({
        agentId: row.id,
        name: row.name,
        state: stateOf(row),
        sessionId: row.session_id,
        runId: row.run_id,
        since: row.since === null ? null : iso(row.since),
      })),
    };
  };
