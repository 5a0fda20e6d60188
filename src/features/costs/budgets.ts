import { type Clock, iso } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { usd } from '../../kernel/money.ts';
import type { Database, Reader, Transaction } from '../../platform/db/database.ts';
import { daysOfMonth, monthOf, startOfNextMonth } from './days.ts';

/**
 * How old the sum of a month may be. It is added to as charges are made; what was charged without a word to us, by a
 * turn that began before there was a budget, is found when the rollups are added up again.
 */
const recountMs = 60_000;
/** A reservation without a run that nobody settled, because its node died. */
const lifetimeMs = 600_000;

export type Reservation = {
  /** The run's id, or any id of one's own: reserving again under it replaces what was reserved. */
  id: string;
  workspaceId: string;
  nano: number;
  /** With a run, it holds for as long as the run is queued or running. */
  runId?: string | undefined;
};

type Standing = { budget: bigint; spent: bigint; reserved: bigint };

const spentSql = `(SELECT COALESCE(sum(cost_nano), 0) FROM usage_totals WHERE workspace_id = $1 AND day >= $4 AND day <= $5)
  + (SELECT COALESCE(sum(cost_nano), 0) FROM usage_daily WHERE workspace_id = $1 AND day >= $4 AND day <= $5
     AND day > (SELECT usage_through FROM workspaces WHERE id = $1))`;

const holds = `((v.run_id IS NULL AND v.expires_at > $2) OR EXISTS
  (SELECT 1 FROM runs r WHERE r.id = v.run_id AND r.status IN ('queued', 'running')))`;

const budgetAndReserved = `CAST(w.monthly_budget_nano AS TEXT) AS budget, CAST(COALESCE((SELECT sum(v.nano)
  FROM budget_reservations v WHERE v.workspace_id = $1 AND v.id <> $3 AND ${holds}), 0) AS TEXT) AS reserved`;
const ofBudgeted = 'FROM workspaces w WHERE w.id = $1 AND w.monthly_budget_nano IS NOT NULL';

/**
 * Monthly budgets of workspaces: reserved before a model is asked, settled when it has answered. Whoever reserves holds
 * the workspace's row, so that of any number at once only as many get through as there is money for. A row of
 * `workspace_budgets` is always the last that a transaction takes.
 */
export function createBudgets({ database, clock }: { database: Database; clock: Clock }) {
  /** In one statement: what a turn had reserved and what it came to, when it ends meanwhile, are never both in it. */
  async function standingOf(reader: Reader, workspaceId: string): Promise<Standing | undefined> {
    const { first, last } = daysOfMonth(monthOf(clock.now()));
    const row = await reader.get<Record<keyof Standing, string>>(
      `SELECT ${budgetAndReserved}, CAST(${spentSql} AS TEXT) AS spent ${ofBudgeted}`,
      [workspaceId, clock.now(), '', first, last],
    );
    return row && { budget: BigInt(row.budget), spent: BigInt(row.spent), reserved: BigInt(row.reserved) };
  }

  /** The sum of the present month, under the lock. Undefined where there is no budget. */
  async function spentUnderLock(tx: Transaction, workspaceId: string): Promise<bigint | undefined> {
    const now = clock.now();
    const month = monthOf(now);
    const { rows } = await tx.run<{ month: string; spent: string; counted_at: number }>(
      `INSERT INTO workspace_budgets (workspace_id, month, spent_nano, counted_at)
       SELECT id, CAST($2 AS TEXT), 0, 0 FROM workspaces WHERE id = $1 AND monthly_budget_nano IS NOT NULL
       ON CONFLICT (workspace_id) DO UPDATE SET workspace_id = excluded.workspace_id
       RETURNING month, CAST(spent_nano AS TEXT) AS spent, counted_at`,
      [workspaceId, month],
    );
    const [kept] = rows;
    if (!kept) return undefined;
    if (kept.month === month && Math.abs(now - kept.counted_at) < recountMs) return BigInt(kept.spent);
    const { first, last } = daysOfMonth(month);
    const counted = await tx.run<{ spent: string }>(
      `UPDATE workspace_budgets SET month = $2, counted_at = $3, spent_nano = ${spentSql}
       WHERE workspace_id = $1 RETURNING CAST(spent_nano AS TEXT) AS spent`,
      [workspaceId, month, now, first, last],
    );
    await tx.run(
      `DELETE FROM budget_reservations WHERE id IN (SELECT v.id FROM budget_reservations v
       WHERE v.workspace_id = $1 AND v.run_id IS NULL AND v.expires_at <= $2 UNION ALL
       SELECT v.id FROM budget_reservations v JOIN runs r ON r.id = v.run_id
       WHERE v.workspace_id = $1 AND r.status IN ('completed', 'failed', 'cancelled'))`,
      [workspaceId, now],
    );
    return BigInt(counted.rows[0]?.spent ?? 0);
  }

  function refuse({ budget, spent, reserved }: Standing): never {
    const resetsAt = iso(startOfNextMonth(clock.now()));
    // No Retry-After: the budget may be raised in a minute or last until the month is over, and clients that wait for
    // the same moment would all come back in it.
    throw new AppError(
      'budget_exceeded',
      `The workspace's budget of ${usd(budget)} USD a month does not allow this: ${usd(spent)} USD are spent and ${usd(reserved)} USD reserved for what is under way. It begins anew at ${resetsAt}.`,
      { extra: { budgetUsd: usd(budget), spentUsd: usd(spent), reservedUsd: usd(reserved), resetsAt } },
    );
  }

  /** A budget that is used up refuses what costs nothing too: it is the way to stop a workspace. */
  function requireRoom(standing: Standing, nano: number): void {
    const { budget, spent, reserved } = standing;
    if (spent >= budget || spent + reserved + BigInt(nano) > budget) refuse(standing);
  }

  const release = (tx: Pick<Transaction, 'run'>, id: string) =>
    tx.run('DELETE FROM budget_reservations WHERE id = $1', [id]);

  /** What was charged just now, in the transaction that charges it. Nothing where there is no budget. */
  async function spend(tx: Transaction, workspaceId: string, costNano: number): Promise<void> {
    if (costNano === 0) return;
    await tx.run('UPDATE workspace_budgets SET spent_nano = spent_nano + $2 WHERE workspace_id = $1 AND month = $3', [
      workspaceId,
      costNano,
      monthOf(clock.now()),
    ]);
  }

  return {
    /** Throws 429 `budget_exceeded` when it does not fit; does nothing in a workspace without a budget. */
    async reserve(tx: Transaction, { id, workspaceId, nano, runId }: Reservation): Promise<void> {
      const spent = await spentUnderLock(tx, workspaceId);
      if (spent === undefined) return;
      // Only now: what others reserved while this one waited for the row counts.
      const row = await tx.get<{ budget: string; reserved: string }>(`SELECT ${budgetAndReserved} ${ofBudgeted}`, [
        workspaceId,
        clock.now(),
        id,
      ]);
      if (!row) return;
      requireRoom({ budget: BigInt(row.budget), reserved: BigInt(row.reserved), spent }, nano);
      await tx.run(
        `INSERT INTO budget_reservations (id, workspace_id, run_id, nano, expires_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (id) DO UPDATE SET nano = excluded.nano, expires_at = excluded.expires_at`,
        [id, workspaceId, runId ?? null, nano, runId === undefined ? clock.now() + lifetimeMs : null],
      );
    },

    /** The same question without reserving, for what will reserve when it begins. Takes no lock. */
    async requireRoomFor(reader: Reader, workspaceId: string, nano: number): Promise<void> {
      const standing = await standingOf(reader, workspaceId);
      if (standing) requireRoom(standing, nano);
    },

    /** Undefined when nothing was: one of 0 is a reservation too. */
    async reservedFor(id: string): Promise<number | undefined> {
      return (await database.get<{ nano: number }>('SELECT nano FROM budget_reservations WHERE id = $1', [id]))?.nano;
    },

    spend,
    release,

    /** Together with the charge: what it came to is spent, and nothing is reserved for it any more. */
    async settle(tx: Transaction, { id, workspaceId }: Pick<Reservation, 'id' | 'workspaceId'>, costNano: number) {
      await release(tx, id);
      await spend(tx, workspaceId, costNano);
    },

    /** As shown to people; null where there is no budget. */
    async standing(workspaceId: string) {
      const found = await standingOf(database, workspaceId);
      if (!found) return null;
      return {
        monthlyUsd: usd(found.budget),
        spentUsd: usd(found.spent),
        reservedUsd: usd(found.reserved),
        resetsAt: iso(startOfNextMonth(clock.now())),
      };
    },
  };
}

export type Budgets = ReturnType<typeof createBudgets>;
