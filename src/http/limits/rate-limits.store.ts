import type { Database, Transaction } from '../../platform/db/database.ts';

type Window = { count: number; window_start: number };

export const createRateLimitStore = (database: Database) => ({
  /** Adds to the open window, or opens one. */
  async add(key: string, hits: number, now: number, windowMs: number): Promise<Window> {
    const { rows } = await database.run<Window>(
      `INSERT INTO rate_limits (key, window_start, count) VALUES ($1, $2, $3)
       ON CONFLICT (key) DO UPDATE SET
         count = CASE WHEN rate_limits.window_start > $4 THEN rate_limits.count + $3 ELSE $3 END,
         window_start = CASE WHEN rate_limits.window_start > $4 THEN rate_limits.window_start ELSE $2 END
       RETURNING count, window_start`,
      [key, now, hits, now - windowMs],
    );
    return rows[0] ?? { count: hits, window_start: now };
  },

  find: (key: string, openedAfter: number) =>
    database.get<Window>('SELECT count, window_start FROM rate_limits WHERE key = $1 AND window_start > $2', [
      key,
      openedAfter,
    ]),

  async forgetBefore(timeMs: number): Promise<void> {
    await database.run('DELETE FROM rate_limits WHERE window_start < $1', [timeMs]);
  },

  erasePerson: (tx: Transaction, userId: string) =>
    tx.run("DELETE FROM rate_limits WHERE key LIKE '%' || $1 || '%'", [userId]),
});
