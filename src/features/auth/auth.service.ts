import { type Clock, iso } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { WordScrub } from '../../platform/db/words/word-scrub.ts';
import type { AuditLog } from '../audit/index.ts';
import { createAccounts } from './accounts.ts';
import type { BearerToken, Credentials, Me, Registration, TokenPair } from './auth.schema.ts';
import type { AuthStore } from './auth.store.ts';
import { createCredentialCheck, type FailedLogins, wrongCredentials } from './credentials.ts';
import { createErasure } from './erasure.ts';
import type { PasswordQueue } from './passwords/password-queue.ts';
import type { Device } from './sign-ins/device.ts';
import { createRefresh } from './sign-ins/refresh.ts';
import type { RefreshTokenStore } from './sign-ins/refresh-token.store.ts';
import { createSignIn } from './sign-ins/sign-in.ts';
import type { Tokens } from './sign-ins/tokens.ts';

type Deps = {
  store: AuthStore;
  refreshTokens: RefreshTokenStore;
  tokens: Tokens;
  passwords: PasswordQueue;
  failedLogins: FailedLogins;
  audit: AuditLog;
  wordScrub: WordScrub;
  clock: Clock;
  /** Who may register. */
  registration: 'open' | 'invite' | 'closed';
};

const closedDoors = {
  invite: 'Accounts are made by invitation here. Ask the operator of this gateway for one.',
  closed: 'Nobody can register here. Accounts are made by the operator of this gateway.',
};

export function createAuthService(deps: Deps) {
  const { store, refreshTokens, tokens, audit, clock, registration } = deps;
  const { openAccount, openWithPassword } = createAccounts(deps);
  const { issue, signIn } = createSignIn(deps);
  const checkCredentials = createCredentialCheck(deps);

  /** The account may be erased while its password is compared; the answer is then the one for a wrong password. */
  async function holdUser(tx: Transaction, userId: string): Promise<void> {
    if (!(await store.hold(tx, userId))) throw wrongCredentials();
  }

  return {
    ...createErasure(deps),
    openAccount,
    signIn,
    refresh: createRefresh({ ...deps, issue }),

    async register(asked: Registration, device: Device): Promise<TokenPair> {
      if (registration !== 'open') throw new AppError('registration_closed', closedDoors[registration]);
      return openWithPassword(asked, device.ip, async (tx, { id }) => {
        const pair = await signIn(tx, id, device, 'register');
        await audit.append(tx, { userId: id, actor: id, action: 'auth.register', outcome: 'success', ip: device.ip });
        return pair;
      });
    },

    /** By the operator: makes an account without logging it in. */
    createAccount: (asked: Registration, operator: string): Promise<Me> =>
      openWithPassword(asked, operator, async (tx, { id, email, workspaceId, now }) => {
        await audit.append(tx, { userId: id, actor: operator, action: 'admin.user_create', outcome: 'success' });
        return { id, email, defaultWorkspaceId: workspaceId, createdAt: iso(now) };
      }),

    async login(credentials: Credentials, device: Device): Promise<TokenPair> {
      const { id } = await checkCredentials(credentials, device);
      return store.transaction(async (tx) => {
        const pair = await signIn(tx, id, device, 'password');
        await audit.append(tx, { userId: id, actor: id, action: 'auth.login', outcome: 'success', ip: device.ip });
        return pair;
      });
    },

    async token(credentials: Credentials, device: Device): Promise<BearerToken> {
      const { id } = await checkCredentials(credentials, device);
      await store.transaction(async (tx) => {
        await holdUser(tx, id);
        await audit.append(tx, { userId: id, actor: id, action: 'auth.token', outcome: 'success', ip: device.ip });
      });
      const accessToken = tokens.access(id, device);
      return { token: accessToken, accessToken, tokenType: 'Bearer', expiresIn: tokens.accessExpiresInSeconds };
    },

    async logout(userId: string, { ip }: Device): Promise<void> {
      await store.transaction(async (tx) => {
        if (!(await store.hold(tx, userId))) return;
        await refreshTokens.revokeAllOf(tx, userId, clock.now());
        await audit.append(tx, { userId, actor: userId, action: 'auth.logout', outcome: 'success', ip });
      });
    },

    async me(userId: string): Promise<Me> {
      const user = await store.findById(userId);
      if (!user) throw new AppError('unauthenticated', 'The account no longer exists.');
      return {
        id: user.id,
        email: user.email,
        defaultWorkspaceId: user.default_workspace_id,
        createdAt: iso(user.created_at),
      };
    },

    cleanUp: () => refreshTokens.deleteDead(clock.now()),
  };
}

export type AuthService = ReturnType<typeof createAuthService>;
