import { type Clock, utcDay } from '../../kernel/clock.ts';
import type { Database, SqlValue, Transaction } from '../../platform/db/database.ts';
import { daysBefore } from './days.ts';

/** A turn that read the day just before midnight is committed by then, even if clocks differ. */
const settleMs = 3_600_000;

const columns = [
  'sessions',
  'messages',
  'runs',
  'requests',
  'prompt_tokens',
  'cached_tokens',
  'completion_tokens',
  'cost_nano',
] as const;
type Column = (typeof columns)[number];

/** Sums as text: they may be larger than a double holds exactly. */
export type OverallUsage = Record<Column, string>;

const sums = columns.map((name) => `COALESCE(sum(${name}), 0) AS ${name}`).join(', ');

/**
 * Adds the usage of days that is not in the sum yet. The sum is locked meanwhile, so that nothing is added twice.
 */
export async function addToOverall(tx: Transaction, which: string, params: readonly SqlValue[]): Promise<void> {
  await tx.get('SELECT id FROM usage_overall WHERE id = 1 FOR UPDATE');
  await tx.run(
    `UPDATE usage_overall SET ${columns.map((name) => `${name} = usage_overall.${name} + added.${name}`).join(', ')}
     FROM (SELECT ${sums} FROM usage_days WHERE ${which}) AS added WHERE usage_overall.id = 1`,
    params,
  );
}

/** The usage of all tenants: one row for past days, plus the daily rows of days that are not folded yet. */
export function createOverallUsage(database: Database, clock: Clock) {
  return {
    /** Adds past days to the sum. */
    async fold(): Promise<void> {
      const last = daysBefore(utcDay(clock.now() - settleMs), 1);
      const kept = await database.get<{ through: string }>('SELECT through FROM usage_overall WHERE id = 1');
      if (!kept || kept.through >= last) return;
      await database.transaction(async (tx) => {
        await addToOverall(tx, 'day > (SELECT through FROM usage_overall WHERE id = 1) AND day <= $1', [last]);
        await tx.run('UPDATE usage_overall SET through = $1 WHERE id = 1 AND through < $1', [last]);
      });
    },

    async read(): Promise<OverallUsage> {
      const row = await database.get<OverallUsage>(
        `SELECT ${columns.map((name) => `CAST(o.${name} + u.${name} AS TEXT) AS ${name}`).join(', ')} FROM usage_overall o,
         (SELECT ${sums} FROM usage_days WHERE day > (SELECT through FROM usage_overall WHERE id = 1)) u WHERE o.id = 1`,
      );
      if (!row) throw new Error('The sum of all usage is missing.');
      return row;
    },
  };
}

export type ReadOverall = ReturnType<typeof createOverallUsage>['read'];
