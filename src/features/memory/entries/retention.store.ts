import type { Person } from '../../../kernel/person.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Tier } from './memory.ts';
import { lockPerson } from './person-lock.store.ts';

/** Rows are read and deleted in portions, so that no other transaction waits long. */
const portion = 500;

export function createRetentionStore(database: Database) {
  return {
    /** The next person of a workspace that has entries, in the order of ids. */
    nextUser: async (workspaceId: string, after: string): Promise<string | undefined> =>
      (
        await database.get<{ user_id: string }>(
          'SELECT user_id FROM memory_entries WHERE workspace_id = $1 AND user_id > $2 ORDER BY user_id LIMIT 1',
          [workspaceId, after],
        )
      )?.user_id,

    /** Deletes the entries that came from these agents before a time; returns how many. */
    async deleteOlder(
      { workspaceId, userId }: Person,
      { tier, agents, before }: { tier: Tier; agents: ReadonlySet<string>; before: number },
    ): Promise<number> {
      let [at, id] = [0, ''];
      let deleted = 0;
      for (;;) {
        const rows = await database.all<{ id: string; agent: string | null; created_at: number }>(
          `SELECT id, source_agent_id AS agent, created_at FROM memory_entries
           WHERE workspace_id = $1 AND user_id = $2 AND tier = $3 AND (created_at, id) > ($4, $5) AND created_at < $6
           ORDER BY created_at, id LIMIT ${portion}`,
          [workspaceId, userId, tier, at, id, before],
        );
        const due = rows.filter(({ agent }) => agent !== null && agents.has(agent));
        if (due.length > 0)
          await database.transaction(async (tx) => {
            await lockPerson(tx, { workspaceId, userId });
            for (const entry of due)
              await tx.run('DELETE FROM memory_entries WHERE workspace_id = $1 AND user_id = $2 AND id = $3', [
                workspaceId,
                userId,
                entry.id,
              ]);
          });
        deleted += due.length;
        const last = rows.at(-1);
        if (!last || rows.length < portion) return deleted;
        [at, id] = [last.created_at, last.id];
      }
    },
  };
}

export type RetentionStore = ReturnType<typeof createRetentionStore>;
