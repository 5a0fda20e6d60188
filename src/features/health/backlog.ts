import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Metrics, Sample } from '../../platform/metrics.ts';
import { type Backlog, readBacklog } from './backlog.store.ts';
import { keptFor } from './kept.ts';

const keptMs = 5_000;

/** The same on every node: it is the database's backlog, not a node's. */
export function measureBacklog(database: Database, metrics: Metrics, clock: Clock): void {
  const current = keptFor(clock, keptMs, () => readBacklog(database, clock.now()));
  const gauges = (name: string, help: string, labelNames: string[], samples: (backlog: Backlog) => Sample[]) =>
    metrics.gauges(name, help, labelNames, async () => {
      const backlog = await current();
      return backlog && samples(backlog);
    });
  const seconds = (since: number | null) => (since === null ? 0 : Math.max(0, clock.now() - since) / 1_000);

  gauges('gateway_jobs', 'Jobs in the queues, by queue and state.', ['queue', 'state'], ({ queues, dead }) => [
    ...queues.flatMap(({ queue, ready, running, scheduled }) => [
      { labels: { queue, state: 'ready' }, value: Number(ready) },
      { labels: { queue, state: 'running' }, value: Number(running) },
      { labels: { queue, state: 'scheduled' }, value: Number(scheduled) },
    ]),
    ...dead.map((row) => ({ labels: { queue: row.queue, state: 'dead' }, value: Number(row.dead) })),
  ]);
  gauges('gateway_job_lag_seconds', 'How long the job that has waited longest is overdue.', [], ({ queues }) => [
    { value: Math.max(0, ...queues.map(({ oldest }) => seconds(oldest))) },
  ]);
  gauges('gateway_webhook_deliveries_waiting', 'Deliveries that wait, retries included.', [], ({ deliveries }) => [
    { value: Number(deliveries.waiting) },
  ]);
  gauges('gateway_webhook_lag_seconds', 'How long the oldest due delivery is overdue.', [], ({ deliveries }) => [
    { value: seconds(deliveries.oldest) },
  ]);
  gauges('gateway_events_waiting', 'Events whose deliveries are not written yet.', [], ({ events }) => [
    { value: Number(events) },
  ]);
  gauges('gateway_runs_in_progress', 'Agent turns that have not ended.', ['status'], ({ runs }) =>
    ['queued', 'running', 'awaiting_approval', 'awaiting_client_tool'].map((status) => ({
      labels: { status },
      value: Number(runs.find((row) => row.status === status)?.runs ?? 0),
    })),
  );
}
