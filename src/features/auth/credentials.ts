import { AppError, accountDisabled, invalidField } from '../../kernel/errors.ts';
import type { AuditLog } from '../audit/index.ts';
import type { Credentials } from './auth.schema.ts';
import type { AuthStore, User } from './auth.store.ts';
import type { AuthLimits } from './limits.ts';
import { noPassword } from './passwords/no-password.ts';
import type { PasswordQueue } from './passwords/password-queue.ts';
import type { Device } from './sign-ins/device.ts';

type Deps = { store: AuthStore; passwords: PasswordQueue; limits: AuthLimits; audit: AuditLog };

export const wrongCredentials = () => new AppError('invalid_credentials', 'Email or password is wrong.');
export const normalizeEmail = (email: string) => email.trim().toLowerCase();

/** Unknown email and wrong password take the same time and give the same answer. */
export const createCredentialCheck = ({ store, passwords, limits: { failedLogins }, audit }: Deps) =>
  async function checkCredentials(credentials: Credentials, { ip }: Device): Promise<User> {
    const email = normalizeEmail(credentials.email);
    return passwords.inTurn(ip, async () => {
      // Inside the queue: a thousand guesses sent at once are counted one after another.
      await failedLogins.check(email, ip);
      const user = await store.findByEmail(email);
      const matches = await passwords.matches(credentials.password, user?.password_hash);
      // Other guesses ran at the same time, here and on other nodes: past the limit the result is not revealed.
      await (matches ? failedLogins.check : failedLogins.count)(email, ip);
      // Only a client that has the password learns this.
      if (matches && user?.disabled_at) throw accountDisabled();
      if (matches) return user as User;
      await store.transaction(async (tx) => {
        const userId = user && (await store.hold(tx, user.id)) ? user.id : undefined;
        await audit.append(tx, { userId, action: 'auth.login', outcome: 'failure', ip });
      });
      throw wrongCredentials();
    });
  };

/**
 * Asks for the password again before a change that weakens an account or moves it to another address. Wrong passwords
 * count as failed logins do, so that a stolen access token is no way to try them.
 */
export const createPasswordConfirmation = ({ store, passwords, limits: { failedLogins }, audit }: Deps) =>
  async function confirmPassword(
    userId: string,
    password: string | undefined,
    { ip }: Device,
    action: string,
  ): Promise<User> {
    return passwords.inTurn(ip, async () => {
      const user = await store.findById(userId);
      if (!user) throw wrongCredentials();
      if (user.password_hash === noPassword)
        throw new AppError('conflict', 'Your account has no password. Set one first: POST /auth/password/forgot.');
      if (password === undefined) throw invalidField('currentPassword', 'is needed for this');
      await failedLogins.check(user.email, ip);
      const matches = await passwords.matches(password, user.password_hash);
      await (matches ? failedLogins.check : failedLogins.count)(user.email, ip);
      if (matches) return user;
      await store.transaction(async (tx) => {
        if (!(await store.hold(tx, userId))) return;
        await audit.append(tx, { userId, actor: userId, action, outcome: 'failure', ip });
      });
      throw new AppError('invalid_credentials', 'The current password is wrong.');
    });
  };

export type ConfirmPassword = ReturnType<typeof createPasswordConfirmation>;
