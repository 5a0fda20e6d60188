import { Cron } from 'croner';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Database } from '../db/database.ts';
import { createWakeLoop } from '../work/wake-loop.ts';
import type { HandleOptions, JobHandler } from './job.ts';
import type { Jobs } from './jobs.ts';
import { createRecurringStore } from './recurring.store.ts';

type Deps = { database: Database; jobs: Jobs; clock: Clock; log: Log; pollMs?: number };

export type Recurring = ReturnType<typeof createRecurring>;

/**
 * Work by the clock, in the process's time zone. A due time belongs to the node that moves `next_run_at` past it, in
 * the transaction that enqueues the job: once, however many nodes there are. What fell due while all were down runs
 * once, and a clock that was set back fires nothing until it has caught up.
 */
export function createRecurring({ database, jobs, clock, log, pollMs = 30_000 }: Deps) {
  const store = createRecurringStore(database);
  const expressions = new Map<string, string>();

  const nextAfter = (expression: string, time: number): number =>
    new Cron(expression).nextRun(new Date(time))?.getTime() ?? Number.MAX_SAFE_INTEGER;

  const take = (name: string, due: number, next: number): Promise<void> =>
    store.transaction(async (tx) => {
      if (!(await store.moveOn(tx, name, due, next))) return;
      await jobs.enqueue(tx, { queue: queueOf(name), payload: { due }, dedupeKey: `${name}:${due}` });
    });

  /** Takes what is due and returns the time of the next. */
  async function takeDue(): Promise<number> {
    let earliest = Number.POSITIVE_INFINITY;
    for (const { name, expression, nextRunAt } of await store.all()) {
      if (!expressions.has(name)) continue;
      const now = clock.now();
      // By the stored expression, not this node's own: during an upgrade the newest counts on the older nodes too.
      const next = nextRunAt <= now ? nextAfter(expression, now) : nextRunAt;
      if (next !== nextRunAt) await take(name, nextRunAt, next);
      earliest = Math.min(earliest, next);
    }
    return earliest;
  }

  const loop = createWakeLoop({
    pass: takeDue,
    failure: 'could not look for due recurring jobs',
    pollMs,
    clock,
    log,
  });

  return {
    /** Before `start`. `run` is a job: retried when it fails, and given the time it was due. */
    schedule(name: string, expression: string, run: JobHandler<{ due: number }>, options: HandleOptions = {}): void {
      nextAfter(expression, 0); // throws what is wrong with it
      expressions.set(name, expression);
      jobs.handle(queueOf(name), run, { concurrency: 1, ...options });
    },
    async start(): Promise<void> {
      if (loop.isRunning()) return;
      for (const [name, expression] of expressions)
        await store.save({ name, expression, nextRunAt: nextAfter(expression, clock.now()) });
      await loop.start();
    },
    stop: loop.stop,
    /** Looks at once, whatever the timers say. */
    wake: loop.wake,
  };
}

// A queue each: a node that does not know a schedule never claims its jobs.
const queueOf = (name: string) => `recurring:${name}`;
