import type { Database } from '../../platform/db/database.ts';

/** Rows are counted up to this many: beyond it the exact size of a backlog does not matter. */
const countedAtMost = 100_000;

type QueueRow = { queue: string; ready: number; running: number; scheduled: number; oldest: number | null };
export type Backlog = {
  queues: QueueRow[];
  dead: { queue: string; dead: number }[];
  deliveries: { waiting: number; oldest: number | null };
  events: number;
  runs: { status: string; runs: number }[];
};

const upTo = (rows: string) => `(SELECT * FROM (${rows} LIMIT ${countedAtMost}) AS limited) AS counted`;

/** Read from tables and partial indexes that hold only what waits, so that a short backlog is read quickly. */
export async function readBacklog(database: Database, now: number): Promise<Backlog> {
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
    database.get<{ events: number }>(`SELECT count(*) AS events FROM ${upTo('SELECT id FROM events')}`),
    database.all<{ status: string; runs: number }>(
      `SELECT CASE awaits_client WHEN 1 THEN 'awaiting_client_tool' ELSE status END AS status, count(*) AS runs
       FROM runs WHERE status IN ('running', 'awaiting_approval') GROUP BY 1
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
