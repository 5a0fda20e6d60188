import type { Position } from '../../http/pagination.ts';
import type { Person } from '../../kernel/person.ts';
import type { Database, SqlValue } from '../../platform/db/database.ts';
import { type ShownStatus, statusFilter, type TracedRun } from '../runs/index.ts';
import type { Approval } from './spell-out.ts';

export type Filters = {
  agentId?: string | undefined;
  sessionId?: string | undefined;
  runId?: string | undefined;
  status?: ShownStatus | undefined;
};

const summary = `runs.id, runs.workspace_id, runs.session_id, runs.agent_id, runs.kind, runs.status, runs.awaits_client, runs.stop_reason, runs.parent_run_id,
  runs.prompt_tokens, runs.cached_tokens, runs.completion_tokens, runs.cost_nano, runs.active_ms, runs.created_at, runs.started_at,
  runs.finished_at`;

/** A trace belongs to the person of its run, as do the traces of the runs it spawned. */
export function createTraceStore(database: Database) {
  return {
    list({ workspaceId, userId }: Person, filters: Filters, limit: number, { at, id }: Position) {
      const params: SqlValue[] = [workspaceId, userId, at, id, limit];
      const columns = {
        agent_id: filters.agentId,
        session_id: filters.sessionId,
        id: filters.runId,
        ...statusFilter(filters.status),
      };
      let where = '';
      for (const [column, value] of Object.entries(columns)) {
        if (value === undefined) continue;
        params.push(value);
        where += ` AND ${column} = $${params.length}`;
      }
      return database.all<Omit<TracedRun, 'trace' | 'error' | 'agent_name'>>(
        `SELECT ${summary} FROM runs WHERE workspace_id = $1 AND user_id = $2 AND (created_at, id) < ($3, $4)${where}
         ORDER BY created_at DESC, id DESC LIMIT $5`,
        params,
      );
    },

    /** The name of an agent granted by another workspace is not shown. */
    find: ({ workspaceId, userId }: Person, runId: string) =>
      database.get<TracedRun>(
        `SELECT ${summary}, runs.trace, runs.error, agents.name AS agent_name FROM runs
         LEFT JOIN agents ON agents.id = runs.agent_id AND agents.workspace_id = runs.workspace_id
         WHERE runs.id = $1 AND runs.workspace_id = $2 AND runs.user_id = $3`,
        [runId, workspaceId, userId],
      ),

    approvals: ({ workspaceId, userId }: Person, runId: string) =>
      database.all<Approval>(
        `SELECT id, tool, status, created_at, resolved_at FROM approvals
         WHERE run_id = $1 AND workspace_id = $2 AND user_id = $3 ORDER BY created_at, id`,
        [runId, workspaceId, userId],
      ),

    async children({ workspaceId, userId }: Person, runId: string): Promise<string[]> {
      const rows = await database.all<{ id: string }>(
        'SELECT id FROM runs WHERE parent_run_id = $1 AND workspace_id = $2 AND user_id = $3 ORDER BY created_at, id',
        [runId, workspaceId, userId],
      );
      return rows.map(({ id }) => id);
    },
  };
}

export type TraceStore = ReturnType<typeof createTraceStore>;
