import type { Person } from '../../../kernel/person.ts';
import type { Transaction } from '../../../platform/db/database.ts';

/**
 * Allows one writer at a time for the memory of a person: two transactions cannot write the same duplicate, and nothing
 * is promoted while the person changes or deletes it. The order of locks is: a job or a session, then this lock, then
 * the person's entries. False when the person no longer exists. The sender of a channel is no member, so the lock is on
 * the sender's account.
 */
export async function lockPerson(tx: Transaction, { workspaceId, userId }: Person): Promise<boolean> {
  const member = 'SELECT user_id FROM workspace_members WHERE workspace_id = $1 AND user_id = $2 FOR UPDATE';
  if (await tx.get(member, [workspaceId, userId])) return true;
  const sender = `SELECT id FROM users WHERE id = $2 AND default_workspace_id = $1 AND kind = 'sender' FOR NO KEY UPDATE`;
  return (await tx.get(sender, [workspaceId, userId])) !== undefined;
}
