import { bootstrapActor, type Caller } from '../../../http/authentication.ts';
import { newest, type Position } from '../../../http/pagination.ts';
import type { Person } from '../../../kernel/person.ts';
import type { Database, SqlValue } from '../../../platform/db/database.ts';
import { type RunRow, statusFilter } from '../run.ts';
import type { JobQuery } from './runs.schema.ts';

/** Columns of a list: no answers, no traces, and only the beginning of each message. */
const listed = `id, user_id, kind, status, awaits_client, session_id, agent_id, batch_id, parent_run_id, substr(input, 1, 1000) AS input, stop_reason,
  prompt_tokens, cached_tokens, completion_tokens, reasoning_tokens, cost_nano, tool_calls, active_ms, model, cached, error, created_at, started_at, finished_at`;
export type ListedRun = Omit<RunRow, 'content' | 'trace' | 'metadata' | 'parts'>;

/** A person sees their own runs, an API key the runs it started. */
export type Viewer = Pick<Caller, 'workspaceId' | 'userId'> | { apiKey: string };
/** A key from the settings is the operator's and sees the runs of every key. */
const byApiKey = (parameter: string) =>
  `kind IN ('autonomous', 'batch') AND (api_key = ${parameter} OR ${parameter} = '${bootstrapActor}')`;

export function createJobStore(database: Database) {
  return {
    findStartedBy: (apiKey: string, id: string) =>
      database.get<RunRow>(`SELECT * FROM runs WHERE id = $1 AND ${byApiKey('$2')}`, [id, apiKey]),

    list(viewer: Viewer, query: JobQuery, limit: number, { at, id }: Position = newest): Promise<ListedRun[]> {
      const filters = {
        ...statusFilter(query.status),
        kind: query.kind,
        batch_id: query.batchId,
        session_id: query.sessionId,
        agent_id: query.agentId,
      };
      const params: SqlValue[] = [at, id, limit];
      let where = ' AND workspace_id = $4 AND user_id = $5';
      if ('apiKey' in viewer) {
        params.push(viewer.apiKey);
        where = ` AND ${byApiKey('$4')}`;
      } else params.push(viewer.workspaceId, viewer.userId);
      for (const [column, value] of Object.entries(filters)) {
        if (value === undefined) continue;
        params.push(value);
        where += ` AND ${column} = $${params.length}`;
      }
      return database.all<ListedRun>(
        `SELECT ${listed} FROM runs WHERE (created_at, id) < ($1, $2)${where} ORDER BY created_at DESC, id DESC LIMIT $3`,
        params,
      );
    },

    /** The tree that a run is in, without its root. */
    treeOf: (id: string) =>
      database.all<Pick<RunRow, 'id' | 'status' | 'parent_run_id' | 'workspace_id' | 'user_id'>>(
        `SELECT id, status, parent_run_id, workspace_id, user_id FROM runs
         WHERE root_run_id = COALESCE((SELECT root_run_id FROM runs WHERE id = $1), $1) ORDER BY depth`,
        [id],
      ),

    /** The runs of a session that have not ended, the last in the queue first. */
    openIn: ({ workspaceId, userId }: Person, sessionId: string) =>
      database.all<{ id: string }>(
        `SELECT id FROM runs WHERE session_id = $1 AND workspace_id = $2 AND user_id = $3
         AND status IN ('queued', 'running', 'awaiting_approval') ORDER BY turn DESC`,
        [sessionId, workspaceId, userId],
      ),
  };
}

export type JobStore = ReturnType<typeof createJobStore>;
