import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Database } from '../../platform/db/database.ts';
import { createIssuer } from '../../platform/oidc/issuer.ts';
import type { OidcProvider } from '../../platform/oidc/provider-settings.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import type { AuditLog } from '../audit/index.ts';
import type { AuthService } from '../auth/index.ts';
import type { ProvidedMembers } from '../workspaces/index.ts';
import { createIdentityStore } from './identities.store.ts';
import { createIdentitySignIn } from './identity-sign-in.ts';
import { createOidcService } from './oidc.service.ts';
import { createSignInCookies } from './sign-in-cookies.ts';

type Deps = {
  database: Database;
  secrets: SecretBox;
  audit: AuditLog;
  clock: Clock;
  log: Log;
  auth: AuthService;
  members: ProvidedMembers;
  providers: readonly OidcProvider[];
  registration: 'open' | 'invite' | 'closed';
  isInvited: Parameters<typeof createIdentitySignIn>[0]['isInvited'];
  baseUrl: string;
  refreshExpiresSeconds: number;
};

export function createOidc({ providers, baseUrl, refreshExpiresSeconds, ...deps }: Deps) {
  const { database, clock, secrets } = deps;
  const secure = baseUrl.startsWith('https:');
  const store = createIdentityStore(database);
  return {
    oidc: createOidcService({
      issuers: providers.map((provider) => createIssuer({ provider, clock })),
      store,
      signIn: createIdentitySignIn({ ...deps, store }),
      clock,
      baseUrl,
    }),
    cookies: createSignInCookies({ secrets, clock, secure, keepSeconds: refreshExpiresSeconds }),
    secure,
    refreshExpiresSeconds,
    forgetWorkspace: store.forgetWorkspace,
    forgetMembership: store.forgetMembership,
    forgetPerson: store.forgetPerson,
  };
}
