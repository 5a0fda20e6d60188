import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, dayMs } from '../../../kernel/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { type Check, fail, pass, warn } from '../check.ts';

const queue = 'diagnostics';
const patienceMs = 3_000;
const slowMs = 60_000;
const stuckMs = 600_000;
/** Beyond this it does not matter how many. */
const countedTo = 10_000;

type Deps = { database: Database; jobs: Jobs; clock: Clock };

const seconds = (ms: number) => (ms < 120_000 ? `${Math.round(ms / 1_000)} s` : `${Math.round(ms / 60_000)} min`);

/** Puts a job into the queue and waits until a worker, of whichever node, has taken it out. */
function createProbeJob({ database, jobs }: Deps) {
  const waiting = new Map<string, () => void>();
  jobs.handle(queue, async ({ id }) => waiting.get(id)?.(), { maxAttempts: 1 });

  return async function runProbe(signal: AbortSignal): Promise<number | undefined> {
    const began = performance.now();
    const id = await database.transaction((tx) => jobs.enqueue(tx, { queue, payload: null }));
    if (!id) throw new Error('The probe was not enqueued.');
    const ran = Promise.withResolvers<boolean>();
    waiting.set(id, () => ran.resolve(true));
    try {
      for (const deadline = began + patienceMs; performance.now() < deadline && !signal.aborted; ) {
        if (await Promise.race([ran.promise, sleep(100, false)])) return performance.now() - began;
        if (!(await database.get('SELECT id FROM jobs WHERE id = $1', [id]))) return performance.now() - began;
      }
      await database.run('DELETE FROM jobs WHERE id = $1', [id]);
      return undefined;
    } finally {
      waiting.delete(id);
    }
  };
}

const oldest: Record<string, string> = {
  job: `SELECT min(run_at) AS since FROM jobs
    WHERE state = 'ready' AND run_at <= $1 AND (claim IS NULL OR lease_until <= $1) AND queue <> '${queue}'`,
  event: 'SELECT min(created_at) AS since FROM events WHERE waiting = 1 AND created_at <= $1',
  delivery: 'SELECT min(due_at) AS since FROM deliveries WHERE due_at IS NOT NULL AND due_at <= $1',
};

const queueLag = (deps: Deps): Check => {
  const runProbe = createProbeJob(deps);
  const { database, clock } = deps;
  return {
    id: 'queue-lag',
    category: 'delivery',
    broken: 'The queue of background work does not move.',
    hint: 'Restart the gateway; if that does not help, look for "jobs could not be claimed" in its log, and see whether the database is overloaded.',
    needsDatabase: true,
    async examine(signal) {
      const tookMs = await runProbe(signal);
      if (tookMs === undefined)
        return fail(`A job was enqueued and not run within ${patienceMs / 1_000} s.`, this.hint);
      const now = clock.now();
      const ages = await Promise.all(
        Object.entries(oldest).map(async ([name, sql]) => {
          const row = await database.get<{ since: number | null }>(sql, [now]);
          return { name, ageMs: row?.since ? now - Number(row.since) : 0 };
        }),
      );
      const { name, ageMs } = ages.reduce((one, other) => (other.ageMs > one.ageMs ? other : one));
      const message = `A job was enqueued and run in ${Math.round(tookMs)} ms; the oldest ${name} that waits is ${seconds(ageMs)} late.`;
      const hint =
        name === 'delivery'
          ? 'An endpoint of a webhook answers slowly, or more is sent than it takes: see GET /webhook-inspector. Lower WEBHOOK_TIMEOUT, or add nodes.'
          : 'More work comes in than is done: add gateway nodes, or see what keeps the database busy.';
      if (ageMs > stuckMs && name === 'job') return fail(message, hint);
      if (ageMs > slowMs) return warn(message, hint);
      return pass(message);
    },
  };
};

const deadLetters = ({ database, clock }: Deps): Check => ({
  id: 'dead-letters',
  category: 'delivery',
  broken: 'The dead letters could not be counted.',
  hint: 'See that the tables jobs and deliveries are there; restore the database from a backup otherwise.',
  needsDatabase: true,
  async examine() {
    const count = async (from: string, where: string) => {
      const sql = `SELECT count(*) AS found, sum(CASE WHEN created_at > $1 THEN 1 ELSE 0 END) AS recent
        FROM (SELECT created_at FROM ${from} WHERE ${where} ORDER BY id DESC LIMIT ${countedTo}) AS dead`;
      const row = await database.get<{ found: number; recent: number | null }>(sql, [clock.now() - dayMs]);
      return { found: Number(row?.found ?? 0), recent: Number(row?.recent ?? 0) };
    };
    const jobs = await count('jobs', "state = 'dead'");
    const deliveries = await count('deliveries', "status = 'dead'");
    if (jobs.found + deliveries.found === 0) return pass('No job and no webhook delivery was given up.');
    const recent = jobs.recent + deliveries.recent;
    return warn(
      `Given up: ${jobs.found} jobs and ${deliveries.found} webhook deliveries, ${recent} of them from the last 24 hours.`,
      jobs.found > 0
        ? 'Look for "a job is dead" in the log for the cause; deliveries are listed by GET /webhooks/dead-letters and sent again by POST /webhooks/dead-letters/replay.'
        : 'Tell the owners of the endpoints: GET /webhooks/dead-letters lists them, POST /webhooks/dead-letters/replay sends them again.',
    );
  },
});

export const deliveryChecks = (deps: Deps): Check[] => [queueLag(deps), deadLetters(deps)];
