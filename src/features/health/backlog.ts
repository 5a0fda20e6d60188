import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Metrics, Sample } from '../../platform/metrics.ts';
import { keptFor } from './kept.ts';

const keptMs = 5_000;
/** Beyond this it is not counted on: that there is a backlog is plain by then. */
const countedAtMost = 100_000;

type QueueRow = { queue: string; ready: number; running: number; scheduled: number; oldest: number | null };
type Backlog = {
  queues: QueueRow[];
  dead: { queue: string; dead: number }[];
  deliveries: { waiting: number; oldest: number | null };
  events: number;
  runs: { status: string; runs: number }[];
};

const upTo = (rows: string) => `(SELECT * FROM (${rows} LIMIT ${countedAtMost}) AS limited) AS counted`;

/** What waits, from partial indexes that hold nothing else: as little as there is of it. */
async function readBacklog(database: Database, now: number): Promise<Backlog> {
  const [queues, dead, deliveries, events, runs] = await Promise.all([
    database.all<QueueRow>(
      `SELECT queue, sum(CASE WHEN run_at <= $1 AND (claim IS NULL OR lease_until <= $1) THEN 1 ELSE 0 END) AS ready,
         sum(CASE WHEN claim IS NOT NULL AND lease_until > $1 THEN 1 ELSE 0 END) AS running,
         sum(CASE WHEN run_at > $1 AND claim IS NULL THEN 1 ELSE 0 END) AS scheduled,
         min(CASE WHEN run_at <= $1 AND (claim IS NULL OR lease_until <= $1) THEN run_at END) AS oldest
       FROM ${upTo("SELECT queue, run_at, claim, lease_until FROM jobs WHERE state = 'ready'")} GROUP BY queue`,
      [now],
    ),
    database.all<{ queue: string; dead: number }>(
      `SELECT queue, count(*) AS dead FROM ${upTo("SELECT queue FROM jobs WHERE state = 'dead'")} GROUP BY queue`,
    ),
    database.get<Backlog['deliveries']>(
      `SELECT count(*) AS waiting, min(due_at) AS oldest FROM ${upTo('SELECT due_at FROM deliveries WHERE due_at IS NOT NULL')}`,
    ),
    database.get<{ events: number }>(
      `SELECT count(*) AS events FROM ${upTo('SELECT id FROM events WHERE waiting = 1')}`,
    ),
    database.all<{ status: string; runs: number }>(
      `SELECT status, count(*) AS runs FROM runs WHERE status IN ('running', 'awaiting_approval') GROUP BY status
       UNION ALL SELECT 'queued', count(*) FROM runs WHERE status = 'queued'`,
    ),
  ]);
  return {
    queues,
    dead,
    deliveries: deliveries ?? { waiting: 0, oldest: null },
    events: events?.events ?? 0,
    runs,
  };
}

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
    ['queued', 'running', 'awaiting_approval'].map((status) => ({
      labels: { status },
      value: Number(runs.find((row) => row.status === status)?.runs ?? 0),
    })),
  );
}
