import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import { sha256Hex } from '../../../platform/crypto/digest.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { AuthStore, User } from '../auth.store.ts';
import type { AccountTokenStore, Purpose } from './account-tokens.store.ts';

type Deps = { accountTokens: AccountTokenStore; store: AuthStore; clock: Clock };

const invalidToken = () =>
  new AppError('invalid_token', 'The token does not hold: it was used, a newer one was asked for, or it has expired.');

/** What a mail asks to be answered with: 256 random bits, of which only the digest is kept; once, and for a while. */
export function createAccountTokens({ accountTokens, store, clock }: Deps) {
  return {
    async issue(tx: Transaction, user: Pick<User, 'id'>, purpose: Purpose, email: string, lifetimeMs: number) {
      const token = randomBytes(32).toString('base64url');
      const now = clock.now();
      const expiresAt = now + lifetimeMs;
      await accountTokens.put(tx, { userId: user.id, purpose, digest: sha256Hex(token), email, expiresAt, now });
      return { token, expiresAt };
    },

    /** Whose it is, without using it up; throws where it does not hold. */
    async find(token: string, purpose: Purpose): Promise<string> {
      const found = await accountTokens.find(sha256Hex(token), purpose, clock.now());
      if (!found) throw invalidToken();
      return found.user_id;
    },

    /** Uses it up. The account is held first, in the order in which an erasure goes. */
    async take(
      tx: Transaction,
      token: string,
      purpose: Purpose,
      userId: string,
    ): Promise<{ user: User; email: string }> {
      const user = await store.hold(tx, userId);
      const taken = await accountTokens.take(tx, sha256Hex(token), purpose, clock.now());
      if (!user || !taken) throw invalidToken();
      return { user, email: taken.email };
    },

    withdraw: accountTokens.withdraw,
    withdrawChange: accountTokens.withdrawChange,
    deleteExpired: () => accountTokens.deleteExpired(clock.now()),
  };
}

export type AccountTokens = ReturnType<typeof createAccountTokens>;
