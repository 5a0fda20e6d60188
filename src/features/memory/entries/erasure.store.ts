import type { Person } from '../../../kernel/person.ts';
import type { Database, Transaction } from '../../../platform/db/database.ts';
import { lockPerson } from '../capture/duplicates.ts';

const portion = 200;
const personalTables = [
  'memory_counters',
  'memory_profile_changes',
  'memory_removed_fields',
  'memory_entries',
  'memory_propagations',
];

/** Everything of one person in one workspace. Words, vectors and recalls go with their entries. */
export function createMemoryErasure(database: Database) {
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

    /**
     * What was said before but not yet captured is not captured any more: whoever is at such a job finishes it in the
     * transaction in which it writes, or not at all. Then the counters: whoever is adding an entry holds one until its
     * commit, so that no entry stays behind with a number that will be given again.
     */
    async eraseRest(tx: Transaction, { workspaceId, userId }: Person): Promise<void> {
      await tx.run(
        "DELETE FROM jobs WHERE queue IN ('memory-capture', 'memory-session-summary') AND payload LIKE $1 AND payload LIKE $2",
        [`%"workspaceId":"${workspaceId}"%`, `%"userId":"${userId}"%`],
      );
      await lockPerson(tx, { workspaceId, userId });
      for (const table of personalTables)
        await tx.run(`DELETE FROM ${table} WHERE workspace_id = $1 AND user_id = $2`, [workspaceId, userId]);
    },
  };
}

export type MemoryErasure = ReturnType<typeof createMemoryErasure>;
