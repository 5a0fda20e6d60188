import { Cron } from 'croner';
import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Database } from '../db/database.ts';
import type { HandleOptions, JobHandler } from './job.ts';
import type { Jobs } from './jobs.ts';

type Deps = { database: Database; jobs: Jobs; clock: Clock; log: Log; pollMs?: number };

export type Recurring = ReturnType<typeof createRecurring>;

/**
 * Work by the clock, in the process's time zone. A due time is taken by whichever node moves `next_run_at` past it, in
 * the transaction that enqueues the job: once, however many nodes there are. What fell due while all were down runs
 * once, and a clock that was set back fires nothing until it has caught up.
 */
export function createRecurring({ database, jobs, clock, log, pollMs = 30_000 }: Deps) {
  const expressions = new Map<string, string>();
  let running = false;
  let looking: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const nextAfter = (expression: string, time: number): number =>
    new Cron(expression).nextRun(new Date(time))?.getTime() ?? Number.MAX_SAFE_INTEGER;

  // Only a changed expression starts anew: the same one keeps its place, or a restart would lose what fell due.
  const store = (name: string, expression: string) =>
    database.run(
      `INSERT INTO recurring_jobs (name, schedule, next_run_at) VALUES ($1, $2, $3)
       ON CONFLICT (name) DO UPDATE SET schedule = excluded.schedule, next_run_at = excluded.next_run_at
       WHERE recurring_jobs.schedule <> excluded.schedule`,
      [name, expression, nextAfter(expression, clock.now())],
    );

  async function take(name: string, due: number, next: number): Promise<void> {
    await database.transaction(async (tx) => {
      const { changes } = await tx.run(
        'UPDATE recurring_jobs SET next_run_at = $3 WHERE name = $1 AND next_run_at = $2',
        [name, due, next],
      );
      if (changes === 0) return;
      await jobs.enqueue(tx, { queue: queueOf(name), payload: { due }, dedupeKey: `${name}:${due}` });
    });
  }

  /** Takes what is due and returns the time of the next. */
  async function takeDue(): Promise<number> {
    let earliest = Number.POSITIVE_INFINITY;
    const rows = await database.all<{ name: string; expression: string; nextRunAt: number }>(
      'SELECT name, schedule AS expression, next_run_at AS "nextRunAt" FROM recurring_jobs',
    );
    for (const { name, expression, nextRunAt } of rows) {
      if (!expressions.has(name)) continue;
      const now = clock.now();
      // By the stored expression, not this node's own: during an upgrade the newest counts on the older nodes too.
      const next = nextRunAt <= now ? nextAfter(expression, now) : nextRunAt;
      if (next !== nextRunAt) await take(name, nextRunAt, next);
      earliest = Math.min(earliest, next);
    }
    return earliest;
  }

  function look(): Promise<void> {
    clearTimeout(timer);
    looking = looking.then(async () => {
      let delayMs = Math.min(pollMs, 1_000);
      try {
        delayMs = Math.min(pollMs, Math.max(0, (await takeDue()) - clock.now()));
      } catch (error) {
        log.warn({ err: error }, 'could not look for due schedules');
      }
      clearTimeout(timer);
      if (running) timer = setTimeout(look, delayMs);
    });
    return looking;
  }

  return {
    /** Before `start`. `run` is a job: retried when it fails, and given the time it was due. */
    schedule(name: string, expression: string, run: JobHandler<{ due: number }>, options: HandleOptions = {}): void {
      nextAfter(expression, 0); // throws what is wrong with it
      expressions.set(name, expression);
      jobs.handle(queueOf(name), run, { concurrency: 1, ...options });
    },
    async start(): Promise<void> {
      if (running) return;
      for (const [name, expression] of expressions) await store(name, expression);
      running = true;
      await look();
    },
    async stop(): Promise<void> {
      running = false;
      clearTimeout(timer);
      await looking;
    },
    /** Looks at once, whatever the timers say. */
    wake: look,
  };
}

// A queue each: a node that does not know a schedule never claims its jobs.
const queueOf = (name: string) => `recurring:${name}`;
