import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../src/platform/db/database.ts';

/**
 * For a test that holds a transaction: waits until `work` is done or is blocked by that transaction. On SQLite all
 * other writers are blocked.
 */
export async function doneOrWaiting(database: Database, work: Promise<unknown>): Promise<void> {
  if (database.engine === 'sqlite') return;
  let isDone = false;
  work.finally(() => {
    isDone = true;
  });
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' LIMIT 1`;
  while (!isDone && !(await database.get(waiting))) await sleep(5);
}
