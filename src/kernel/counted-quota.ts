import { type QuotaName, type Quotas, quotaExceeded } from './quotas.ts';

/** A full quota is refused without counting again for this long. */
const refusedForMs = 1_000;
const mostKept = 10_000;

/**
 * A quota for rows that are many and are added often. Rows are counted only when a tenth of the room at the last count
 * has been used on this node. So counting is cheap, and the limit is passed only slightly with many nodes.
 */
export function createCountedQuota(
  quotas: Quotas,
  quota: QuotaName,
  count: (key: string, most: number) => Promise<number>,
) {
  const limit = quotas.limits[quota];
  const kept = new Map<string, { left: number } | { refusedUntil: number }>();

  return async function take(key: string): Promise<void> {
    const known = kept.get(key);
    if (known && 'left' in known && known.left > 0) {
      known.left -= 1;
      return;
    }
    if (known && 'refusedUntil' in known && performance.now() < known.refusedUntil) throw quotaExceeded(quota, limit);
    const room = limit - (await count(key, limit));
    kept.delete(key);
    if (kept.size >= mostKept) kept.delete(kept.keys().next().value as string);
    kept.set(key, room > 0 ? { left: Math.floor(room / 10) } : { refusedUntil: performance.now() + refusedForMs });
    if (room <= 0) throw quotaExceeded(quota, limit);
  };
}

export type TakeOne = ReturnType<typeof createCountedQuota>;
