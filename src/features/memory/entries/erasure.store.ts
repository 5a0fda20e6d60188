import type { Person } from '../../../kernel/person.ts';
import type { Database, Transaction } from '../../../platform/db/database.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { captureQueue, summaryQueue } from '../capture/queues.ts';
import { lockPerson } from './person-lock.store.ts';

type Deps = { database: Database; jobs: Pick<Jobs, 'forgetMentioning'> };

const portion = 200;
const deletions = [
  'DELETE FROM memory_counters WHERE workspace_id = $1 AND user_id = $2',
  'DELETE FROM memory_profile_changes WHERE workspace_id = $1 AND user_id = $2',
  'DELETE FROM memory_removed_fields WHERE workspace_id = $1 AND user_id = $2',
  'DELETE FROM memory_entries WHERE workspace_id = $1 AND user_id = $2',
  'DELETE FROM memory_propagations WHERE workspace_id = $1 AND user_id = $2',
];

/**
 * Deletes everything of one person in one workspace. Words, vectors and recall counts are deleted with their entries.
 */
export function createMemoryErasure({ database, jobs }: Deps) {
  return {
    /** In portions: the embedded engine has one writer, and a hundred thousand entries would hold it for seconds. */
    async eraseMost(person: Person): Promise<void> {
      for (let changes = portion; changes === portion; )
        ({ changes } = await database.transaction(async (tx) => {
          await lockPerson(tx, person);
          return tx.run(
            `DELETE FROM memory_entries WHERE id IN
               (SELECT id FROM memory_entries WHERE workspace_id = $1 AND user_id = $2 LIMIT ${portion})`,
            [person.workspaceId, person.userId],
          );
        }));
    },

    /** Of everyone in a workspace that is about to be erased; the rest goes with it. */
    async eraseMostOfWorkspace(workspaceId: string): Promise<void> {
      const sql = `DELETE FROM memory_entries WHERE id IN (SELECT id FROM memory_entries WHERE workspace_id = $1 LIMIT ${portion})`;
      while ((await database.run(sql, [workspaceId])).changes === portion);
    },

    /**
     * Deletes jobs first: messages that are not captured yet never are. A worker completes such a job in the
     * transaction that writes, or writes nothing. Then it locks the person and deletes the counters: a transaction that
     * adds an entry locks a counter until its commit, so no entry is left with a number that will be given again.
     */
    async eraseRest(tx: Transaction, { workspaceId, userId }: Person): Promise<void> {
      // The names of the members are part of the search text, because `agentWorkspaceId` may be another workspace.
      const person = [`workspaceId":"${workspaceId}`, `userId":"${userId}`] as const;
      await jobs.forgetMentioning(tx, person, [captureQueue, summaryQueue]);
      await lockPerson(tx, { workspaceId, userId });
      for (const deletion of deletions) await tx.run(deletion, [workspaceId, userId]);
    },
  };
}

export type MemoryErasure = ReturnType<typeof createMemoryErasure>;
