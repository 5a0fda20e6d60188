import { type Page, type PageRequest, pageOf, pageSize, readCursor } from '../../http/pagination.ts';
import { iso } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { usd } from '../../kernel/money.ts';
import { type ReadOverall, shownUsage, sumOf, type Usage } from '../costs/index.ts';
import type { AdminAgent, AdminHealth, AdminSession, AdminUsage, AuditRecord } from './admin.schema.ts';
import type { AdminAgentRow, AdminSessionRow, AdminStore, AuditRow } from './admin.store.ts';

type Health = {
  status: 'ok' | 'degraded' | 'down';
  version: string;
  uptimeSeconds: number;
  checks: { database: { status: 'ok' | 'down' } };
};
type Deps = {
  store: AdminStore;
  health(): Promise<Health>;
  readOverall: ReadOverall;
  usageOfUser(userId: string): Promise<Usage[]>;
};

const auditRecords = 50;
/** Counting may take a moment: it is done at most this often. */
const keptMs = 5_000;

const positionOf = ({ created_at, id }: { created_at: number; id: string }) => ({ at: created_at, id });

function shownAgent(row: AdminAgentRow): AdminAgent {
  const { provider, model } = JSON.parse(row.body) as { provider: string | null; model: string | null };
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    name: row.name,
    provider,
    model,
    version: row.version,
    consecutiveFailures: row.failures ?? 0,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  };
}

const shownSession = (row: AdminSessionRow): AdminSession => ({
  id: row.id,
  workspaceId: row.workspace_id,
  userId: row.user_id,
  agentId: row.agent_id,
  surface: row.surface,
  status: 'active',
  messageCount: row.message_count,
  usage: { promptTokens: row.prompt_tokens, completionTokens: row.completion_tokens },
  costUsd: usd(row.cost_nano),
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
  lastMessageAt: row.last_message_at === null ? null : iso(row.last_message_at),
});

const shownRecord = ({ id, at, actor, action, target, outcome, ip, request_id, detail }: AuditRow): AuditRecord => ({
  id,
  at: iso(at),
  actor,
  action,
  target,
  outcome,
  ip,
  requestId: request_id,
  detail: detail === null ? null : (JSON.parse(detail) as Record<string, unknown>),
});

export function createAdminService({ store, health, readOverall, usageOfUser }: Deps) {
  type Sums = Pick<AdminHealth, 'sessions' | 'runs' | 'users' | 'workspaces' | 'agents'>;
  let kept: { at: number; sums: Promise<Sums> } | undefined;

  async function addUp(): Promise<Sums> {
    const [counts, overall] = await Promise.all([store.counts(), readOverall()]);
    return {
      sessions: { active: counts.sessions, total: Number(overall.sessions) },
      runs: { running: counts.running, queued: counts.queued, awaitingApproval: counts.parked },
      users: counts.users,
      workspaces: counts.workspaces,
      agents: counts.agents,
    };
  }

  function sums(): Promise<Sums> {
    if (!kept || performance.now() - kept.at > keptMs) {
      const asked = { at: performance.now(), sums: addUp() };
      asked.sums.catch(() => {
        if (kept === asked) kept = undefined;
      });
      kept = asked;
    }
    return kept.sums;
  }

  /** An erased person is reported as unknown: the store keeps nothing to tell the two apart. */
  async function requireUser(userId: string): Promise<void> {
    if (!(await store.userExists(userId))) throw notFound(`User ${userId}`);
  }

  return {
    async health(): Promise<AdminHealth> {
      const { status, version, uptimeSeconds, checks } = await health();
      const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
      return {
        status,
        version,
        uptimeSeconds,
        memory: { rss, heapUsed, heapTotal, external },
        database: { engine: store.engine, status: checks.database.status },
        ...(await sums()),
      };
    },

    async agents({ limit, cursor }: PageRequest): Promise<Page<AdminAgent>> {
      const size = pageSize(limit);
      return pageOf(await store.agents(size + 1, readCursor(cursor)), size, positionOf, shownAgent);
    },

    async usage(userId: string): Promise<AdminUsage> {
      await requireUser(userId);
      const models = await usageOfUser(userId);
      const { key, ...sum } = shownUsage(sumOf(userId, models));
      return { userId: key, ...sum, byModel: models.map(shownUsage) };
    },

    async sessions(userId: string, { limit, cursor }: PageRequest): Promise<Page<AdminSession>> {
      await requireUser(userId);
      const size = pageSize(limit);
      return pageOf(await store.activeSessions(userId, size + 1, readCursor(cursor)), size, positionOf, shownSession);
    },

    async audit(userId: string): Promise<Page<AuditRecord>> {
      await requireUser(userId);
      return { data: (await store.auditOf(userId, auditRecords)).map(shownRecord), nextCursor: null };
    },
  };
}

export type AdminService = ReturnType<typeof createAdminService>;
