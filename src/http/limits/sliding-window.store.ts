import type { Clock } from '../../kernel/clock.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { type Policy, rateLimited } from './rate-limits.ts';

/**
 * Allows at most the limit in any window. Only accepted hits count, so a client that keeps trying is accepted again as
 * soon as one that waited.
 */
export function createSlidingWindow(database: Database, clock: Clock, policy: Policy) {
  return {
    async hit(key: string): Promise<void> {
      const name = `${policy.name}:${key}`;
      const oldest = await database.transaction(async (tx) => {
        const now = clock.now();
        // Locks the row, so that concurrent hits wait for each other.
        const { rows } = await tx.run<{ hits: string }>(
          `INSERT INTO recent_hits (key, hits, updated_at) VALUES ($1, '[]', $2)
           ON CONFLICT (key) DO UPDATE SET updated_at = $2 RETURNING hits`,
          [name, now],
        );
        const recent = (JSON.parse(rows[0]?.hits ?? '[]') as number[]).filter((at) => at > now - policy.windowMs);
        // Sorted, because the clocks of nodes differ a little.
        if (recent.length >= policy.limit) return recent.at(-policy.limit);
        const kept = [...recent, now].sort((one, other) => one - other);
        await tx.run('UPDATE recent_hits SET hits = $2 WHERE key = $1', [name, JSON.stringify(kept)]);
        return undefined;
      });
      if (oldest !== undefined) throw rateLimited(policy, oldest + policy.windowMs - clock.now());
    },
    erasePerson: (tx: Transaction, userId: string) =>
      tx.run("DELETE FROM recent_hits WHERE key LIKE '%' || $1 || '%'", [userId]),
    forgetOld: () => database.run('DELETE FROM recent_hits WHERE updated_at < $1', [clock.now() - policy.windowMs]),
  };
}

export type SlidingWindow = ReturnType<typeof createSlidingWindow>;
