import type { Database, Transaction } from '../../../platform/db/database.ts';

export type Purpose = 'password' | 'email';
type NewToken = { userId: string; purpose: Purpose; digest: string; email: string; expiresAt: number; now: number };

export const createAccountTokenStore = (database: Database) => ({
  /** Takes the place of an older one of the purpose. */
  put: (tx: Transaction, { userId, purpose, digest, email, expiresAt, now }: NewToken) =>
    tx.run(
      `INSERT INTO account_tokens (user_id, purpose, digest, email, expires_at, created_at) VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT (user_id, purpose) DO UPDATE SET digest = excluded.digest, email = excluded.email,
         expires_at = excluded.expires_at, created_at = excluded.created_at`,
      [userId, purpose, digest, email, expiresAt, now],
    ),

  find: (digest: string, purpose: Purpose, now: number) =>
    database.get<{ user_id: string; email: string }>(
      'SELECT user_id, email FROM account_tokens WHERE digest = $1 AND purpose = $2 AND expires_at > $3',
      [digest, purpose, now],
    ),

  /** Of any number of callers one gets it. */
  async take(tx: Transaction, digest: string, purpose: Purpose, now: number) {
    const { rows } = await tx.run<{ user_id: string; email: string }>(
      `DELETE FROM account_tokens WHERE digest = $1 AND purpose = $2 AND expires_at > $3 RETURNING user_id, email`,
      [digest, purpose, now],
    );
    return rows[0];
  },

  withdraw: (tx: Transaction, userId: string, purpose: Purpose) =>
    tx.run('DELETE FROM account_tokens WHERE user_id = $1 AND purpose = $2', [userId, purpose]),

  /** A change of the address that was asked for and not answered yet. */
  withdrawChange: (tx: Transaction, userId: string, email: string) =>
    tx.run("DELETE FROM account_tokens WHERE user_id = $1 AND purpose = 'email' AND email <> $2", [userId, email]),

  deleteExpired: (now: number) => database.run('DELETE FROM account_tokens WHERE expires_at <= $1', [now]),
});

export type AccountTokenStore = ReturnType<typeof createAccountTokenStore>;
