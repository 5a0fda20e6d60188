import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Database } from '../../platform/db/database.ts';
import { createRateLimitStore } from './rate-limits.store.ts';

export type Policy = { name: string; limit: number; windowMs: number };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Counts this route's requests per address, in one window for all such routes. */
    limitedByAddress?: boolean;
  }
}

/** An IPv6 customer usually has a whole /64, so that is the key; for IPv4, mapped or not, it is the address. */
export function addressKey(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return `${(address as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

export function rateLimited(policy: Policy, resetMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(resetMs / 1_000));
  return new AppError(
    'rate_limited',
    `At most ${policy.limit} in ${policy.windowMs / 1_000} seconds. Try again in ${seconds} s.`,
    {
      retryAfterSeconds: seconds,
      headers: {
        'ratelimit-policy': `"${policy.name}";q=${policy.limit};w=${policy.windowMs / 1_000}`,
        ratelimit: `"${policy.name}";r=0;t=${seconds}`,
      },
    },
  );
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** Windows that open with the first hit, counted in the database, so that all nodes count together. */
export function createRateLimiter(database: Database, clock: Clock) {
  const store = createRateLimitStore(database);
  const keyOf = (policy: Policy, key: string) => `${policy.name}:${key}`;

  async function add(policy: Policy, key: string, hits: number): Promise<{ count: number; resetMs: number }> {
    const now = clock.now();
    const row = await store.add(keyOf(policy, key), hits, now, policy.windowMs);
    return { count: row.count, resetMs: row.window_start + policy.windowMs - now };
  }

  return {
    add,
    async hit(policy: Policy, key: string): Promise<void> {
      const { count, resetMs } = await add(policy, key, 1);
      if (count > policy.limit) throw rateLimited(policy, resetMs);
    },
    /** Checks without counting. */
    async check(policy: Policy, key: string): Promise<void> {
      const now = clock.now();
      const row = await store.find(keyOf(policy, key), now - policy.windowMs);
      if (row && row.count >= policy.limit) throw rateLimited(policy, row.window_start + policy.windowMs - now);
    },
    forgetBefore: store.forgetBefore,
    erasePerson: store.erasePerson,
  };
}

export function limitByAddress(app: FastifyInstance, limiter: RateLimiter, policy: Policy): void {
  app.addHook('onRequest', ({ ip, routeOptions }, _reply, done) => {
    if (!routeOptions.config.limitedByAddress) return done();
    limiter.hit(policy, addressKey(ip)).then(() => done(), done);
  });
}

/**
 * For limits so high that a database write for every request would cost more than the request. Each node counts by
 * itself and adds its count to the shared window every `shareEvery` hits, so the total exceeds the limit by at most
 * that many hits per node.
 */
export function createSharedCounter(limiter: RateLimiter, policy: Policy, clock: Clock) {
  const shareEvery = Math.max(1, Math.min(500, Math.floor(policy.limit / 20)));
  const counters = new Map<string, { unshared: number; total: number; endsAt: number }>();

  return async (key: string): Promise<void> => {
    const now = clock.now();
    let counter = counters.get(key);
    if (!counter || counter.endsAt <= now) {
      if (counters.size >= 100_000) counters.clear();
      counter = { unshared: 0, total: 0, endsAt: now + policy.windowMs };
      counters.set(key, counter);
    }
    counter.unshared += 1;
    if (counter.unshared >= shareEvery) {
      const hits = counter.unshared;
      counter.unshared = 0;
      const { count, resetMs } = await limiter.add(policy, key, hits);
      counter.total = count;
      counter.endsAt = now + resetMs;
    }
    if (counter.total + counter.unshared > policy.limit) throw rateLimited(policy, counter.endsAt - now);
  };
}
