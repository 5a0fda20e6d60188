import type { Caller } from '../../http/authentication.ts';
import { type RateLimiter, rateLimited } from '../../http/limits/rate-limits.ts';
import type { Clock } from '../../kernel/clock.ts';
import {
  AppError,
  accountDisabled,
  keyExpired,
  keyRevoked,
  unknownKey,
  workspaceDisabled,
} from '../../kernel/errors.ts';
import { sha256Hex } from '../../platform/crypto/digest.ts';
import { isWellFormed } from './key-format.ts';
import { type KeyHolderRow, type KeyStore, readList } from './keys.store.ts';

const touchEveryMs = 60_000;
const windowMs = 60_000;

type Deps = { store: KeyStore; limiter: RateLimiter; clock: Clock; requireVerifiedEmail: boolean };

/** A key becomes a caller: its maker as they are now, less what the key leaves out. Nothing of it is kept. */
export function createKeyAuthentication({ store, limiter, clock, requireVerifiedEmail }: Deps) {
  /** The reason of a refusal is told only where the digest matched: the client has the whole key. */
  function callerOf(row: KeyHolderRow | undefined): Caller {
    if (!row) throw unknownKey();
    if (row.revoked_at !== null) throw keyRevoked();
    if (row.expires_at !== null && row.expires_at <= clock.now()) throw keyExpired();
    if (row.person_disabled_at !== null) throw accountDisabled();
    if (row.role === null) throw new AppError('forbidden', 'Who made this key is no longer in its workspace.');
    if (row.workspace_disabled_at !== null) throw workspaceDisabled();
    const caller: Caller = {
      userId: row.user_id,
      workspaceId: row.workspace_id,
      role: row.role,
      key: {
        id: row.id,
        scopes: readList(row.scopes),
        models: readList(row.models),
        agents: readList(row.agents),
        hasBudget: row.monthly_budget_nano !== null,
        requestsPerMinute: row.requests_per_minute,
        expiresAtMs: row.expires_at,
      },
    };
    if (requireVerifiedEmail && row.email_verified_at === null) caller.unverified = true;
    return caller;
  }

  /** Counted in the database, over all nodes. */
  async function count({ key }: Caller): Promise<void> {
    if (!key || key.requestsPerMinute === null) return;
    const policy = { name: 'key', limit: key.requestsPerMinute, windowMs };
    const { count: hits, resetMs } = await limiter.add(policy, key.id, 1);
    if (hits > policy.limit) throw rateLimited(policy, resetMs);
  }

  return {
    async authenticate(key: string, ip: string): Promise<Caller> {
      if (!isWellFormed(key)) throw unknownKey();
      const row = await store.findHolder(sha256Hex(key));
      const caller = callerOf(row);
      await count(caller);
      const now = clock.now();
      const lastUsedAt = row?.last_used_at ?? null;
      if (row && (lastUsedAt === null || lastUsedAt <= now - touchEveryMs))
        await store.touch(row.id, ip, now, now - touchEveryMs);
      return caller;
    },

    /** Who a key's holder is now, for a socket that was opened with it. Counts as a request. */
    async again(keyId: string): Promise<Caller> {
      const caller = callerOf(await store.findHolderById(keyId));
      await count(caller);
      return caller;
    },
  };
}
