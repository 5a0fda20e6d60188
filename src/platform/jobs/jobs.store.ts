import { deleteById } from '../db/by-age.ts';
import type { Database, Engine, Transaction } from '../db/database.ts';
import { byId, type Claim, claimKey } from '../work/claim.ts';

export type ClaimedJob = Claim & {
  queue: string;
  payload: string;
  attempts: number;
  maxAttempts: number;
  runAt: number;
};

export type FailedJob = Claim & { state: 'ready' | 'dead'; runAt: number; lastError: string };

export type DeadJob = {
  id: string;
  queue: string;
  payload: string;
  attempts: number;
  maxAttempts: number;
  lastError: string | null;
  createdAt: number;
  diedAt: number;
};

export type StoredJob = {
  id: string;
  queue: string;
  payload: string;
  dedupeKey: string | undefined;
  runAt: number;
  maxAttempts: number;
  createdAt: number;
};

const ready =
  "queue = $1 AND state = 'ready' AND run_at >= $6 AND run_at <= $2 AND (claim IS NULL OR lease_until <= $2)";
const take = 'UPDATE jobs SET claim = $4, lease_until = $5, attempts = attempts + 1';
const taken = 'id, queue, payload, claim, attempts, max_attempts AS "maxAttempts", run_at AS "runAt"';

/**
 * The attempt is counted here, so that one that takes its node down counts too. PostgreSQL may run a locking subquery
 * twice, hence the CTE. The array keeps a cached plan on the primary key: with a join to the CTE it was a sequential
 * scan, 44 ms instead of 1.4 for 50 of 100,000 jobs, because a plan does not know what LIMIT $3 will be.
 */
export const claimSql: Record<Engine, string> = {
  postgres: `WITH due AS (SELECT id FROM jobs WHERE ${ready} ORDER BY run_at LIMIT $3 FOR UPDATE SKIP LOCKED)
    ${take} WHERE id = ANY (ARRAY(SELECT id FROM due)) RETURNING ${taken}`,
  sqlite: `${take} WHERE id IN (SELECT id FROM jobs WHERE ${ready} ORDER BY run_at LIMIT $3) RETURNING ${taken}`,
};

/** The rows of a JSON array, as a table named `given`. */
const given: Record<Engine, string> = {
  postgres:
    'json_to_recordset($1::json) AS given(id TEXT, claim TEXT, state TEXT, "runAt" BIGINT, "lastError" TEXT, queue TEXT)',
  sqlite: `(SELECT value ->> 'id' AS id, value ->> 'claim' AS claim, value ->> 'state' AS state,
    value ->> 'runAt' AS "runAt", value ->> 'lastError' AS "lastError", value ->> 'queue' AS queue
    FROM json_each($1)) AS given`,
};

/**
 * PostgreSQL takes every JSON array for 100 rows, and without this hint scans a table of up to some 30,000 jobs. SQLite
 * needs none: it looks each given id up.
 */
const amongGiven: Record<Engine, string> = {
  postgres: `jobs.id = ANY (ARRAY(SELECT given.id FROM ${given.postgres}))`,
  sqlite: 'TRUE',
};

// Locks are taken in the order given.
const list = (claims: readonly Claim[]) => JSON.stringify(claims.toSorted(byId));
const keys = (rows: Claim[]) => new Set(rows.map(claimKey));

export type JobStore = ReturnType<typeof createJobStore>;

export function createJobStore(database: Database) {
  const rows = given[database.engine];
  const among = amongGiven[database.engine];
  const stillHeld = `${among} AND jobs.id = given.id AND jobs.claim = given.claim`;
  return {
    async insert(tx: Transaction, job: StoredJob): Promise<boolean> {
      const { changes } = await tx.run(
        `INSERT INTO jobs (id, queue, payload, dedupe_key, run_at, max_attempts, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (dedupe_key) DO NOTHING`,
        [job.id, job.queue, job.payload, job.dedupeKey ?? null, job.runAt, job.maxAttempts, job.createdAt],
      );
      return changes === 1;
    },

    /** Of those that are due from a time on. */
    async claim(queue: string, limit: number, claim: string, now: number, leaseUntil: number, from = 0) {
      const params = [queue, now, limit, claim, leaseUntil, from];
      const claimed = await database.run<ClaimedJob>(claimSql[database.engine], params);
      return claimed.rows.sort((a, b) => a.runAt - b.runAt);
    },

    /** The claims that still hold. */
    async renew(claims: readonly Claim[], leaseUntil: number): Promise<Claim[]> {
      const sql = `UPDATE jobs SET lease_until = $2 FROM ${rows} WHERE ${stillHeld} RETURNING jobs.id, jobs.claim`;
      return (await database.run<Claim>(sql, [list(claims), leaseUntil])).rows;
    },

    /** Returns its queue; undefined when no job waits for a later time under this key. */
    async hasten(tx: Transaction, dedupeKey: string, now: number): Promise<string | undefined> {
      const sql = `UPDATE jobs SET run_at = $2
        WHERE dedupe_key = $1 AND state = 'ready' AND claim IS NULL AND run_at > $2 RETURNING queue`;
      return (await tx.run<{ queue: string }>(sql, [dedupeKey, now])).rows[0]?.queue;
    },

    /** The claims that still held; the others' jobs are untouched. */
    async finish(claims: Claim[]): Promise<Set<string>> {
      const sql = `DELETE FROM jobs WHERE ${among} AND (id, claim) IN (SELECT given.id, given.claim FROM ${rows}) RETURNING id, claim`;
      return keys((await database.run<Claim>(sql, [list(claims)])).rows);
    },

    async finishWithin(tx: Transaction, { id, claim }: Claim): Promise<boolean> {
      return (await tx.run('DELETE FROM jobs WHERE id = $1 AND claim = $2', [id, claim])).changes === 1;
    },

    /** The ids of the jobs that were still held. A dead job gives its dedupe key back. */
    async fail(jobs: FailedJob[]): Promise<Set<string>> {
      const sql = `UPDATE jobs SET claim = NULL, lease_until = NULL, state = given.state, run_at = given."runAt",
          last_error = given."lastError", dedupe_key = CASE given.state WHEN 'dead' THEN NULL ELSE dedupe_key END
        FROM ${rows} WHERE ${stillHeld} RETURNING jobs.id`;
      return new Set((await database.run<{ id: string }>(sql, [list(jobs)])).rows.map(({ id }) => id));
    },

    /** Newest first; of one queue, or of all. */
    dead: (queue: string | undefined, before: string | undefined, limit: number) =>
      database.all<DeadJob>(
        `SELECT id, queue, payload, attempts, max_attempts AS "maxAttempts", last_error AS "lastError", created_at AS "createdAt",
           run_at AS "diedAt" FROM jobs WHERE state = 'dead' AND ($1 = '' OR queue = $1) ${before === undefined ? '' : 'AND id < $3'}
         ORDER BY id DESC LIMIT $2`,
        [queue ?? '', limit, ...(before === undefined ? [] : [before])],
      ),
    /** All its attempts again, from now on. Returns its queue; undefined when there is no such dead job. */
    async revive(tx: Transaction, id: string, now: number): Promise<string | undefined> {
      const sql = `UPDATE jobs SET state = 'ready', run_at = $2, attempts = 0 WHERE id = $1 AND state = 'dead' RETURNING queue`;
      return (await tx.run<{ queue: string }>(sql, [id, now])).rows[0]?.queue;
    },
    async deleteDead(tx: Transaction, id: string): Promise<string | undefined> {
      const sql = "DELETE FROM jobs WHERE id = $1 AND state = 'dead' RETURNING queue";
      return (await tx.run<{ queue: string }>(sql, [id])).rows[0]?.queue;
    },
    /** Those that died before a time. */
    deadBefore: (time: number) =>
      deleteById(database, {
        table: 'jobs',
        prefix: 'job',
        before: time,
        among: "t.state = 'dead'",
        aged: 't.run_at',
      }),

    exists: async (id: string): Promise<boolean> =>
      (await database.get('SELECT id FROM jobs WHERE id = $1', [id])) !== undefined,
    delete: (id: string) => database.run('DELETE FROM jobs WHERE id = $1', [id]),

    /** Those whose payload has all of these texts as JSON strings; in these queues, or in all of them. */
    async deleteMentioning(tx: Transaction, texts: readonly string[], queues: readonly string[]): Promise<void> {
      const mentions = texts.map((_, index) => `payload LIKE $${index + 1}`);
      const places = queues.map((_, index) => `$${texts.length + index + 1}`).join(', ');
      const where = places ? [...mentions, `queue IN (${places})`] : mentions;
      const params = [...texts.map((text) => `%"${text}"%`), ...queues];
      await tx.run(`DELETE FROM jobs WHERE ${where.join(' AND ')}`, params);
    },

    /** When each queue next has a job to claim, from a time on. A lease that ends later is seen by a later call. */
    upcoming(
      queues: readonly { queue: string; from: number }[],
      now: number,
    ): Promise<{ queue: string; at: number | null }[]> {
      const first = (condition: string) =>
        `(SELECT run_at FROM jobs WHERE queue = given.queue AND state = 'ready' AND ${condition} ORDER BY run_at LIMIT 1)`;
      const sql = `SELECT given.queue, COALESCE(${first('run_at >= given."runAt" AND run_at <= $2 AND (claim IS NULL OR lease_until <= $2)')},
        ${first('run_at > $2')}) AS at FROM ${rows}`;
      return database.all(sql, [JSON.stringify(queues.map(({ queue, from }) => ({ queue, runAt: from }))), now]);
    },
  };
}
