import { AsyncResource } from 'node:async_hooks';
import type { DatabaseSync } from 'node:sqlite';

type Waiting = {
  work: () => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
};

/** Past this many a commit is taken, so that the first in the group does not wait for the last of a flood. */
const groupLimit = 128;
/** The number of groups that have savepoints after a work failed. Without them every failure of one caller would make the works of others run twice. */
const groupsWithSavepoints = 64;

/**
 * The one writer of an SQLite file. Node interleaves tasks at every await, and a statement issued by another task
 * would join the open transaction and vanish with its rollback; so every writer holds this queue. All that wait
 * together share one BEGIN … COMMIT (one fsync), and none is told of success before that commit is on disk.
 *
 * If one of them fails, all are undone and run again, each behind a savepoint of its own. Savepoints from the start would copy every
 * page that a second work changes: 5 % of a turn.
 */
export function createWriteQueue(connection: DatabaseSync, committed: () => void) {
  const waiting: Waiting[] = [];
  let drained: Promise<void> | undefined;
  let withSavepoints = 0;
  const begin = connection.prepare('BEGIN IMMEDIATE');
  const commit = connection.prepare('COMMIT');
  const savepoint = connection.prepare('SAVEPOINT one');
  const release = connection.prepare('RELEASE one');

  /** False if all was undone because of one of them; then nobody was told anything. */
  async function hasEnded(group: Waiting[], hasSavepoints: boolean): Promise<boolean> {
    const values: unknown[] = [];
    const failed = new Map<number, unknown>();
    let isOneOfThem = false;
    try {
      begin.run();
      for (const { work } of group) {
        if (hasSavepoints) savepoint.run();
        try {
          const value = await work();
          // The work may have caught the error of a statement that rolled everything back.
          if (!connection.isTransaction) throw new Error('The transaction was rolled back within a work.');
          if (hasSavepoints) release.run();
          values.push(value);
        } catch (error) {
          // Some errors (disk full, for one) have already rolled everything back.
          if (!connection.isTransaction) throw error;
          isOneOfThem = !hasSavepoints;
          if (isOneOfThem) throw error;
          connection.exec('ROLLBACK TO one; RELEASE one');
          failed.set(values.push(undefined) - 1, error);
        }
      }
      commit.run();
      committed();
    } catch (error) {
      const isOpen = connection.isOpen && connection.isTransaction;
      if (isOpen) connection.exec('ROLLBACK');
      if (isOpen && isOneOfThem && group.length > 1) return false;
      for (const { reject } of group) reject(error);
      return true;
    }
    for (const [place, { resolve, reject }] of group.entries())
      if (failed.has(place)) reject(failed.get(place));
      else resolve(values[place]);
    return true;
  }

  async function runGroup(group: Waiting[]): Promise<void> {
    if (withSavepoints > 0) withSavepoints -= 1;
    else {
      if (await hasEnded(group, false)) return;
      withSavepoints = groupsWithSavepoints;
    }
    await hasEnded(group, true);
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      // A turn of the event loop between groups: sockets are served, and what arrives meanwhile joins the next group.
      await new Promise(setImmediate);
      await runGroup(waiting.splice(0, groupLimit));
    }
    drained = undefined;
  }

  return {
    enqueue<Result>(work: () => Promise<Result>): Promise<Result> {
      return new Promise<Result>((resolve, reject) => {
        // Keeps the caller's context (its request id), since another task may run the group. `AsyncLocalStorage.bind` would do
        // the same and take 10 µs instead of 0.5.
        const context = new AsyncResource('Write');
        const bound = () => context.runInAsyncScope(work);
        waiting.push({ work: bound, resolve: resolve as (value: unknown) => void, reject });
        drained ??= drain();
      });
    },
    async idle(): Promise<void> {
      while (drained) await drained;
    },
  };
}
