import type { Clock } from '../kernel/clock.ts';
import type { Database } from '../platform/db/database.ts';
import { type Policy, rateLimited } from './rate-limits.ts';

/** Never more than the limit in any window, wherever it begins; what is refused counts too. */
export function createSlidingWindow(database: Database, clock: Clock, policy: Policy) {
  return {
    async hit(key: string): Promise<void> {
      const name = `${policy.name}:${key}`;
      const oldest = await database.transaction(async (tx) => {
        const now = clock.now();
        await tx.run(
          "INSERT INTO recent_hits (key, hits, updated_at) VALUES ($1, '[]', $2) ON CONFLICT (key) DO NOTHING",
          [name, now],
        );
        const row = await tx.get<{ hits: string }>('SELECT hits FROM recent_hits WHERE key = $1 FOR UPDATE', [name]);
        const recent = (JSON.parse(row?.hits ?? '[]') as number[]).filter((at) => at > now - policy.windowMs);
        // One more than the limit is enough to know that it is passed.
        const kept = [...recent, now].slice(-(policy.limit + 1));
        await tx.run('UPDATE recent_hits SET hits = $2, updated_at = $3 WHERE key = $1', [
          name,
          JSON.stringify(kept),
          now,
        ]);
        return kept.length > policy.limit ? (kept[1] ?? now) : undefined;
      });
      if (oldest !== undefined) throw rateLimited(policy, oldest + policy.windowMs - clock.now());
    },
    forgetOld: () => database.run('DELETE FROM recent_hits WHERE updated_at < $1', [clock.now() - policy.windowMs]),
  };
}
