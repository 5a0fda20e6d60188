import { dayMs } from '../../../kernel/clock.ts';
import type { Person } from '../../../kernel/person.ts';
import type { Reader, Transaction } from '../../../platform/db/database.ts';

/** How long, and for how many fields, a removal is stored: statements made before it do not bring the field back. */
const removalsKeptMs = 30 * dayMs;
const mostRemovals = 200;

/** Locks the row until the commit, so that changes of a profile are serialised. */
export async function noteProfileChange(tx: Transaction, { workspaceId, userId }: Person, now: number): Promise<void> {
  await tx.run(
    `INSERT INTO memory_profile_changes (workspace_id, user_id, changed_at) VALUES ($1, $2, $3)
     ON CONFLICT (workspace_id, user_id) DO UPDATE SET changed_at = excluded.changed_at`,
    [workspaceId, userId, now],
  );
}

/**
 * `memory_counters` held these times before, and nodes of the version before still write them there (see migration
 * 0031). Once a later migration has deleted those rows, the second half of this statement and of the next can go.
 */
export async function profileChangedAt(
  reader: Pick<Reader, 'get'>,
  { workspaceId, userId }: Person,
): Promise<number | null> {
  const row = await reader.get<{ changed_at: number | null }>(
    `SELECT max(changed_at) AS changed_at FROM (
       SELECT changed_at FROM memory_profile_changes WHERE workspace_id = $1 AND user_id = $2
       UNION ALL SELECT next FROM memory_counters WHERE workspace_id = $1 AND user_id = $2 AND name = 'profile'
     ) AS changes`,
    [workspaceId, userId],
  );
  return row?.changed_at ?? null;
}

/** Whether a field was removed after a statement about it. */
export async function wasRemovedSince(
  reader: Pick<Reader, 'get'>,
  { workspaceId, userId }: Person,
  field: string,
  saidAt: number,
): Promise<boolean> {
  const removed = await reader.get(
    `SELECT 1 FROM memory_removed_fields WHERE workspace_id = $1 AND user_id = $2 AND field = $3 AND removed_at > $4
     UNION ALL SELECT 1 FROM memory_counters WHERE workspace_id = $1 AND user_id = $2 AND name = 'removed:' || $3 AND next > $4`,
    [workspaceId, userId, field, saidAt],
  );
  return removed !== undefined;
}

export async function noteRemoval(
  tx: Transaction,
  { workspaceId, userId }: Person,
  field: string,
  now: number,
): Promise<void> {
  await tx.run(
    `INSERT INTO memory_removed_fields (workspace_id, user_id, field, removed_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (workspace_id, user_id, field) DO UPDATE SET removed_at = excluded.removed_at`,
    [workspaceId, userId, field, now],
  );
}

export async function forgetOldRemovals(tx: Transaction, { workspaceId, userId }: Person, now: number): Promise<void> {
  const own = 'workspace_id = $1 AND user_id = $2';
  await tx.run(
    `DELETE FROM memory_removed_fields WHERE ${own} AND (removed_at < $3 OR field NOT IN
       (SELECT field FROM memory_removed_fields WHERE ${own} ORDER BY removed_at DESC LIMIT ${mostRemovals}))`,
    [workspaceId, userId, now - removalsKeptMs],
  );
}
