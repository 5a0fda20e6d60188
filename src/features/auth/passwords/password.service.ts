import { type Clock, iso } from '../../../kernel/clock.ts';
import { AppError, accountDisabled, invalidField } from '../../../kernel/errors.ts';
import { createHook } from '../../../kernel/hooks.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import type { SecretBox } from '../../../platform/secret-box.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { MailService } from '../../mail/index.ts';
import { requireFittingPassword } from '../accounts.ts';
import type { AuthStore, User } from '../auth.store.ts';
import { type ConfirmPassword, normalizeEmail, wrongCredentials } from '../credentials.ts';
import type { AccountTokens } from '../email/account-tokens.ts';
import type { AuthLimits } from '../limits.ts';
import type { SecondFactorStore } from '../second-factor/second-factor.store.ts';
import type { Device } from '../sign-ins/device.ts';
import type { RefreshTokenStore } from '../sign-ins/refresh-token.store.ts';
import type { Tokens } from '../sign-ins/tokens.ts';
import type { PasswordChange, PasswordReset } from './password.schema.ts';
import type { PasswordQueue } from './password-queue.ts';

type Deps = {
  store: AuthStore;
  refreshTokens: RefreshTokenStore;
  tokens: Tokens;
  passwords: PasswordQueue;
  mailedTokens: AccountTokens;
  factors: SecondFactorStore;
  confirmPassword: ConfirmPassword;
  limits: AuthLimits;
  mail: MailService;
  jobs: Jobs;
  secrets: SecretBox;
  audit: AuditLog;
  clock: Clock;
  /** Where people reach the gateway. */
  baseUrl: string;
};

const queue = 'forgotten-password';
/** So long the job waits at least: by then the request is answered, and this node does nothing for it any more. */
const answerFirstMs = 300;
const tokenLifetimeMs = 30 * 60_000;

export function createPasswordService(deps: Deps) {
  const {
    store,
    refreshTokens,
    tokens,
    passwords,
    mailedTokens,
    factors,
    confirmPassword,
    limits,
    mail,
    audit,
    clock,
  } = deps;

  /** In the transaction of a reset, where the address was never verified: until now the account may have been a stranger's. */
  const onTakenOver = createHook<[tx: Transaction, userId: string]>();

  /** In every case: the other sign-ins end, older mails no longer hold, and the person is told. */
  async function put(tx: Transaction, user: User, passwordHash: string, keptFamily: string | undefined): Promise<void> {
    await store.setPassword(tx, user.id, passwordHash);
    await refreshTokens.revokeAllOf(tx, user.id, clock.now(), keptFamily);
    await mailedTokens.withdraw(tx, user.id, 'password');
    // Who knew the old password may have asked for another address: answering that mail would give them the account.
    await mailedTokens.withdrawChange(tx, user.id, user.email);
    // Who was halfway in with the old password starts again; who was locked out by somebody who knew it, need not wait.
    await factors.closeChallenges(tx, user.id);
    await factors.forgive(tx, user.id);
    const values = { at: iso(clock.now()) };
    await mail.post(tx, { to: user.email, template: 'password-changed', values, userId: user.id });
  }

  /** The request has been answered: what is found here shows in nothing that the asker can measure. */
  async function sendToken(email: string, ip: string): Promise<void> {
    const found = await store.findByEmail(email);
    if (found?.kind !== 'person' || found.disabled_at !== null) return;
    await store.transaction(async (tx) => {
      const user = await store.hold(tx, found.id);
      if (user?.email !== email) return;
      const { token, expiresAt } = await mailedTokens.issue(tx, user, 'password', email, tokenLifetimeMs);
      // Behind "#": browsers send it to no server, and so it is in no log.
      const link = `${deps.baseUrl}/console/reset-password#token=${token}`;
      const values = { link, token, minutes: tokenLifetimeMs / 60_000 };
      await mail.post(tx, { to: email, template: 'reset-password', values, userId: user.id, expiresAt });
      await audit.append(tx, { userId: user.id, action: 'auth.password_forgot', outcome: 'success', ip });
    });
  }
  deps.jobs.handle<{ sealed: string }>(queue, async ({ payload }) => {
    const { email, ip } = JSON.parse(deps.secrets.open(payload.sealed)) as { email: string; ip: string };
    await sendToken(email, ip);
  });

  function familyOf(refreshToken: string, userId: string): string {
    const none = () => invalidField('refreshToken', 'must be a refresh token of yours that has not expired');
    try {
      const claims = tokens.readRefresh(refreshToken);
      if (claims.userId === userId) return claims.familyId;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
    throw none();
  }

  return {
    onTakenOver,

    async change(userId: string, { currentPassword, newPassword, refreshToken }: PasswordChange, device: Device) {
      requireFittingPassword('newPassword', newPassword);
      const kept = refreshToken === undefined ? undefined : familyOf(refreshToken, userId);
      const { password_hash: before } = await confirmPassword(userId, currentPassword, device, 'auth.password_change');
      const passwordHash = await passwords.hash(newPassword, device.ip);
      await store.transaction(async (tx) => {
        const user = await store.hold(tx, userId);
        // Changed by somebody else since it was compared.
        if (user?.password_hash !== before) throw wrongCredentials();
        await put(tx, user, passwordHash, kept);
        const action = 'auth.password_change';
        await audit.append(tx, { userId, actor: userId, action, outcome: 'success', ip: device.ip });
      });
    },

    /** Does the same for every address: whether there is an account is asked later, by the job. */
    async forgot(asked: string, { ip }: Device): Promise<void> {
      await limits.askForMail(ip);
      const email = normalizeEmail(asked);
      if (!(await limits.mayMail(email))) return;
      const payload = { sealed: deps.secrets.seal(JSON.stringify({ email, ip })) };
      const runAt = clock.now() + answerFirstMs * (1 + Math.random());
      await store.transaction(
        async (tx) => void (await deps.jobs.enqueue(tx, { queue, payload, runAt: Math.round(runAt) })),
      );
    },

    async reset({ token, newPassword }: PasswordReset, { ip }: Device): Promise<void> {
      requireFittingPassword('newPassword', newPassword);
      await limits.wrongTokens.check(ip);
      // A token that does not hold costs a look into the database, not the work of a password.
      const userId = await mailedTokens.find(token, 'password').catch(async (error) => {
        await limits.wrongTokens.count(ip);
        throw error;
      });
      const passwordHash = await passwords.hash(newPassword, ip);
      await store.transaction(async (tx) => {
        const { user, email } = await mailedTokens.take(tx, token, 'password', userId);
        if (user.disabled_at !== null) throw accountDisabled();
        // The token came by mail, so the person has the mailbox.
        if (user.email_verified_at === null) await store.setVerifiedEmail(tx, user.id, email, clock.now());
        await put(tx, user, passwordHash, undefined);
        if (user.email_verified_at === null) {
          // The second factor may be a stranger's too, who would lock out the person whose address it is.
          await factors.delete(tx, userId);
          await factors.deleteRecoveryCodes(tx, userId);
          await onTakenOver.run(tx, userId);
        }
        const action = 'auth.password_reset';
        await audit.append(tx, { userId, actor: userId, action, outcome: 'success', ip });
      });
    },
  };
}

export type PasswordService = ReturnType<typeof createPasswordService>;
