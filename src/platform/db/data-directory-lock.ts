import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CannotStart } from '../../kernel/cannot-start.ts';

export class DataDirectoryInUse extends CannotStart {}

/**
 * An SQLite file that is locked exclusively: the operating system releases the lock when the process ends, however it
 * ends.
 */
export function lockDataDirectory(dataDirectory: string) {
  const lock = new DatabaseSync(join(dataDirectory, 'lock.db'), { timeout: 0 });
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode !== 5) throw error;
    throw new DataDirectoryInUse(
      `DATA_DIR ${dataDirectory} is in use by another gateway process. Stop it, choose another DATA_DIR, or use DATABASE_URL to run several nodes on PostgreSQL.`,
    );
  }
  return { release: () => lock.close() };
}
