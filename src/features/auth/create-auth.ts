import type { RateLimiter } from '../../http/limits/rate-limits.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { WordScrub } from '../../platform/db/words/word-scrub.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import type { AuditLog } from '../audit/index.ts';
import type { MailService } from '../mail/index.ts';
import { createAuthService, type Invitations } from './auth.service.ts';
import { createAuthStore } from './auth.store.ts';
import { createAccountTokenStore } from './email/account-tokens.store.ts';
import { createAccountTokens } from './email/account-tokens.ts';
import { createAuthLimits } from './limits.ts';
import { createPasswordQueue } from './passwords/password-queue.ts';
import { createSecondFactorStore } from './second-factor/second-factor.store.ts';
import { createRefreshTokenStore } from './sign-ins/refresh-token.store.ts';
import { createTokens, type TokenSettings } from './sign-ins/tokens.ts';

type Deps = {
  database: Database;
  limiter: RateLimiter;
  audit: AuditLog;
  mail: MailService;
  jobs: Jobs;
  secrets: SecretBox;
  wordScrub: WordScrub;
  clock: Clock;
  jwt: TokenSettings;
  failedLoginsPerMinute: number;
  registration: 'open' | 'invite' | 'closed';
  baseUrl: string;
  invitations: Invitations;
  passwordRounds: number | undefined;
};

export function createAuth(deps: Deps) {
  const { database, clock, jwt } = deps;
  const tokens = createTokens(jwt, clock);
  const store = createAuthStore(database);
  const service = createAuthService({
    ...deps,
    store,
    refreshTokens: createRefreshTokenStore(database),
    tokens,
    passwords: createPasswordQueue(deps.passwordRounds),
    mailedTokens: createAccountTokens({ store, accountTokens: createAccountTokenStore(database), clock }),
    factors: createSecondFactorStore(database),
    limits: createAuthLimits(deps),
  });
  return { tokens, service };
}
