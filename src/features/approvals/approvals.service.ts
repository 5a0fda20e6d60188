import type { Caller } from '../../http/authentication.ts';
import { type Page, type PageRequest, pageOf, pageSize, readCursor } from '../../http/pagination.ts';
import { permits } from '../../http/permissions.ts';
import { type Clock, iso } from '../../kernel/clock.ts';
import { AppError, notFound } from '../../kernel/errors.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { AuditLog } from '../audit/index.ts';
import type { ParkedRuns } from '../runs/index.ts';
import type { Approval } from './approvals.schema.ts';
import type { ApprovalRow, ApprovalScope, ApprovalStore, NewApproval } from './approvals.store.ts';

const expiryQueue = 'approval-expiry';

type Deps = {
  store: ApprovalStore;
  parkedRuns: ParkedRuns;
  jobs: Jobs;
  audit: AuditLog;
  bus: Bus;
  clock: Clock;
  lifetimeMs: number;
};

const shown = (row: ApprovalRow): Approval => ({
  id: row.id,
  runId: row.run_id,
  sessionId: row.session_id,
  agentId: row.agent_id,
  userId: row.user_id,
  tool: row.tool,
  params: JSON.parse(row.params),
  status: row.status,
  reason: row.reason,
  resolvedBy: row.resolved_by,
  createdAt: iso(row.created_at),
  expiresAt: iso(row.expires_at),
  resolvedAt: row.resolved_at === null ? null : iso(row.resolved_at),
});

/** A person's consent to one tool call with exact parameters, given once. No answer in time is a denial. */
export function createApprovalService({ store, parkedRuns, jobs, audit, bus, clock, lifetimeMs }: Deps) {
  const scopeOf = ({ workspaceId, userId, role }: Caller): ApprovalScope => ({
    workspaceId,
    userId: permits(role, 'approvals.all') ? null : userId,
  });

  type Decision = { status: 'approved' | 'denied' | 'expired'; by: string | null; reason: string | null };

  /** After the last decision any node may resume the run. Undefined if the request was decided before. */
  async function decide(
    tx: Transaction,
    { id, runId }: { id: string; runId: string },
    { status, by, reason }: Decision,
  ): Promise<ApprovalRow | undefined> {
    await parkedRuns.lock(tx, runId);
    const row = await store.resolve(tx, id, status, by, reason, clock.now());
    if (!row || (await store.pendingOf(tx, runId)) > 0) return row;
    if (await parkedRuns.release(tx, runId, clock.now())) tx.afterCommit(() => bus.publish('resume', runId));
    return row;
  }

  async function expire(approval: { id: string; runId: string }): Promise<void> {
    await store.transaction((tx) => decide(tx, approval, { status: 'expired', by: null, reason: null }));
  }
  // Retried without end: a request that never expires would block its session for ever.
  jobs.handle<{ id: string; runId: string }>(expiryQueue, ({ payload }) => expire(payload), {
    maxAttempts: 1_000_000_000,
  });

  return {
    erasePerson: store.erasePerson,

    /** For runs. */
    desk: {
      lifetimeMs,
      async ask(tx: Transaction, approval: NewApproval): Promise<void> {
        await store.insert(tx, approval, clock.now());
        const payload = { id: approval.id, runId: approval.runId };
        await jobs.enqueue(tx, { queue: expiryQueue, payload, runAt: approval.expiresAt });
      },
      expire: store.expireOfRun,
      async decisions(runId: string) {
        return new Map(
          (await store.ofRun(runId)).map((row) => [
            row.tool_call_id,
            {
              id: row.id,
              status: row.status,
              reason: row.reason,
              params: row.params,
              toolDigest: row.tool_digest,
              askedAt: row.created_at,
              decidedAt: row.resolved_at,
            },
          ]),
        );
      },
    },

    async list(caller: Caller, { limit, cursor, status }: PageRequest & { status?: string }): Promise<Page<Approval>> {
      const size = pageSize(limit);
      const rows = await store.list(scopeOf(caller), status, size + 1, readCursor(cursor));
      return pageOf(rows, size, ({ created_at, id }) => ({ at: created_at, id }), shown);
    },

    async get(caller: Caller, id: string): Promise<Approval> {
      const row = await store.find(scopeOf(caller), id);
      if (!row) throw notFound(`Approval ${id}`);
      return shown(row);
    },

    async resolve(caller: Caller, id: string, decision: 'approve' | 'deny', reason: string | null): Promise<Approval> {
      const known = await store.find(scopeOf(caller), id);
      if (!known) throw notFound(`Approval ${id}`);
      const approval = { id, runId: known.run_id };
      if (known.status === 'pending' && known.expires_at <= clock.now()) {
        await expire(approval);
        throw new AppError('already_resolved', 'The request has expired, which counts as a denial.');
      }
      const row = await store.transaction(async (tx) => {
        const status = decision === 'approve' ? 'approved' : 'denied';
        const resolved = await decide(tx, approval, { status, by: caller.userId, reason });
        if (resolved)
          await audit.append(tx, {
            userId: resolved.user_id,
            actor: caller.userId,
            action: `approval.${decision}`,
            target: id,
            outcome: 'success',
            detail: { tool: resolved.tool, runId: resolved.run_id },
          });
        return resolved;
      });
      if (!row) throw new AppError('already_resolved', 'The request has been answered already.');
      return shown(row);
    },
  };
}

export type ApprovalService = ReturnType<typeof createApprovalService>;
