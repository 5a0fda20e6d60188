import { deleteByTime } from '../../platform/db/by-age.ts';
import type { Database } from '../../platform/db/database.ts';

/** What the calls of one workspace met at one connection. */
export type Sums = {
  attempts: number;
  failures: number;
  fallbacks: number;
  cooldowns: number;
  answer_ms: number;
  cost_nano: number;
};
/** `connection`: the id of an own connection, or the name of an operator's; `hour`: its beginning. */
export type HourRow = Sums & { workspace_id: string; connection: string; hour: number };

const names = ['attempts', 'failures', 'fallbacks', 'cooldowns', 'answer_ms', 'cost_nano'] as const;
const rowsAtOnce = 50;

export type ConnectionHours = ReturnType<typeof createConnectionHours>;

export function createConnectionHours(database: Database) {
  const added = names.map((name) => `${name} = model_connection_hours.${name} + excluded.${name}`).join(', ');
  // Nothing is counted for a workspace that was deleted meanwhile.
  const add = `INSERT INTO model_connection_hours (workspace_id, connection, hour, ${names.join(', ')})
    SELECT id, $2, $3, $4, $5, $6, $7, $8, $9 FROM workspaces WHERE id = $1
    ON CONFLICT (workspace_id, connection, hour) DO UPDATE SET ${added}`;

  return {
    /** In a fixed order, so that nodes which add at the same time do not wait for each other in a circle. */
    async add(rows: readonly HourRow[]): Promise<void> {
      const keyOf = ({ workspace_id, connection, hour }: HourRow) => `${workspace_id} ${connection} ${hour}`;
      const sorted = rows.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
      for (let from = 0; from < sorted.length; from += rowsAtOnce)
        await database.transaction(async (tx) => {
          for (const row of sorted.slice(from, from + rowsAtOnce))
            await tx.run(add, [row.workspace_id, row.connection, row.hour, ...names.map((name) => row[name])]);
        });
    },

    since: (workspaceId: string, hour: number) =>
      database.all<Sums & { connection: string }>(
        `SELECT connection, ${names.map((name) => `CAST(SUM(${name}) AS BIGINT) AS ${name}`).join(', ')}
         FROM model_connection_hours WHERE workspace_id = $1 AND hour > $2 GROUP BY connection`,
        [workspaceId, hour],
      ),

    before: (time: number) => deleteByTime(database, { table: 'model_connection_hours', column: 'hour', before: time }),
  };
}
