import type { Transaction } from '../db/database.ts';

export type NewJob = {
  queue: string;
  payload: unknown;
  /** Milliseconds; now when absent. */
  runAt?: number;
  /** Unique over all queues for as long as the job waits or runs. */
  dedupeKey?: string;
  maxAttempts?: number;
};

export type Job<Payload = unknown> = {
  id: string;
  queue: string;
  payload: Payload;
  /** 1 for the first; an attempt that ended with its node counts too. */
  attempt: number;
  maxAttempts: number;
  /** Aborts when the lease is lost: another node may be at the same job by then. */
  signal: AbortSignal;
  /**
   * Finishes the job in the handler's own transaction, so that its effect and its end are one. Throws JobClaimLost, and so
   * undoes that transaction, when the job is no longer this worker's.
   */
  complete(tx: Transaction): Promise<void>;
};

/** May run more than once for one job (a node dies after the effect, before the end): idempotent, or `job.complete(tx)`. */
export type JobHandler<Payload = unknown> = (job: Job<Payload>) => Promise<void>;

export type HandleOptions = {
  /** How many of this queue run at once on this node. */
  concurrency?: number;
  /** For jobs enqueued without their own; 5 when absent. */
  maxAttempts?: number;
  /** The pause after the given failed attempt, counted from 1. */
  retryDelayMs?: (attempt: number) => number;
};

export class JobClaimLost extends Error {
  constructor(jobId: string) {
    super(`Job ${jobId} is no longer held by this worker.`);
  }
}
