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
};
