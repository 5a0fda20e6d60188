import type { Transaction } from '../../platform/db/database.ts';

/** Writes to `users` on behalf of other features, in their transaction. */
export const accountRows = {
  /** False when nothing changed or there is no such person. */
  async setDisabled(tx: Transaction, id: string, disabledAt: number | null): Promise<boolean> {
    const { changes } = await tx.run(
      `UPDATE users SET disabled_at = $2 WHERE id = $1 AND kind = 'person' AND disabled_at IS ${disabledAt === null ? 'NOT NULL' : 'NULL'}`,
      [id, disabledAt],
    );
    return changes === 1;
  },

  byEmail: (tx: Transaction, email: string) =>
    tx.get<{ id: string; email_verified_at: number | null }>(
      "SELECT id, email_verified_at FROM users WHERE email = $1 AND kind = 'person'",
      [email],
    ),

  /** Somebody trustworthy says that the address is theirs; nothing changes where the account has another one. */
  confirmEmail: (tx: Transaction, id: string, email: string, now: number) =>
    tx.run('UPDATE users SET email_verified_at = $3 WHERE id = $1 AND email = $2 AND email_verified_at IS NULL', [
      id,
      email,
      now,
    ]),
};
