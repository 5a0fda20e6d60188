import type { Database, Engine } from '../../platform/db/database.ts';

/** What model calls used. */
export const spendingFigures = [
  'requests',
  'unpriced',
  'estimated',
  'prompt_tokens',
  'cached_tokens',
  'completion_tokens',
  'cost_nano',
] as const;
/** Every figure of a day. */
export const usageFigures = ['sessions', 'runs', 'messages', ...spendingFigures] as const;

const key = 'workspace_id, day, user_id, agent_id, provider, model';
const figures = usageFigures.join(', ');
const sums = usageFigures.map((name) => `sum(${name})`).join(', ');
const added = usageFigures.map((name) => `${name} = usage_daily.${name} + excluded.${name}`).join(', ');

/**
 * Additions in one transaction. SQLite adds up in the thread that serves requests: 500 hold it for 1.3 to 5.7 ms. A statement of
 * PostgreSQL has 30 s; 2,000 additions to 200 rows took it 16 ms, 200,000 took 1.7 s.
 */
const most: Record<Engine, number> = { postgres: 50_000, sqlite: 500 };

/** Never change it: nodes of all versions must ask for the same lock. */
const settlingLock = 7_162_063;

/**
 * One statement: the node that deletes an addition adds it, so each is counted once. One node at a time, because
 * two would wait for each other's rows. A workspace is held before its days are written, which refer to it. One that is being erased is
 * left for later; the additions of one that is gone are dropped.
 */
const settleInPostgres = (which: string) => `WITH held AS MATERIALIZED (SELECT id FROM workspaces
    WHERE id IN (SELECT workspace_id FROM usage_additions) FOR KEY SHARE SKIP LOCKED),
  gone AS (DELETE FROM usage_additions a WHERE (SELECT pg_try_advisory_xact_lock(${settlingLock})) AND ${which}
    AND (a.workspace_id IN (SELECT id FROM held) OR NOT EXISTS (SELECT 1 FROM workspaces w WHERE w.id = a.workspace_id))
    RETURNING ${key}, ${figures}, a.workspace_id IN (SELECT id FROM held) AS is_held),
  settled AS (INSERT INTO usage_daily (${key}, ${figures}) SELECT ${key}, ${sums} FROM gone
    WHERE is_held GROUP BY ${key} ORDER BY ${key}
    ON CONFLICT (${key}) DO UPDATE SET ${added})
  SELECT count(*) AS taken FROM gone`;
const settleAll = settleInPostgres('true');
/** For a backlog: to choose rows takes longer for each of them. */
const settleSome = settleInPostgres(`a.ctid = ANY (ARRAY(SELECT ctid FROM usage_additions LIMIT ${most.postgres}))`);
const countUpToMost = `SELECT count(*) AS waiting FROM (SELECT 1 FROM usage_additions LIMIT ${most.postgres}) AS first_rows`;

/** The oldest ones; `last` is null where there are none. */
const oldestInSqlite = `SELECT max(place) AS last, count(*) AS taken
  FROM (SELECT rowid AS place FROM usage_additions ORDER BY rowid LIMIT ${most.sqlite}) AS oldest`;
const settleInSqlite = `INSERT INTO usage_daily (${key}, ${figures}) SELECT ${key}, ${sums} FROM usage_additions
  WHERE rowid <= $1 AND workspace_id IN (SELECT id FROM workspaces) GROUP BY ${key}
  ON CONFLICT (${key}) DO UPDATE SET ${added}`;

const takePortion: Record<Engine, (database: Database) => Promise<number>> = {
  postgres: async (database) => {
    const waiting = Number((await database.get<{ waiting: number }>(countUpToMost))?.waiting ?? 0);
    if (waiting === 0) return 0;
    const { rows } = await database.run<{ taken: number }>(waiting < most.postgres ? settleAll : settleSome);
    return Number(rows[0]?.taken ?? 0);
  },
  sqlite: async (database) => {
    // Without a transaction where there is nothing to do.
    if (!(await database.get('SELECT 1 FROM usage_additions LIMIT 1'))) return 0;
    return database.transaction(async (tx) => {
      const oldest = await tx.get<{ last: number | null; taken: number }>(oldestInSqlite);
      if (!oldest || oldest.last === null) return 0;
      await tx.run(settleInSqlite, [oldest.last]);
      await tx.run('DELETE FROM usage_additions WHERE rowid <= $1', [oldest.last]);
      return oldest.taken;
    });
  },
};

/**
 * Adds what turns have written to the days. Readers see no difference: they read both (`usage_days`). Returns how many additions were
 * taken; what is written meanwhile is taken next time.
 */
export async function settleUsage(database: Database): Promise<number> {
  const portion = most[database.engine];
  let total = 0;
  for (let taken = portion; taken >= portion; total += taken) taken = await takePortion[database.engine](database);
  return total;
}
