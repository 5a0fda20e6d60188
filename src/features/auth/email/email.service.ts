import type { Clock } from '../../../kernel/clock.ts';
import { AppError, invalidField } from '../../../kernel/errors.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { MailService } from '../../mail/index.ts';
import { gone, readMe, taken } from '../accounts.ts';
import type { Me } from '../auth.schema.ts';
import type { AuthStore, User } from '../auth.store.ts';
import { type ConfirmPassword, normalizeEmail, wrongCredentials } from '../credentials.ts';
import { type AuthLimits, tooManyMails } from '../limits.ts';
import type { Device } from '../sign-ins/device.ts';
import type { AccountTokens } from './account-tokens.ts';
import type { MeChange } from './email.schema.ts';

type Deps = {
  store: AuthStore;
  mailedTokens: AccountTokens;
  confirmPassword: ConfirmPassword;
  limits: AuthLimits;
  mail: MailService;
  audit: AuditLog;
  clock: Clock;
  /** Where people reach the gateway. */
  baseUrl: string;
};

const hours = 24;

/** A name is shown in one line, as it is written. */
const cleanName = (name: string) => name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

export function createEmailService(deps: Deps) {
  const { store, mailedTokens, confirmPassword, limits, mail, audit, clock } = deps;

  /** Writes to the address; once that is answered, it is the account's, and verified. */
  async function askToVerify(tx: Transaction, user: Pick<User, 'id'>, email: string): Promise<void> {
    const { token, expiresAt } = await mailedTokens.issue(tx, user, 'email', email, hours * 3_600_000);
    // Behind "#": browsers send it to no server, and so it is in no log.
    const link = `${deps.baseUrl}/console/verify-email#token=${token}`;
    const values = { link, token, hours };
    await mail.post(tx, { to: email, template: 'verify-email', values, userId: user.id, expiresAt });
  }

  async function changeEmail(tx: Transaction, user: User, email: string, ip: string): Promise<void> {
    await askToVerify(tx, user, email);
    const values = { newEmail: email, isDone: false };
    await mail.post(tx, { to: user.email, template: 'email-changed', values, userId: user.id });
    const action = 'auth.email_change';
    await audit.append(tx, {
      userId: user.id,
      actor: user.id,
      action,
      outcome: 'success',
      detail: { asked: true },
      ip,
    });
  }

  return {
    askToVerify,

    async change(userId: string, asked: MeChange, device: Device): Promise<Me> {
      const email = asked.email === undefined ? undefined : normalizeEmail(asked.email);
      const before = await store.findById(userId);
      if (!before) throw gone();
      const newEmail = email === before.email ? undefined : email;
      const name = typeof asked.name === 'string' ? cleanName(asked.name) : asked.name;
      if (name === '') throw invalidField('name', 'must have a character that can be seen');
      let confirmed = before;
      if (newEmail !== undefined) {
        confirmed = await confirmPassword(userId, asked.currentPassword, device, 'auth.email_change');
        if (!(await limits.mayMail(newEmail)) || !(await limits.mayMail(userId))) throw tooManyMails();
        if (await store.findByEmail(newEmail)) throw taken();
      }
      return store.transaction(async (tx) => {
        const user = await store.hold(tx, userId);
        if (!user) throw gone();
        if (name !== undefined) await store.setName(tx, userId, name);
        // The present address: a change that was asked for is not wanted any more.
        if (email !== undefined && newEmail === undefined) await mailedTokens.withdrawChange(tx, userId, user.email);
        // The password may have been changed since it was compared.
        if (newEmail !== undefined && user.password_hash !== confirmed.password_hash) throw wrongCredentials();
        if (newEmail !== undefined) await changeEmail(tx, user, newEmail, device.ip);
        return readMe(await store.findMe(userId, clock.now(), tx));
      });
    },

    /** To the address that waits for it, or else to the account's. */
    async ask(userId: string, { ip }: Device): Promise<void> {
      const me = await store.findMe(userId, clock.now());
      if (!me) throw gone();
      const email = me.pending_email ?? me.email;
      if (me.pending_email === null && me.email_verified_at !== null)
        throw new AppError('conflict', 'Your address is confirmed already.');
      if (!(await limits.mayMail(email)) || !(await limits.mayMail(userId))) throw tooManyMails();
      await store.transaction(async (tx) => {
        const user = await store.hold(tx, userId);
        if (!user) throw gone();
        const now = await store.findMe(userId, clock.now(), tx);
        // Meanwhile another address was asked for, or none any more.
        if ((now?.pending_email ?? now?.email) !== email) return;
        await askToVerify(tx, user, email);
        await audit.append(tx, { userId, actor: userId, action: 'auth.email_ask', outcome: 'success', ip });
      });
    },

    async verify(token: string, { ip }: Device): Promise<void> {
      await limits.wrongTokens.check(ip);
      const userId = await mailedTokens.find(token, 'email').catch(async (error) => {
        await limits.wrongTokens.count(ip);
        throw error;
      });
      await store.transaction(async (tx) => {
        const { user, email } = await mailedTokens.take(tx, token, 'email', userId);
        if (!(await store.setVerifiedEmail(tx, userId, email, clock.now()))) throw taken();
        if (user.email !== email) {
          // A mail to the old address must not set a password any more.
          await mailedTokens.withdraw(tx, userId, 'password');
          const values = { newEmail: email, isDone: true };
          await mail.post(tx, { to: user.email, template: 'email-changed', values, userId });
        }
        const detail = { changed: user.email !== email };
        await audit.append(tx, { userId, actor: userId, action: 'auth.email_verify', outcome: 'success', detail, ip });
      });
    },
  };
}

export type EmailService = ReturnType<typeof createEmailService>;
