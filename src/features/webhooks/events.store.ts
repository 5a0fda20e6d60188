import { firstIdOf } from '../../platform/db/by-age.ts';
import type { Database, Engine, Transaction } from '../../platform/db/database.ts';
import type { EventType } from '../../platform/events.ts';

type NewEvent = {
  id: string;
  workspaceId: string;
  userId: string | null;
  type: EventType;
  data: object;
  now: number;
};

export type WaitingEvent = {
  id: string;
  workspace_id: string;
  user_id: string | null;
  type: string;
  data: string;
  created_at: number;
};

const waiting = 'SELECT id FROM events WHERE id > $2 ORDER BY id LIMIT $1';
const fannedOut = 'id, workspace_id, user_id, type, data, created_at';
/** PostgreSQL may run a locking subquery twice, hence the CTE; the array keeps the plan on the primary key. */
export const takeSql: Record<Engine, string> = {
  postgres: `WITH waiting AS (${waiting} FOR UPDATE SKIP LOCKED)
    DELETE FROM events WHERE id = ANY (ARRAY(SELECT id FROM waiting)) RETURNING ${fannedOut}`,
  sqlite: `DELETE FROM events WHERE id IN (${waiting}) RETURNING ${fannedOut}`,
};

/** Rows erased at a time: the embedded engine has one writer. */
const portion = 500;

export type EventStore = ReturnType<typeof createEventStore>;

/** Events that wait for their fan-out: written in the transaction of the fact, deleted in that of their deliveries. */
export function createEventStore(database: Database) {
  async function eraseMostBy(column: 'user_id' | 'workspace_id', id: string): Promise<void> {
    const sql = `DELETE FROM events WHERE id IN (SELECT id FROM events WHERE ${column} = $1 LIMIT ${portion})`;
    while ((await database.run(sql, [id])).changes === portion);
  }

  return {
    /** Of events that are gone, while a snapshot still sees them. */
    leavesDeadEntries: database.engine === 'postgres',
    /** False if the workspace has no webhook to tell, and nothing was written. */
    async insertIfHeard(tx: Transaction, event: NewEvent): Promise<boolean> {
      const { id, workspaceId, userId, type, data, now } = event;
      const heard = 'SELECT 1 FROM webhooks WHERE workspace_id = $1 AND enabled = 1 LIMIT 1';
      // As one conditional INSERT it took 57 µs of every turn on SQLite. PostgreSQL would be waited for.
      if (tx.engine === 'sqlite' && !(await tx.steady(heard, [workspaceId]))) return false;
      const { changes } = await tx.run(
        `INSERT INTO events (workspace_id, id, user_id, type, data, created_at)
         SELECT $1, $2, $3, $4, $5, CAST($6 AS BIGINT) WHERE EXISTS (${heard})`,
        [workspaceId, id, userId, type, JSON.stringify(data), now],
      );
      return changes === 1;
    },

    /** When the first one that waits was written, of those from a time on. */
    firstWaiting: async (from: number): Promise<number | undefined> =>
      (
        await database.get<{ created_at: number }>('SELECT created_at FROM events WHERE id > $1 ORDER BY id LIMIT 1', [
          firstIdOf('evt', from),
        ])
      )?.created_at,
    /** Those from a time on. Deleted with the commit that writes all their deliveries. Another node takes other events. */
    async take(tx: Transaction, limit: number, from: number): Promise<WaitingEvent[]> {
      const { rows } = await tx.run<WaitingEvent>(takeSql[database.engine], [limit, firstIdOf('evt', from)]);
      return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
    },

    /** What was told of one person, a portion at a time; the rest goes with the account. */
    eraseMost: (userId: string) => eraseMostBy('user_id', userId),
    /** The same of a workspace. */
    eraseMostOfWorkspace: (workspaceId: string) => eraseMostBy('workspace_id', workspaceId),
  };
}
