import type { Transaction } from './platform/db/database.ts';

/** Rows that no reference ties to the account, because they belong to several people or to nobody in particular. */
const elsewhere = [
  // What they made by the clock, with what it was to say: nobody else answers for it.
  'DELETE FROM schedules WHERE user_id = $1',
  "DELETE FROM jobs WHERE payload LIKE '%\"' || $1 || '\"%'",
  // The answer to a batch names people. The key stays: without it the batch would be started again.
  "UPDATE idempotency_keys SET body = replace(body, $1, 'erased') WHERE user_id IS NULL AND body LIKE '%' || $1 || '%'",
  "DELETE FROM recent_hits WHERE key LIKE '%' || $1 || '%'",
  "DELETE FROM rate_limits WHERE key LIKE '%' || $1 || '%'",
];

/**
 * What goes with an account besides what refers to it. `test/erasure-of-everything.test.ts` knows every column of every
 * table: a new one that can hold somebody's words must be named there, with how it goes.
 */
export async function erasePersonElsewhere(tx: Transaction, userId: string): Promise<void> {
  for (const sql of elsewhere) await tx.run(sql, [userId]);
}

/** Answers on their way from a workspace that goes: they name who wrote. */
export async function eraseWorkspaceElsewhere(tx: Transaction, workspaceId: string): Promise<void> {
  await tx.run(
    `DELETE FROM jobs WHERE queue = 'channel-replies' AND EXISTS (SELECT 1 FROM channels
       WHERE channels.workspace_id = $1 AND jobs.payload LIKE '%"' || channels.id || '"%')`,
    [workspaceId],
  );
}
