import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { WordScrub } from '../../platform/db/words/word-scrub.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import type { AuditLog } from '../audit/index.ts';
import type { MailService } from '../mail/index.ts';
import { createAccounts, readMe } from './accounts.ts';
import type { BearerToken, Credentials, Me, NewAccount, Registration, TokenPair } from './auth.schema.ts';
import type { AuthStore, User } from './auth.store.ts';
import { createCredentialCheck, createPasswordConfirmation, wrongCredentials } from './credentials.ts';
import type { AccountTokens } from './email/account-tokens.ts';
import { createEmailService } from './email/email.service.ts';
import { createErasure } from './erasure.ts';
import type { AuthLimits } from './limits.ts';
import { createPasswordService } from './passwords/password.service.ts';
import type { PasswordQueue } from './passwords/password-queue.ts';
import { createCodes } from './second-factor/codes.ts';
import { codeRequired, createSecondFactorLogin } from './second-factor/login.ts';
import { createSecondFactorService } from './second-factor/second-factor.service.ts';
import type { SecondFactorStore } from './second-factor/second-factor.store.ts';
import type { Device } from './sign-ins/device.ts';
import { createRefresh } from './sign-ins/refresh.ts';
import type { RefreshTokenStore } from './sign-ins/refresh-token.store.ts';
import { createSessionService } from './sign-ins/sessions.service.ts';
import { createSignIn } from './sign-ins/sign-in.ts';
import type { Tokens } from './sign-ins/tokens.ts';

/** Invitations to workspaces. With the token of one a person may register under `invite`. Both functions throw if the token is not valid. */
export type Invitations = {
  check(token: string, email: string): Promise<void>;
  redeem(tx: Transaction, token: string, userId: string): Promise<unknown>;
};

type Deps = {
  store: AuthStore;
  refreshTokens: RefreshTokenStore;
  tokens: Tokens;
  passwords: PasswordQueue;
  mailedTokens: AccountTokens;
  factors: SecondFactorStore;
  limits: AuthLimits;
  mail: MailService;
  jobs: Jobs;
  secrets: SecretBox;
  audit: AuditLog;
  wordScrub: WordScrub;
  clock: Clock;
  /** Where people reach the gateway. */
  baseUrl: string;
  /** Who may register. */
  registration: 'open' | 'invite' | 'closed';
  invitations: Invitations;
};

const closedDoors = {
  invite:
    'Accounts are made by invitation here. Use the link of the mail that invited you, or ask the operator of this gateway.',
  closed: 'Nobody can register here. Accounts are made by the operator of this gateway.',
};

export function createAuthService(deps: Deps) {
  const { store, refreshTokens, tokens, audit, clock, registration, invitations } = deps;
  const { openAccount, openWithPassword } = createAccounts(deps);
  const { issue, signIn } = createSignIn(deps);
  const checkCredentials = createCredentialCheck(deps);

  const confirmPassword = createPasswordConfirmation(deps);
  const email = createEmailService({ ...deps, confirmPassword });
  const takeCode = createCodes(deps);
  const codes = createSecondFactorLogin({ ...deps, takeCode, signIn });

  /** What a right password opens, unless the account asks for a code besides; then it is 401 `mfa_required`. */
  async function withoutCode<Result extends object>(
    { id, password_hash }: User,
    open: (tx: Transaction) => Promise<Result>,
  ): Promise<Result> {
    const opened = await store.transaction(async (tx): Promise<Result | string> => {
      // While the password was compared, it may have been changed or the account erased; it is then a wrong one.
      if ((await store.hold(tx, id))?.password_hash !== password_hash) throw wrongCredentials();
      return (await codes.challenge(tx, id)) ?? open(tx);
    });
    if (typeof opened === 'string') throw codeRequired(opened);
    return opened;
  }

  const erasure = createErasure(deps);

  return {
    ...erasure,
    /** By the person, who shows the password once more: an access token alone must not destroy everything. */
    async eraseMe(userId: string, currentPassword: string | undefined, device: Device): Promise<void> {
      const { hasPassword } = readMe(await store.findMe(userId, clock.now()));
      if (hasPassword) await confirmPassword(userId, currentPassword, device, 'auth.erase_refused');
      await erasure.erase(userId);
    },
    openAccount,
    signIn,
    email,
    password: createPasswordService({ ...deps, confirmPassword }),
    sessions: createSessionService(deps),
    secondFactor: createSecondFactorService({ ...deps, takeCode, confirmPassword }),
    loginWithCode: codes.login,
    refresh: createRefresh({ ...deps, issue }),

    async register(asked: Registration, device: Device): Promise<TokenPair> {
      const { invitation } = asked;
      if (registration === 'closed' || (registration === 'invite' && !invitation))
        throw new AppError('registration_closed', closedDoors[registration]);
      if (invitation) await invitations.check(invitation, asked.email);
      return openWithPassword(asked, device.ip, async (tx, user) => {
        const { id } = user;
        const pair = await signIn(tx, id, device, 'register');
        // The token of an invitation came by mail: the address needs no other proof.
        if (invitation) await invitations.redeem(tx, invitation, id);
        else await email.askToVerify(tx, user, user.email);
        await audit.append(tx, { userId: id, actor: id, action: 'auth.register', outcome: 'success', ip: device.ip });
        return pair;
      });
    },

    /** By the operator: makes an account without logging it in. */
    createAccount: (asked: NewAccount, operator: string): Promise<Me> =>
      openWithPassword(asked, operator, async (tx, user) => {
        await email.askToVerify(tx, user, user.email);
        const me = readMe(await store.findMe(user.id, clock.now(), tx));
        await audit.append(tx, { userId: user.id, actor: operator, action: 'admin.user_create', outcome: 'success' });
        return me;
      }),

    async login(credentials: Credentials, device: Device): Promise<TokenPair> {
      const user = await checkCredentials(credentials, device);
      const { id } = user;
      return withoutCode(user, async (tx) => {
        const pair = await signIn(tx, id, device, 'password');
        await audit.append(tx, { userId: id, actor: id, action: 'auth.login', outcome: 'success', ip: device.ip });
        return pair;
      });
    },

    async token(credentials: Credentials, device: Device): Promise<BearerToken> {
      const user = await checkCredentials(credentials, device);
      const { id } = user;
      return withoutCode(user, async (tx) => {
        await audit.append(tx, { userId: id, actor: id, action: 'auth.token', outcome: 'success', ip: device.ip });
        const accessToken = tokens.access(id, device);
        return { token: accessToken, accessToken, tokenType: 'Bearer', expiresIn: tokens.accessExpiresInSeconds };
      });
    },

    async logout(userId: string, { ip }: Device): Promise<void> {
      await store.transaction(async (tx) => {
        if (!(await store.hold(tx, userId))) return;
        await refreshTokens.revokeAllOf(tx, userId, clock.now());
        await audit.append(tx, { userId, actor: userId, action: 'auth.logout', outcome: 'success', ip });
      });
    },

    me: async (userId: string): Promise<Me> => readMe(await store.findMe(userId, clock.now())),

    async cleanUp(): Promise<number> {
      await deps.mailedTokens.deleteExpired();
      await deps.factors.deleteExpired(clock.now());
      return refreshTokens.deleteDead(clock.now());
    },
  };
}

export type AuthService = ReturnType<typeof createAuthService>;
