import type { Clock } from '../../../kernel/clock.ts';
import type { Reader, Transaction } from '../../../platform/db/database.ts';
import { daysOfMonth, monthOf } from '../days.ts';
import { forgetEnded, holds, recountMs } from './reservations.store.ts';

const forgetEndedOfPayer = forgetEnded('payer_id');

const spentSql =
  'SELECT CAST(COALESCE(sum(cost_nano), 0) AS TEXT) AS spent FROM usage_days WHERE user_id = $1 AND day >= $2 AND day <= $3';
const reservedSql = `SELECT CAST(COALESCE(sum(v.nano), 0) AS TEXT) AS reserved FROM budget_reservations v
  WHERE v.payer_id = $1 AND v.id <> $3 AND ${holds}`;

const larger = (one: bigint, other: bigint) => (one > other ? one : other);

/** What a person has spent this month, whatever workspace it was spent in. */
export function createPersonBudgets({ clock }: { clock: Clock }) {
  async function counted(reader: Pick<Reader, 'get'>, userId: string): Promise<bigint> {
    const { first, last } = daysOfMonth(monthOf(clock.now()));
    return BigInt((await reader.get<{ spent: string }>(spentSql, [userId, first, last]))?.spent ?? 0);
  }

  return {
    /**
     * Under the lock of the person's row. Recounted now and then, but never lowered: what the senders of a channel
     * spent is in the payer's row and not in the payer's own rollups.
     */
    async spentUnderLock(tx: Transaction, userId: string): Promise<bigint> {
      const now = clock.now();
      const month = monthOf(now);
      const { rows } = await tx.run<{ month: string; spent: string; counted_at: number }>(
        `INSERT INTO person_budgets (user_id, month, spent_nano, counted_at) SELECT id, CAST($2 AS TEXT), 0, 0 FROM users WHERE id = $1
         ON CONFLICT (user_id) DO UPDATE SET user_id = excluded.user_id
         RETURNING month, CAST(spent_nano AS TEXT) AS spent, counted_at`,
        [userId, month],
      );
      const [kept] = rows;
      const known = kept?.month === month ? BigInt(kept.spent) : 0n;
      if (kept?.month === month && Math.abs(now - kept.counted_at) < recountMs) return known;
      const spent = larger(known, await counted(tx, userId));
      await tx.run('UPDATE person_budgets SET month = $2, counted_at = $3, spent_nano = $4 WHERE user_id = $1', [
        userId,
        month,
        now,
        spent,
      ]);
      await tx.run(forgetEndedOfPayer, [userId, now]);
      return spent;
    },

    async reserved(reader: Pick<Reader, 'get'>, userId: string, exceptId: string): Promise<bigint> {
      const row = await reader.get<{ reserved: string }>(reservedSql, [userId, clock.now(), exceptId]);
      return BigInt(row?.reserved ?? 0);
    },

    /** Without a lock, for display. */
    async spent(reader: Pick<Reader, 'get'>, userId: string): Promise<bigint> {
      const month = monthOf(clock.now());
      const row = await reader.get<{ spent: string }>(
        'SELECT CAST(spent_nano AS TEXT) AS spent FROM person_budgets WHERE user_id = $1 AND month = $2',
        [userId, month],
      );
      return larger(BigInt(row?.spent ?? 0), await counted(reader, userId));
    },

    spend: (tx: Transaction, userId: string, costNano: number) =>
      tx.run('UPDATE person_budgets SET spent_nano = spent_nano + $2 WHERE user_id = $1 AND month = $3', [
        userId,
        costNano,
        monthOf(clock.now()),
      ]),
  };
}
