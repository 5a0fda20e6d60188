import type { Reader, Transaction } from '../../../platform/db/database.ts';
import { forgetEnded, holds } from './reservations.store.ts';

const forgetEndedOfKey = forgetEnded('key_id');

type Days = { first: string; last: string };
type Row = { budget: number; spent: string; reserved: string };

/** In one statement: what a call had reserved and what it came to are never both in it. At most 31 days are added up. */
const standingSql = `SELECT k.monthly_budget_nano AS budget,
    CAST(COALESCE((SELECT sum(d.cost_nano) FROM key_usage_daily d WHERE d.key_id = k.id AND d.day >= $4 AND d.day <= $5), 0) AS TEXT) AS spent,
    CAST(COALESCE((SELECT sum(v.nano) FROM budget_reservations v WHERE v.key_id = k.id AND v.id <> $3 AND ${holds}), 0) AS TEXT) AS reserved
  FROM personal_keys k WHERE k.id = $1 AND k.monthly_budget_nano IS NOT NULL`;

async function standing(
  reader: Pick<Reader, 'get'>,
  keyId: string,
  { first, last }: Days,
  exceptId: string,
  now: number,
): Promise<{ budget: bigint; spent: bigint; reserved: bigint } | undefined> {
  const row = await reader.get<Row>(standingSql, [keyId, now, exceptId, first, last]);
  return row && { budget: BigInt(row.budget), spent: BigInt(row.spent), reserved: BigInt(row.reserved) };
}

/** What a personal key may spend in a month. What it has spent is in its own days, which every charge adds to. */
export const keyBudgets = {
  standing,

  /** Holds the key until the transaction ends; only then it is added up. Undefined where it has no budget any more. */
  async standingUnderLock(tx: Transaction, keyId: string, days: Days, exceptId: string, now: number) {
    await tx.get('SELECT id FROM personal_keys WHERE id = $1 FOR NO KEY UPDATE', [keyId]);
    await tx.run(forgetEndedOfKey, [keyId, now]);
    return standing(tx, keyId, days, exceptId, now);
  },
};
