import { newest, type Position } from '../../http/pagination.ts';
import type { Database, Engine } from '../../platform/db/database.ts';

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

/** Counted one by one up to here. Beyond it PostgreSQL's own estimate is good enough, and costs nothing. */
const countedAtMost = 10_000;
type Counted = { rows: string; estimate: string };
/** Of the entries in an index, which a vacuum counts and an ANALYZE estimates. */
const estimateOf = (index: string) =>
  `COALESCE((SELECT reltuples FROM pg_class WHERE oid = to_regclass('${index}')), 0)`;
const countOf: Record<Engine, (counted: Counted) => string> = {
  // The embedded engine has no estimate. Each figure is counted in an index, not in the table.
  sqlite: ({ rows }) => `(SELECT count(*) FROM ${rows})`,
  postgres: ({ rows, estimate }) => `(SELECT CASE WHEN counted.n <= ${countedAtMost} THEN counted.n
    ELSE CAST(GREATEST(${estimate}, counted.n) AS BIGINT) END
    FROM (SELECT count(*) AS n FROM (SELECT 1 FROM ${rows} LIMIT ${countedAtMost + 1}) AS first_rows) AS counted)`,
};

const audited = 'seq, id, at, actor, action, target, outcome, detail, ip, request_id';

/** For the operator: reads across all tenants, but nothing that a tenant wrote. */
export function createAdminStore(database: Database) {
  return {
    engine: database.engine,

    userExists: async (id: string): Promise<boolean> =>
      (await database.get('SELECT id FROM users WHERE id = $1', [id])) !== undefined,

    async counts(): Promise<Counts> {
      const figures: Record<keyof Counts, Counted> = {
        sessions: { rows: "sessions WHERE status = 'active'", estimate: estimateOf('sessions_by_surface') },
        running: { rows: "runs WHERE status = 'running'", estimate: estimateOf('runs_of_node') },
        queued: { rows: "runs WHERE status = 'queued'", estimate: estimateOf('runs_queued') },
        parked: {
          rows: "runs WHERE status IN ('running', 'awaiting_approval') AND status <> 'running'",
          estimate: estimateOf('runs_active'),
        },
        users: {
          rows: "users WHERE kind = 'person'",
          estimate: `${estimateOf('users_pkey')} - ${estimateOf('users_senders')}`,
        },
        workspaces: { rows: 'workspaces', estimate: estimateOf('workspaces_pkey') },
        agents: { rows: 'agents', estimate: estimateOf('agents_pkey') },
      };
      const columns = Object.entries(figures).map(
        ([name, counted]) => `${countOf[database.engine](counted)} AS ${name}`,
      );
      return (await database.get<Counts>(`SELECT ${columns.join(', ')}`)) as Counts;
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
         FROM sessions WHERE workspace_id IN (SELECT DISTINCT workspace_id FROM usage_days WHERE user_id = $1)
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
