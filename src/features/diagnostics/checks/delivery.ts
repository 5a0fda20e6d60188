import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, dayMs } from '../../../kernel/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { type Check, fail, pass, warn } from '../check.ts';
import type { ProbeStore } from '../probes.store.ts';

const queue = 'diagnostics';
const probeTimeoutMs = 3_000;
const slowMs = 60_000;
const stuckMs = 600_000;

type Deps = { database: Database; store: ProbeStore; jobs: Jobs; clock: Clock };

const seconds = (ms: number) => (ms < 120_000 ? `${Math.round(ms / 1_000)} s` : `${Math.round(ms / 60_000)} min`);

/** Enqueues a job and waits until a worker of any node has run it. */
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
      for (const deadline = began + probeTimeoutMs; performance.now() < deadline && !signal.aborted; ) {
        if (await Promise.race([ran.promise, sleep(100, false)])) return performance.now() - began;
        if (!(await jobs.exists(id))) return performance.now() - began;
      }
      await jobs.withdraw(id);
      return undefined;
    } finally {
      waiting.delete(id);
    }
  };
}

const queueLag = (deps: Deps): Check => {
  const runProbe = createProbeJob(deps);
  const { store, clock } = deps;
  return {
    id: 'queue-lag',
    category: 'delivery',
    broken: 'The queue of background work does not move.',
    hint: 'Restart the gateway; if that does not help, look for "jobs could not be claimed" in its log, and see whether the database is overloaded.',
    needsDatabase: true,
    async examine(signal) {
      const tookMs = await runProbe(signal);
      if (tookMs === undefined)
        return fail(`A job was enqueued and not run within ${probeTimeoutMs / 1_000} s.`, this.hint);
      const now = clock.now();
      const ages = await Promise.all(
        (['job', 'event', 'delivery'] as const).map(async (name) => {
          const since = await store.oldestDue(name, now, queue);
          return { name, ageMs: since ? now - since : 0 };
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

const deadLetters = ({ store, clock }: Deps): Check => ({
  id: 'dead-letters',
  category: 'delivery',
  broken: 'The dead letters could not be counted.',
  hint: 'See that the tables jobs and deliveries are there; restore the database from a backup otherwise.',
  needsDatabase: true,
  async examine() {
    const since = clock.now() - dayMs;
    const jobs = await store.countDead('jobs', since);
    const deliveries = await store.countDead('deliveries', since);
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
