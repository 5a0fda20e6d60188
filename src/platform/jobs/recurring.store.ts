import type { Database, Transaction } from '../db/database.ts';

export type RecurringRow = { name: string; expression: string; nextRunAt: number };

export function createRecurringStore(database: Database) {
  return {
    transaction: database.transaction,

    /** Only a changed expression starts anew: the same one keeps its place, or a restart would lose what fell due. */
    save: ({ name, expression, nextRunAt }: RecurringRow) =>
      database.run(
        `INSERT INTO recurring_jobs (name, schedule, next_run_at) VALUES ($1, $2, $3)
         ON CONFLICT (name) DO UPDATE SET schedule = excluded.schedule, next_run_at = excluded.next_run_at
         WHERE recurring_jobs.schedule <> excluded.schedule`,
        [name, expression, nextRunAt],
      ),

    all: () =>
      database.all<RecurringRow>('SELECT name, schedule AS expression, next_run_at AS "nextRunAt" FROM recurring_jobs'),

    /** False when another node has taken this due time. */
    async moveOn(tx: Transaction, name: string, due: number, next: number): Promise<boolean> {
      const { changes } = await tx.run(
        'UPDATE recurring_jobs SET next_run_at = $3 WHERE name = $1 AND next_run_at = $2',
        [name, due, next],
      );
      return changes === 1;
    },
  };
}
