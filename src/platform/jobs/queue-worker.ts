import { randomUUID } from 'node:crypto';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { outsideRequests } from '../../kernel/outside-requests.ts';
import type { Floors } from '../work/floors.ts';
import { type Job, JobClaimLost, type JobHandler } from './job.ts';
import type { ClaimedJob, JobStore } from './jobs.store.ts';
import { describeError } from './last-error.ts';
import type { Lease, Leases } from './leases.ts';
import type { Outcomes } from './outcomes.ts';

type Deps = {
  queue: string;
  handler: JobHandler;
  concurrency: number;
  retryDelayMs: (attempt: number) => number;
  batch: number;
  leaseMs: number;
  store: JobStore;
  leases: Leases;
  outcomes: Outcomes;
  floors: Floors;
  clock: Clock;
  log: Log;
  isRunning(): boolean;
  /** Told when a failed job is to run again. */
  onRetry(runAt: number): void;
};

export type QueueWorker = ReturnType<typeof createQueueWorker>;

/** Claims and runs the jobs of one queue. */
export function createQueueWorker(deps: Deps) {
  const { queue, handler, concurrency, retryDelayMs, batch, leaseMs, store, leases, outcomes, floors, clock, log } =
    deps;
  const inFlight = new Set<Promise<void>>();
  let running = 0;
  let claiming = false;
  /** There may be a due job that is not claimed yet. */
  let more = false;

  function track(work: Promise<void>): void {
    const tracked = work.finally(() => inFlight.delete(tracked));
    inFlight.add(tracked);
  }

  async function claimAll(): Promise<void> {
    claiming = true;
    try {
      while (more && deps.isRunning()) {
        const free = Math.min(batch, concurrency - running);
        if (free === 0) return;
        more = false;
        const claimedAt = performance.now();
        const now = clock.now();
        const jobs = await store.claim(queue, free, randomUUID(), now, now + leaseMs, floors.begin(queue));
        if (jobs.length === free) more = true;
        floors.reached(queue, more ? (jobs[0]?.runAt ?? now) : now);
        for (const job of jobs) {
          running += 1;
          track(work(job, leases.hold(job, claimedAt)));
        }
      }
    } catch (error) {
      log.warn({ err: error, queue }, 'jobs could not be claimed');
    } finally {
      claiming = false;
    }
  }

  function claimMore(): void {
    if (more && !claiming && running < concurrency && deps.isRunning()) track(claimAll());
  }

  async function work(claimed: ClaimedJob, lease: Lease): Promise<void> {
    try {
      // Only possible when the last attempt ended with its node.
      if (claimed.attempts > claimed.maxAttempts) throw new Error('The node died during the last attempt.');
      await handler(toJob(claimed, lease));
      if (!lease.completed && !(await outcomes.finish(lease)))
        log.warn({ queue, jobId: claimed.id }, 'a finished job had been lost to another worker');
    } catch (error) {
      await settleFailure(claimed, lease, error);
    } finally {
      leases.release(lease);
      running -= 1;
      claimMore();
    }
  }

  async function settleFailure(claimed: ClaimedJob, lease: Lease, error: unknown): Promise<void> {
    const { id, attempts, maxAttempts } = claimed;
    const lastError = describeError(error);
    const fields = { queue, jobId: id, attempt: attempts, maxAttempts, lastError };
    if (lease.completed) return log.error(fields, 'a job failed after it had been completed');
    const dead = attempts >= maxAttempts;
    const runAt = clock.now() + (dead ? 0 : retryDelayMs(attempts));
    if (!(await outcomes.fail(lease, { state: dead ? 'dead' : 'ready', runAt, lastError })))
      return log.warn(fields, 'a failed job had been lost to another worker');
    if (dead) return log.error(fields, 'a job is dead after its last attempt');
    log.warn(fields, 'a job failed and will be tried again');
    deps.onRetry(runAt);
  }

  function toJob({ id, payload, attempts, maxAttempts }: ClaimedJob, lease: Lease): Job {
    return {
      id,
      queue,
      payload: JSON.parse(payload),
      attempt: attempts,
      maxAttempts,
      signal: lease.controller.signal,
      async complete(tx) {
        lease.ending = true;
        if (!(await store.finishWithin(tx, lease))) throw new JobClaimLost(id);
        tx.afterCommit(() => {
          lease.completed = true;
        });
      },
    };
  }

  return {
    /** Asks for jobs, now or as soon as there is room for one. */
    pull(): void {
      more = true;
      outsideRequests(claimMore);
    },
    async idle(): Promise<void> {
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
  };
}
