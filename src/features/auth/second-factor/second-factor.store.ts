import type { Database, Reader, Transaction } from '../../../platform/db/database.ts';

export type SecondFactorRow = {
  user_id: string;
  /** Sealed. */
  secret: string;
  confirmed_at: number | null;
  last_step: number;
  wrong_codes: number;
  locked_until: number;
};
export type ChallengeRow = { digest: string; user_id: string; wrong_codes: number };

/** Writers lock the account's row first, so that the changes of one person happen one after another on all nodes. */
export const createSecondFactorStore = (database: Database) => ({
  transaction: database.transaction,

  find: (userId: string, reader: Reader = database) =>
    reader.get<SecondFactorRow>('SELECT * FROM second_factors WHERE user_id = $1', [userId]),

  /** In place of one that was never confirmed. */
  put: (tx: Transaction, userId: string, secret: string, now: number) =>
    tx.run(
      `INSERT INTO second_factors (user_id, secret, created_at) VALUES ($1, $2, $3)
       ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, created_at = excluded.created_at
       WHERE second_factors.confirmed_at IS NULL`,
      [userId, secret, now],
    ),

  confirm: (tx: Transaction, userId: string, now: number) =>
    tx.run('UPDATE second_factors SET confirmed_at = $2 WHERE user_id = $1 AND confirmed_at IS NULL', [userId, now]),

  delete: (tx: Transaction, userId: string) => tx.run('DELETE FROM second_factors WHERE user_id = $1', [userId]),

  /** Claims the step of a right code. False when it, or a later one, was claimed before. */
  async claimStep(tx: Transaction, userId: string, step: number): Promise<boolean> {
    const { changes } = await tx.run(
      'UPDATE second_factors SET last_step = $2, wrong_codes = 0 WHERE user_id = $1 AND last_step < $2',
      [userId, step],
    );
    return changes === 1;
  },

  /** How many wrong ones there are now. */
  async countWrong(tx: Transaction, userId: string): Promise<number> {
    const { rows } = await tx.run<{ wrong_codes: number }>(
      'UPDATE second_factors SET wrong_codes = wrong_codes + 1 WHERE user_id = $1 RETURNING wrong_codes',
      [userId],
    );
    return rows[0]?.wrong_codes ?? 0;
  },
  lock: (tx: Transaction, userId: string, until: number) =>
    tx.run('UPDATE second_factors SET locked_until = $2 WHERE user_id = $1', [userId, until]),
  forgive: (tx: Transaction, userId: string) =>
    tx.run('UPDATE second_factors SET wrong_codes = 0, locked_until = 0 WHERE user_id = $1', [userId]),

  async putRecoveryCodes(tx: Transaction, userId: string, digests: readonly string[], now: number): Promise<void> {
    await tx.run('DELETE FROM recovery_codes WHERE user_id = $1', [userId]);
    await tx.runEach(
      'INSERT INTO recovery_codes (user_id, digest, created_at) VALUES ($1, $2, $3)',
      digests.map((digest) => [userId, digest, now]),
    );
  },
  async takeRecoveryCode(tx: Transaction, userId: string, digest: string): Promise<boolean> {
    const { changes } = await tx.run('DELETE FROM recovery_codes WHERE user_id = $1 AND digest = $2', [userId, digest]);
    return changes === 1;
  },
  deleteRecoveryCodes: (tx: Transaction, userId: string) =>
    tx.run('DELETE FROM recovery_codes WHERE user_id = $1', [userId]),
  async countRecoveryCodes(userId: string): Promise<number> {
    const row = await database.get<{ left: number }>(
      'SELECT CAST(count(*) AS INTEGER) AS "left" FROM recovery_codes WHERE user_id = $1',
      [userId],
    );
    return row?.left ?? 0;
  },

  openChallenge: (tx: Transaction, digest: string, userId: string, expiresAt: number, now: number) =>
    tx.run('INSERT INTO mfa_challenges (digest, user_id, expires_at, created_at) VALUES ($1, $2, $3, $4)', [
      digest,
      userId,
      expiresAt,
      now,
    ]),
  findChallenge: (digest: string, now: number, reader: Reader = database) =>
    reader.get<ChallengeRow>('SELECT * FROM mfa_challenges WHERE digest = $1 AND expires_at > $2', [digest, now]),
  countWrongFor: (tx: Transaction, digest: string) =>
    tx.run('UPDATE mfa_challenges SET wrong_codes = wrong_codes + 1 WHERE digest = $1', [digest]),
  closeChallenge: (tx: Transaction, digest: string) => tx.run('DELETE FROM mfa_challenges WHERE digest = $1', [digest]),
  closeChallenges: (tx: Transaction, userId: string) =>
    tx.run('DELETE FROM mfa_challenges WHERE user_id = $1', [userId]),
  deleteExpired: (now: number) => database.run('DELETE FROM mfa_challenges WHERE expires_at <= $1', [now]),
});

export type SecondFactorStore = ReturnType<typeof createSecondFactorStore>;
