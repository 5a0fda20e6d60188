import type { Clock } from '../../kernel/clock.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';

const dayMs = 86_400_000;
/** A turn that took its day just before midnight has long been committed by then, whatever the nodes' clocks say. */
const settleMs = 3_600_000;
/** Days in one transaction: SQLite's writer is held for 60 ms when each has 4,000 rows. */
const daysAtOnce = 7;

/** Days are UTC. */
const dayOf = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);
const daysLater = (day: string, days: number): string => dayOf(Date.parse(day) + days * dayMs);
const earlier = (one: string, other: string): string => (one < other ? one : other);
const later = (one: string, other: string): string => (one > other ? one : other);

const figures = 'sessions, runs, requests, prompt_tokens, cached_tokens, completion_tokens, cost_nano';
const folded = 'workspace_id = $1 AND day > $2 AND day <= $3';
const unfolded = 'workspace_id = $1 AND day > $4';

/** What a FROM takes, with the parameters of a `Window`: days that are over from the totals, the others as written. */
export const usageIn = `(SELECT day, agent_id, ${figures} FROM usage_totals WHERE ${folded}
  UNION ALL SELECT day, agent_id, ${figures} FROM usage_daily WHERE ${unfolded}) AS usage`;
export const toolUsageIn = `(SELECT tool, calls FROM tool_usage_totals WHERE ${folded}
  UNION ALL SELECT tool, calls FROM tool_usage_daily WHERE ${unfolded}) AS usage`;
export const activeUsersIn = `(SELECT user_id FROM user_last_days WHERE ${folded}
  UNION SELECT id FROM users WHERE id IN (SELECT user_id FROM usage_daily WHERE ${unfolded})) AS users`;

export type Window = { dates: string[]; params: string[] };

async function foldDays(tx: Transaction, workspaceId: string, first: string, last: string): Promise<void> {
  const { changes } = await tx.run('UPDATE workspaces SET usage_through = $3 WHERE id = $1 AND usage_through < $2', [
    workspaceId,
    first,
    last,
  ]);
  // Another node was first.
  if (changes === 0) return;
  const scope = [workspaceId, first, last];
  const within = 'workspace_id = $1 AND day >= $2 AND day <= $3';
  await tx.run(
    `INSERT INTO usage_totals (workspace_id, day, agent_id, provider, model, ${figures})
     SELECT workspace_id, day, agent_id, provider, model, sum(sessions), sum(runs), sum(requests),
       sum(prompt_tokens), sum(cached_tokens), sum(completion_tokens), sum(cost_nano)
     FROM usage_daily WHERE ${within} GROUP BY workspace_id, day, agent_id, provider, model`,
    scope,
  );
  await tx.run(
    `INSERT INTO tool_usage_totals (workspace_id, day, tool, calls) SELECT workspace_id, day, tool, sum(calls)
     FROM tool_usage_daily WHERE ${within} GROUP BY workspace_id, day, tool`,
    scope,
  );
  await tx.run(
    `INSERT INTO user_last_days (workspace_id, user_id, day) SELECT $1, u.id, d.day FROM users u
     JOIN (SELECT user_id, max(day) AS day FROM usage_daily WHERE ${within} GROUP BY user_id) d ON d.user_id = u.id
     WHERE true ON CONFLICT (workspace_id, user_id) DO UPDATE SET day = excluded.day`,
    scope,
  );
}

/**
 * Adds up the days that are over, once: by the clock, and where that has not happened yet, when someone looks. Measured with 2,000 users, 30 days and 2 agents on
 * SQLite: statistics read from usage_daily held up everyone for 350 ms, from the totals for 15.
 */
export function createUsageTotals(database: Database, clock: Clock) {
  const throughOf = async (workspaceId: string): Promise<string> =>
    (await database.get<{ day: string }>('SELECT usage_through AS day FROM workspaces WHERE id = $1', [workspaceId]))
      ?.day ?? '';

  async function oldestUnfolded(workspaceId: string, through: string, before: string): Promise<string | null> {
    const open = 'workspace_id = $1 AND day > $2 AND day < $3';
    const row = await database.get<{ day: string | null }>(
      `SELECT min(day) AS day FROM (SELECT min(day) AS day FROM usage_daily WHERE ${open}
       UNION ALL SELECT min(day) AS day FROM tool_usage_daily WHERE ${open}) AS days`,
      [workspaceId, through, before],
    );
    return row?.day ?? null;
  }

  /** Answers with the last day that is in the totals. */
  async function fold(workspaceId: string): Promise<string> {
    const open = dayOf(clock.now() - settleMs);
    for (;;) {
      const through = await throughOf(workspaceId);
      const first = await oldestUnfolded(workspaceId, through, open);
      if (first === null) return through;
      const last = earlier(daysLater(first, daysAtOnce - 1), daysLater(open, -1));
      await database.transaction((tx) => foldDays(tx, workspaceId, first, last));
    }
  }

  return {
    /** Every workspace, a hundred at a time with a turn of the event loop between: SQLite's reads take none. */
    async foldAll(): Promise<void> {
      for (let after: string | undefined = ''; after !== undefined; ) {
        const page: { id: string }[] = await database.all<{ id: string }>(
          'SELECT id FROM workspaces WHERE id > $1 ORDER BY id LIMIT 100',
          [after],
        );
        for (const { id } of page) await fold(id);
        after = page.at(-1)?.id;
        await new Promise(setImmediate);
      }
    },

    /** The last `days` days, oldest first; today is the last of them. */
    async window(workspaceId: string, days: number): Promise<Window> {
      const through = await fold(workspaceId);
      const now = clock.now();
      const dayBefore = dayOf(now - days * dayMs);
      return {
        dates: Array.from({ length: days }, (_, index) => dayOf(now - (days - 1 - index) * dayMs)),
        params: [workspaceId, dayBefore, through, later(through, dayBefore)],
      };
    },
  };
}
