import type { Person } from '../../../kernel/person.ts';
import type { Database } from '../../../platform/db/database.ts';

/** A person who may no longer act in a workspace, a key of theirs, or an agent that may no longer be used there. */
export type Departure = { workspaceId: string; userId?: string; agentId?: string; keyId?: string; at: number };
export type OpenRun = Person & { id: string; waits: boolean };

export function createDepartureStore(database: Database) {
  return {
    /** Only runs from before the departure: a person who was added again may have started new ones. */
    async openRuns({ workspaceId, userId, agentId, keyId, at }: Departure): Promise<OpenRun[]> {
      const whose =
        "workspace_id = $1 AND ($2 = '' OR user_id = $2) AND ($3 = '' OR agent_id = $3) AND created_at <= $4 AND ($5 = '' OR personal_key_id = $5)";
      // Two SELECTs, because each uses its own index, which leaves out ended runs.
      const rows = await database.all<{ id: string; user_id: string; waits: number }>(
        `SELECT id, user_id, waits FROM (
           SELECT id, user_id, turn, 1 AS waits FROM runs WHERE status = 'queued' AND ${whose}
           UNION ALL SELECT id, user_id, turn, 0 AS waits FROM runs WHERE status IN ('running', 'awaiting_approval') AND ${whose}
         ) AS open ORDER BY turn DESC`,
        [workspaceId, userId ?? '', agentId ?? '', at, keyId ?? ''],
      );
      return rows.map((row) => ({ id: row.id, workspaceId, userId: row.user_id, waits: row.waits === 1 }));
    },
  };
}

export type DepartureStore = ReturnType<typeof createDepartureStore>;
