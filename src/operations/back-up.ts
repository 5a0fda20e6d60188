import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';

/** The message says why. */
class CannotBackUp extends Error {}

/**
 * All pages in one step: a step sees a consistent state, and a write between two steps would make SQLite start again.
 */
const allPages = 2 ** 31 - 1;

function syncToDisk(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** Makes the copy one file without a journal, and checks every page. */
function check(file: string): void {
  const copy = new DatabaseSync(file);
  try {
    copy.exec('PRAGMA journal_mode = DELETE');
    const found = copy.prepare('PRAGMA integrity_check(1)').get() as { integrity_check: string };
    if (found.integrity_check !== 'ok') throw new CannotBackUp(`The copy is damaged: ${found.integrity_check}`);
  } finally {
    copy.close();
  }
}

/**
 * A consistent copy of the embedded database, also while a gateway writes to it. The file gets its final name only when
 * it is complete, checked and on disk.
 */
export async function backUp(dataDirectory: string, file: string): Promise<{ file: string; bytes: number }> {
  const source = join(dataDirectory, 'gateway.db');
  const target = resolve(file);
  const draft = `${target}.partial`;
  if (!existsSync(source))
    throw new CannotBackUp(`There is no embedded database (gateway.db) in DATA_DIR ${dataDirectory}.`);
  if (existsSync(target)) throw new CannotBackUp(`${target} exists already. Choose another name.`);
  // Readable only by the owner from the first byte on. A draft left by a crash is replaced.
  rmSync(draft, { force: true });
  closeSync(openSync(draft, 'wx', 0o600));
  try {
    const connection = new DatabaseSync(source, { readOnly: true, timeout: 5_000 });
    try {
      await backup(connection, draft, { rate: allPages });
    } finally {
      connection.close();
    }
    check(draft);
    syncToDisk(draft);
    renameSync(draft, target);
    syncToDisk(dirname(target));
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  return { file: target, bytes: statSync(target).size };
}
