import type { Person } from '../../../kernel/person.ts';
import type { Transaction } from '../../../platform/db/database.ts';

/**
 * One writer at a time for the memory of a person: no duplicate is looked for while another transaction writes it, and
 * nothing is promoted while the person changes or deletes it. The order of locks: a job or a session, then this, then the
 * person's entries. False when the person is gone. The sender of a channel is no member; their own account is locked.
 */
export async function lockPerson(tx: Transaction, { workspaceId, userId }: Person): Promise<boolean> {
  const member = 'SELECT user_id FROM workspace_members WHERE workspace_id = $1 AND user_id = $2 FOR UPDATE';
  if (await tx.get(member, [workspaceId, userId])) return true;
  const sender = `SELECT id FROM users WHERE id = $2 AND default_workspace_id = $1 AND kind = 'sender' FOR NO KEY UPDATE`;
  return (await tx.get(sender, [workspaceId, userId])) !== undefined;
}
