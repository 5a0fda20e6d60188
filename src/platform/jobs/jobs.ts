import { backoffMs } from '../../kernel/backoff.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import type { Log } from '../../kernel/log.ts';
import type { Bus } from '../bus/bus.ts';
import type { Database, Transaction } from '../db/database.ts';
import { createFloors } from '../work/floors.ts';
import { createWakeLoop } from '../work/wake-loop.ts';
import type { HandleOptions, JobHandler, NewJob } from './job.ts';
import { createJobStore } from './jobs.store.ts';
import { createLeases } from './leases.ts';
import { createOutcomes } from './outcomes.ts';
import { createQueueWorker, type QueueWorker } from './queue-worker.ts';

type Deps = {
  database: Database;
  bus: Bus;
  clock: Clock;
  log: Log;
  leaseMs?: number;
  pollMs?: number;
  batch?: number;
  concurrency?: number;
};

export type Jobs = ReturnType<typeof createJobs>;

const busChannel = 'jobs';
const defaultMaxAttempts = 5;

/**
 * Work that outlives its request and its node: at least once, in the order of `runAt`, each job by one worker at a
 * time for as long as that worker renews its lease.
 */
export function createJobs({
  database,
  bus,
  clock,
  log,
  leaseMs = 30_000,
  pollMs = 1_000,
  batch = 50,
  concurrency = 10,
}: Deps) {
  const store = createJobStore(database);
  const leases = createLeases({ store, clock, log, leaseMs });
  const outcomes = createOutcomes({ store, log });
  const floors = createFloors({ enabled: database.engine === 'postgres' });
  const workers = new Map<string, QueueWorker>();
  const attemptsByQueue = new Map<string, number>();
  let stopping: Promise<void> | undefined;

  const pullAll = () => {
    for (const worker of workers.values()) worker.pull();
  };

  /** One small read for all queues: the fallback for lost wake-ups and ended leases, and the way to know the next runAt. */
  async function pullDue(): Promise<number> {
    const now = clock.now();
    let next = Number.POSITIVE_INFINITY;
    const upcoming = await floors.look((whole) =>
      store.upcoming(
        [...workers.keys()].map((queue) => ({ queue, from: whole ? 0 : floors.from(queue) })),
        now,
      ),
    );
    for (const { queue, at } of upcoming) {
      if (at === null) continue;
      if (at <= now) {
        floors.found(queue, at);
        workers.get(queue)?.pull();
      } else next = Math.min(next, at);
    }
    return next;
  }

  // A wake-up names its queue, whose jobs are claimed at once, without a pass over all queues.
  const loop = createWakeLoop({
    pass: pullDue,
    failure: 'could not look for due jobs',
    pollMs,
    pauseAfterFailureMs: () => pollMs,
    wakeUps: () => [bus.subscribe(busChannel, (queue) => workers.get(queue)?.pull()), bus.onReconnect(pullAll)],
    clock,
    log,
  });

  return {
    /**
     * Part of the caller's transaction: the job exists if and only if that commits. Undefined when the dedupe key is
     * taken. A key is taken while its job runs, too: do not use one to announce news that the running job may have
     * read past already.
     */
    async enqueue(tx: Transaction, job: NewJob): Promise<string | undefined> {
      const { queue, payload, dedupeKey } = job;
      const createdAt = clock.now();
      const id = newId('job', createdAt);
      const runAt = job.runAt ?? createdAt;
      const maxAttempts = job.maxAttempts ?? attemptsByQueue.get(queue) ?? defaultMaxAttempts;
      const text = JSON.stringify(payload ?? null);
      if (!(await store.insert(tx, { id, queue, payload: text, dedupeKey, runAt, maxAttempts, createdAt }))) return;
      tx.afterCommit(() => (runAt <= clock.now() ? bus.publish(busChannel, queue) : loop.wakeAt(runAt)));
      return id;
    },

    /** Part of the caller's transaction: makes a waiting job due now. A running one is left alone. */
    async hasten(tx: Transaction, dedupeKey: string): Promise<void> {
      const queue = await store.hasten(tx, dedupeKey, clock.now());
      if (queue !== undefined) tx.afterCommit(() => bus.publish(busChannel, queue));
    },

    /** Part of the caller's transaction: deletes jobs, even running ones, whose payload names all of these ids. */
    async forgetMentioning(tx: Transaction, ids: readonly [string, ...string[]], queues: readonly string[] = []) {
      await store.deleteMentioning(tx, ids, queues);
    },
    /** An erased person: no job that names them is left. */
    erasePerson: (tx: Transaction, userId: string): Promise<void> => store.deleteMentioning(tx, [userId], []),
    eraseWorkspace: (tx: Transaction, workspaceId: string): Promise<void> =>
      store.deleteMentioning(tx, [workspaceId], []),

    /** Whether the job waits, runs or is dead. */
    exists: store.exists,
    /** Deletes a job that is no longer needed. */
    withdraw: async (id: string): Promise<void> => void (await store.delete(id)),

    /** Jobs that failed for the last time. They stay until somebody retries or drops them, or they are too old. */
    dead: {
      list: store.dead,
      /** Part of the caller's transaction. Its queue; undefined when there is no such dead job. */
      async retry(tx: Transaction, id: string): Promise<string | undefined> {
        const queue = await store.revive(tx, id, clock.now());
        if (queue !== undefined) tx.afterCommit(() => bus.publish(busChannel, queue));
        return queue;
      },
      drop: store.deleteDead,
      before: store.deadBefore,
    },

    handle<Payload>(queue: string, handler: JobHandler<Payload>, options: HandleOptions = {}): void {
      if (workers.has(queue)) throw new Error(`The queue ${queue} has a handler already.`);
      if (options.maxAttempts) attemptsByQueue.set(queue, options.maxAttempts);
      const worker = createQueueWorker({
        queue,
        handler: handler as JobHandler,
        concurrency: options.concurrency ?? concurrency,
        retryDelayMs: options.retryDelayMs ?? backoffMs,
        batch,
        leaseMs,
        store,
        leases,
        outcomes,
        floors,
        clock,
        log,
        isRunning: loop.isRunning,
        onRetry: loop.wakeAt,
      });
      workers.set(queue, worker);
      worker.pull();
    },

    start(): void {
      leases.start();
      void loop.start();
    },

    /** Claims no more and waits for what runs; its leases are renewed to the end. */
    stop(): Promise<void> {
      const looked = loop.stop();
      stopping ??= Promise.all([looked, ...[...workers.values()].map((worker) => worker.idle())]).then(() => {
        if (!loop.isRunning()) leases.stop();
        stopping = undefined;
      });
      return stopping;
    },
  };
}
