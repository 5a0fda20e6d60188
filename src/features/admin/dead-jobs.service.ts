import { type Page, pageOf, pageSize, readCursor } from '../../http/pagination.ts';
import { iso } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import type { DeadJob as DeadJobRow } from '../../platform/jobs/jobs.store.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { AuditLog } from '../audit/index.ts';
import type { DeadJob, DeadJobQuery } from './dead-jobs.schema.ts';

type Deps = { database: Pick<Database, 'transaction'>; jobs: Pick<Jobs, 'dead'>; audit: AuditLog };

const mostIds = 50;
const id = /"([a-z]{2,4}_[0-9a-hjkmnp-tv-z]{26})"/g;

/** A payload may hold what a person wrote, or a secret: only ids are read out of it. */
const idsIn = (payload: string): string[] =>
  [...new Set([...payload.matchAll(id)].map(([, found = '']) => found))].slice(0, mostIds);

const shown = (job: DeadJobRow): DeadJob => ({
  id: job.id,
  queue: job.queue,
  status: 'dead',
  attempts: job.attempts,
  maxAttempts: job.maxAttempts,
  error: job.lastError,
  ids: idsIn(job.payload),
  createdAt: iso(job.createdAt),
  diedAt: iso(job.diedAt),
});

/** Background work that failed for good, as the operator sees it. */
export function createDeadJobService({ database, jobs: { dead }, audit }: Deps) {
  /** Once: what is no longer dead is unknown here. */
  const settle = (
    operator: string,
    jobId: string,
    action: string,
    change: (tx: Transaction, id: string) => Promise<string | undefined>,
  ): Promise<void> =>
    database.transaction(async (tx) => {
      const queue = await change(tx, jobId);
      if (queue === undefined) throw notFound(`Dead job ${jobId}`);
      await audit.append(tx, { actor: operator, action, target: jobId, outcome: 'success', detail: { queue } });
    });

  return {
    async list({ queue, limit, cursor }: DeadJobQuery): Promise<Page<DeadJob>> {
      const size = pageSize(limit);
      const rows = await dead.list(queue, readCursor(cursor)?.id, size + 1);
      return pageOf(rows, size, (row) => ({ at: row.createdAt, id: row.id }), shown);
    },
    retry: (operator: string, jobId: string) => settle(operator, jobId, 'admin.job_retry', dead.retry),
    drop: (operator: string, jobId: string) => settle(operator, jobId, 'admin.job_drop', dead.drop),
  };
}

export type DeadJobService = ReturnType<typeof createDeadJobService>;
