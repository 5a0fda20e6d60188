import type { Transaction } from '../../platform/db/database.ts';
import { noPassword } from './passwords/no-password.ts';

type NewSender = { id: string; email: string; workspaceId: string; now: number };

/** Accounts of the senders of a channel. Nobody can log in to one. */
export const senderAccounts = {
  create: (tx: Transaction, { id, email, workspaceId, now }: NewSender) =>
    tx.run(
      `INSERT INTO users (id, email, password_hash, default_workspace_id, kind, created_at)
       VALUES ($1, $2, $3, $4, 'sender', $5)`,
      [id, email, noPassword, workspaceId, now],
    ),

  /** Also deletes their sessions, memory and runs. Returns the ids of the accounts that existed. */
  async erase(tx: Transaction, ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return [];
    const places = ids.map((_, index) => `$${index + 1}`).join(', ');
    const sql = `DELETE FROM users WHERE kind = 'sender' AND id IN (${places}) RETURNING id`;
    return (await tx.run<{ id: string }>(sql, [...ids])).rows.map(({ id }) => id);
  },
};
