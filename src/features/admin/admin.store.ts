import { newest, type Position } from '../../http/pagination.ts';
import type { Database } from '../../platform/db/database.ts';

export type AdminAgentRow = {
  id: string;
  workspace_id: string;
  name: string;
  version: number;
  body: string;
  failures: number | null;
  created_at: number;
  updated_at: number;
};
export type AdminSessionRow = {
  id: string;
  workspace_id: string;
  user_id: string;
  agent_id: string;
  surface: string;
  message_count: number;
  prompt_tokens: number;
  completion_tokens: number;
  cost_nano: string;
  created_at: number;
  updated_at: number;
  last_message_at: number | null;
};
export type AuditRow = {
  seq: number;
  id: string;
  at: number;
  actor: string | null;
  action: string;
  target: string | null;
  outcome: 'success' | 'failure';
  detail: string | null;
  ip: string | null;
  request_id: string | null;
};
type Counts = {
  sessions: number;
  running: number;
  queued: number;
  parked: number;
  users: number;
  workspaces: number;
  agents: number;
};

const audited = 'seq, id, at, actor, action, target, outcome, detail, ip, request_id';

/** For the operator: reads across all tenants, but nothing that a tenant wrote. */
export function createAdminStore(database: Database) {
  return {
    engine: database.engine,

    userExists: async (id: string): Promise<boolean> =>
      (await database.get('SELECT id FROM users WHERE id = $1', [id])) !== undefined,

    async counts(): Promise<Counts> {
      const row = await database.get<Counts>(
        `SELECT (SELECT count(*) FROM sessions WHERE status = 'active') AS sessions,
           (SELECT count(*) FROM runs WHERE status = 'running') AS running,
           (SELECT count(*) FROM runs WHERE status = 'queued') AS queued,
           (SELECT count(*) FROM runs WHERE status IN ('running', 'awaiting_approval') AND status <> 'running') AS parked,
           (SELECT count(*) FROM users WHERE kind = 'person') AS users, (SELECT count(*) FROM workspaces) AS workspaces,
           (SELECT count(*) FROM agents) AS agents`,
      );
      return row as Counts;
    },

    agents: (limit: number, { at, id }: Position = newest) =>
      database.all<AdminAgentRow>(
        `SELECT a.id, a.workspace_id, a.name, a.version, a.body, a.created_at, a.updated_at, h.consecutive_failures AS failures
         FROM agents a LEFT JOIN agent_health h ON h.agent_id = a.id WHERE (a.created_at, a.id) < ($1, $2)
         ORDER BY a.created_at DESC, a.id DESC LIMIT $3`,
        [at, id, limit],
      ),

    /** A user who opened a session in a workspace has a row of usage there: sessions have no index by user alone. */
    activeSessions: (userId: string, limit: number, { at, id }: Position = newest) =>
      database.all<AdminSessionRow>(
        `SELECT id, workspace_id, user_id, agent_id, surface, message_count, prompt_tokens, completion_tokens,
           CAST(cost_nano AS TEXT) AS cost_nano, created_at, updated_at, last_message_at
         FROM sessions WHERE workspace_id IN (SELECT DISTINCT workspace_id FROM usage_daily WHERE user_id = $1)
           AND user_id = $1 AND status = 'active' AND (created_at, id) < ($2, $3)
         ORDER BY created_at DESC, id DESC LIMIT $4`,
        [userId, at, id, limit],
      ),

    /** Entries about a person and entries of which the person is the actor, newest first. */
    auditOf: (userId: string, limit: number) => {
      const newestOf = (column: string) =>
        `SELECT * FROM (SELECT ${audited} FROM audit_log WHERE ${column} = $1 ORDER BY seq DESC LIMIT $2) AS ${column}`;
      return database.all<AuditRow>(`${newestOf('user_id')} UNION ${newestOf('actor')} ORDER BY seq DESC LIMIT $2`, [
        userId,
        limit,
      ]);
    },
  };
}

export type AdminStore = ReturnType<typeof createAdminStore>;
