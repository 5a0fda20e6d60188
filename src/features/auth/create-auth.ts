import { addressKey, type RateLimiter } from '../../http/limits/rate-limits.ts';
import type { Clock } from '../../kernel/clock.ts';
import { sha256Hex } from '../../platform/crypto/digest.ts';
import type { Database } from '../../platform/db/database.ts';
import type { WordScrub } from '../../platform/db/words/word-scrub.ts';
import type { AuditLog } from '../audit/index.ts';
import { createAuthService } from './auth.service.ts';
import { createAuthStore } from './auth.store.ts';
import { createPasswordQueue } from './passwords/password-queue.ts';
import { createRefreshTokenStore } from './sign-ins/refresh-token.store.ts';
import { createTokens, type TokenSettings } from './sign-ins/tokens.ts';

type Deps = {
  database: Database;
  limiter: RateLimiter;
  audit: AuditLog;
  wordScrub: WordScrub;
  clock: Clock;
  jwt: TokenSettings;
  failedLoginsPerMinute: number;
  registration: 'open' | 'invite' | 'closed';
};

export function createAuth({ database, limiter, audit, clock, jwt, ...deps }: Deps) {
  const failures = { name: 'failed-logins', limit: deps.failedLoginsPerMinute, windowMs: 60_000 };
  // A digest, so that the table of counts does not hold emails.
  const failureKey = (email: string, ip: string) => sha256Hex(`${email}\n${addressKey(ip)}`);
  const tokens = createTokens(jwt, clock);
  const service = createAuthService({
    store: createAuthStore(database),
    refreshTokens: createRefreshTokenStore(database),
    tokens,
    passwords: createPasswordQueue(),
    failedLogins: {
      check: (email, ip) => limiter.check(failures, failureKey(email, ip)),
      count: (email, ip) => limiter.hit(failures, failureKey(email, ip)),
    },
    audit,
    wordScrub: deps.wordScrub,
    clock,
    registration: deps.registration,
  });
  return { tokens, service };
}
