import { AppError, accountDisabled } from '../../kernel/errors.ts';
import type { AuditLog } from '../audit/index.ts';
import type { Credentials } from './auth.schema.ts';
import type { AuthStore, User } from './auth.store.ts';
import type { PasswordQueue } from './passwords/password-queue.ts';
import type { Device } from './sign-ins/device.ts';

/** Failed logins are counted per account and address; both throw when there were too many. */
export type FailedLogins = {
  check(email: string, ip: string): Promise<void>;
  count(email: string, ip: string): Promise<void>;
};

type Deps = { store: AuthStore; passwords: PasswordQueue; failedLogins: FailedLogins; audit: AuditLog };

export const wrongCredentials = () => new AppError('invalid_credentials', 'Email or password is wrong.');
export const normalizeEmail = (email: string) => email.trim().toLowerCase();

/** Unknown email and wrong password take the same time and give the same answer. */
export const createCredentialCheck = ({ store, passwords, failedLogins, audit }: Deps) =>
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

export type CheckCredentials = ReturnType<typeof createCredentialCheck>;
