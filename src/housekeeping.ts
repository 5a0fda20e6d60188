import type { createAuth } from './features/auth/index.ts';
import type { createCosts } from './features/costs/index.ts';
import type { createRuns } from './features/runs/index.ts';
import type { createSchedules } from './features/schedules/index.ts';
import type { createWebhooks } from './features/webhooks/index.ts';
import type { Idempotency } from './http/idempotency/idempotency.store.ts';
import type { RateLimiter } from './http/limits/rate-limits.ts';
import type { SlidingWindow } from './http/limits/sliding-window.store.ts';
import type { Clock } from './kernel/clock.ts';
import type { Log } from './kernel/log.ts';
import type { Database } from './platform/db/database.ts';
import type { createRecurring } from './platform/jobs/recurring.ts';

type Deps = {
  recurring: ReturnType<typeof createRecurring>;
  database: Database;
  clock: Clock;
  log: Log;
  limiter: RateLimiter;
  auth: ReturnType<typeof createAuth>['service'];
  oidc: { forgetSpent(): Promise<unknown> };
  costs: ReturnType<typeof createCosts>;
  idempotency: Idempotency;
  runs: Pick<ReturnType<typeof createRuns>, 'forgetEventsBefore'>;
  webhooks: Pick<ReturnType<typeof createWebhooks>, 'forgetBefore'>;
  schedules: Pick<ReturnType<typeof createSchedules>, 'forgetOldRuns'>;
  messageLimit: SlidingWindow;
};

const hour = 3_600_000;
const day = 24 * hour;

/** What is added up and thrown away by the clock, once for all nodes. Some features have such work of their own besides. */
export function keepHouse(deps: Deps): void {
  const { recurring, database, clock, log } = deps;
  const ago = (timeMs: number) => clock.now() - timeMs;
  const every = (name: string, cron: string, work: () => Promise<unknown>) =>
    recurring.schedule(name, cron, async () => void (await work()));

  every('clean-refresh-tokens', '0 3 * * *', async () =>
    log.info({ deleted: await deps.auth.cleanUp() }, 'dead refresh tokens deleted'),
  );
  every('clean-spent-sign-ins', '50 * * * *', () => deps.oidc.forgetSpent());
  every('clean-idempotency-keys', '5 * * * *', () => deps.idempotency.forgetOld(database));
  every('clean-rate-limits', '*/10 * * * *', () => deps.limiter.forgetBefore(ago(hour)));
  every('clean-message-counts', '*/10 * * * *', () => deps.messageLimit.forgetOld());
  every('clean-run-events', '15 * * * *', () => deps.runs.forgetEventsBefore(ago(7 * day)));
  every('fold-usage', '20 * * * *', async () => {
    await deps.costs.totals.foldAll();
    await deps.costs.overall.fold();
  });
  every('clean-webhook-deliveries', '25 * * * *', () => deps.webhooks.forgetBefore(ago(30 * day)));
  every('clean-schedule-runs', '35 * * * *', () => deps.schedules.forgetOldRuns());
}
