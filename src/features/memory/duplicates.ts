import type { Reader, Transaction } from '../../platform/db/database.ts';
import { normalised } from './facts.ts';
import { entryColumns } from './memory.store.ts';
import type { EntryRow, Person } from './memory.ts';

/** What was said lately is compared word for word; what is older is found by search. */
const recent = 200;

/**
 * One writer at a time for what is learned of a person: nobody looks for a duplicate while another is writing it. False
 * when they are not there any more. Who writes through a channel is no member, and has an account of their own.
 */
export async function lockPerson(tx: Transaction, { workspaceId, userId }: Person): Promise<boolean> {
  const member = 'SELECT user_id FROM workspace_members WHERE workspace_id = $1 AND user_id = $2 FOR UPDATE';
  if (await tx.get(member, [workspaceId, userId])) return true;
  const sender = `SELECT id FROM users WHERE id = $2 AND default_workspace_id = $1 AND kind = 'sender' FOR NO KEY UPDATE`;
  return (await tx.get(sender, [workspaceId, userId])) !== undefined;
}

/** Entries that say the same already, by what they say. Text from outside says nothing in a person's name. */
export async function knownAlready(
  reader: Pick<Reader, 'all'>,
  { workspaceId, userId }: Person,
  alsoIds: readonly string[] = [],
): Promise<Map<string, EntryRow>> {
  const ids = alsoIds.slice(0, 20);
  const rows = await reader.all<EntryRow>(
    `SELECT ${entryColumns} FROM (
       SELECT * FROM memory_entries WHERE workspace_id = $1 AND user_id = $2 AND tier <> 'session' AND superseded_by IS NULL
         AND source_kind IN ('user', 'agent') ORDER BY created_at DESC LIMIT ${recent}
     ) AS latest
     UNION ALL SELECT ${entryColumns} FROM memory_entries WHERE workspace_id = $1 AND user_id = $2 AND tier <> 'session'
       AND superseded_by IS NULL AND source_kind IN ('user', 'agent')
       AND id IN (${ids.map((_, index) => `$${index + 3}`).join(', ') || 'NULL'})`,
    [workspaceId, userId, ...ids],
  );
  return new Map(rows.map((row) => [normalised(row.content), row]));
}

/** Whether some of what is known is too old to be compared word for word. */
export async function knowsMore(reader: Pick<Reader, 'get'>, { workspaceId, userId }: Person): Promise<boolean> {
  const sql = `SELECT 1 FROM memory_entries WHERE workspace_id = $1 AND user_id = $2 LIMIT 1 OFFSET ${recent}`;
  return (await reader.get(sql, [workspaceId, userId])) !== undefined;
}
