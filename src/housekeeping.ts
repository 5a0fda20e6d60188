import type { Connections } from './compose/connections.ts';
import type { Files } from './compose/files.ts';
import type { Foundation } from './compose/foundation.ts';
import type { Memory } from './compose/memory.ts';
import type { People } from './compose/people.ts';
import type { Runs } from './compose/runs.ts';
import type { Tenants } from './compose/tenants.ts';
import type { Webhooks } from './compose/webhooks.ts';
import type { Retention } from './config/retention.ts';
import type { createSchedules } from './features/schedules/index.ts';
import type { SlidingWindow } from './http/limits/sliding-window.store.ts';
import { dayMs } from './kernel/clock.ts';
import type { DeletePortion } from './platform/work/cleaning.ts';

type Deps = Pick<
  Foundation,
  'recurring' | 'database' | 'clock' | 'log' | 'limiter' | 'idempotency' | 'cleaning' | 'jobs' | 'auditRetention'
> &
  Pick<People, 'auth' | 'invitations'> &
  Pick<Tenants, 'costs' | 'workspacesWithRetention'> &
  Pick<Runs, 'sessionRetention' | 'approvalsBefore' | 'swarms'> & {
    runs: Pick<Runs['runs'], 'retention'>;
    memory: Memory['memory'];
    webhooks: Pick<Webhooks, 'retention'>;
    schedules: Pick<ReturnType<typeof createSchedules>, 'forgetOldRuns'>;
    oidc: { forgetSpent(): Promise<unknown> };
    fileRemoval: Files['removal'];
    responses: Pick<Runs['inference']['stored'], 'before' | 'beforeIn'>;
    connectionHoursBefore: Connections['hoursBefore'];
    messageLimit: SlidingWindow;
    uploadTimeoutMs: number;
    retention: Retention;
  };

const hourMs = dayMs / 24;
const minuteMs = hourMs / 60;

/** What is added up and thrown away by the clock, once for all nodes. Some features have such work of their own besides. */
export function keepHouse(deps: Deps): void {
  const { recurring, database, clock, log, cleaning, runs, webhooks } = deps;
  const ago = (timeMs: number) => clock.now() - timeMs;
  const every = (name: string, cron: string, work: () => Promise<unknown>) =>
    recurring.schedule(name, cron, async () => void (await work()));

  every('clean-refresh-tokens', '0 3 * * *', async () =>
    log.info({ deleted: await deps.auth.cleanUp() }, 'dead refresh tokens deleted'),
  );
  every('clean-invitations', '40 3 * * *', () => deps.invitations.forgetExpired());
  every('clean-spent-sign-ins', '50 * * * *', () => deps.oidc.forgetSpent());
  every('clean-idempotency-keys', '5 * * * *', () =>
    cleaning.clean('idempotency keys', deps.idempotency.old(database)),
  );
  every('clean-rate-limits', '*/10 * * * *', () => deps.limiter.forgetBefore(ago(hourMs)));
  every('clean-message-counts', '*/10 * * * *', () => deps.messageLimit.forgetOld());
  every('clean-run-events', '15 * * * *', () =>
    cleaning.clean('run events', runs.retention.eventsBefore(ago(7 * dayMs))),
  );
  every('clean-kept-answers', '10 * * * *', () =>
    cleaning.clean('kept answers', runs.retention.keptAnswersBefore(clock.now())),
  );
  every('fold-usage', '20 * * * *', async () => {
    await deps.costs.totals.foldAll();
    await deps.costs.overall.fold();
  });
  every('clean-webhook-deliveries', '25 * * * *', async () => {
    const { retention } = webhooks;
    await cleaning.clean('webhook attempts', retention.attemptsBefore(ago(30 * dayMs)));
    await cleaning.clean('deliveries', retention.deliveriesBefore(ago(30 * dayMs)));
  });
  if (database.engine === 'postgres')
    every('clean-orphaned-deliveries', '30 3 * * *', async () => {
      await cleaning.clean('orphaned deliveries', webhooks.retention.orphansIn('deliveries'));
      await cleaning.clean('orphaned attempts', webhooks.retention.orphansIn('webhook_attempts'));
    });
  every('clean-schedule-runs', '35 * * * *', () => deps.schedules.forgetOldRuns());
  every('clean-unheld-files', '55 * * * *', async () => {
    // No upload takes longer: what has not ended by then was cut off with its node.
    await cleaning.clean('unfinished uploads', deps.fileRemoval.unfinishedBefore(ago(deps.uploadTimeoutMs + minuteMs)));
    await cleaning.clean('files that nothing holds', deps.fileRemoval.unheldBefore(ago(hourMs)));
  });
  every('clean-connection-hours', '45 * * * *', () =>
    cleaning.clean('hours of connections', deps.connectionHoursBefore(ago(7 * dayMs))),
  );
  retain(deps, every);
}

/** What the operator, or a workspace, keeps for a while only. */
function retain(deps: Deps, every: (name: string, cron: string, work: () => Promise<unknown>) => void): void {
  const { clock, cleaning, runs, retention, sessionRetention } = deps;
  const ago = (timeMs: number) => clock.now() - timeMs;
  const clean = <Place>(
    name: string,
    keptMs: number | null,
    portionsBefore: (time: number) => DeletePortion<Place>,
  ) => {
    if (keptMs !== null) every(`clean-${name}`, '45 * * * *', () => cleaning.clean(name, portionsBefore(ago(keptMs))));
  };

  clean('files', retention.filesMs, deps.fileRemoval.listedBefore);
  clean('runs', retention.runsMs, runs.retention.runsBefore);
  clean('tool-calls', retention.toolCallsMs, runs.retention.toolCallsBefore);
  clean('approvals', retention.approvalsMs, deps.approvalsBefore);
  clean('swarms', retention.swarmsMs, deps.swarms.swarmsBefore);
  clean('swarm-batches', retention.swarmsMs, (time) => runs.retention.batchesBefore('swm', time));
  clean('batches', retention.batchesMs, (time) => runs.retention.batchesBefore('bat', time));
  clean('usage-records', retention.usageMs, deps.costs.recordsBefore);
  clean('responses', retention.responsesMs, deps.responses.before);
  clean('recalls', retention.recallsMs, deps.memory.recallsBefore);
  clean('dead-jobs', retention.deadJobsMs, deps.jobs.dead.before);
  clean('dead-letters', retention.deadLettersMs, deps.webhooks.retention.deadLettersBefore);
  if (!retention.auditHold) clean('audit', retention.auditMs, deps.auditRetention.before);

  every('clean-sessions', '50 * * * *', async () => {
    const { sessionsMs } = retention;
    if (sessionsMs !== null) await cleaning.clean('sessions', sessionRetention.before(ago(sessionsMs)));
    for (let some = await deps.workspacesWithRetention(''); some.length > 0; ) {
      for (const { id, days } of some) {
        await cleaning.clean('sessions of a workspace', sessionRetention.beforeIn(id, ago(days * dayMs)));
        await cleaning.clean('responses of a workspace', deps.responses.beforeIn(id, ago(days * dayMs)));
      }
      some = await deps.workspacesWithRetention(some.at(-1)?.id ?? '');
    }
  });
}
