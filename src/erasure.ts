import type { Transaction } from './platform/db/database.ts';

/** Rows that no reference ties to the account, because they belong to several people or to nobody in particular. */
const elsewhere = [
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
