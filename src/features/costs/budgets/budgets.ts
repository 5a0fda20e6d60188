import { type Clock, iso } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import { usd } from '../../../kernel/money.ts';
import type { Database, Reader, Transaction } from '../../../platform/db/database.ts';
import { daysOfMonth, monthOf, startOfNextMonth } from '../days.ts';
import { keyBudgets } from './key-budgets.store.ts';
import { createPersonBudgets } from './person-budgets.store.ts';
import { recountMs } from './reservations.store.ts';
import { workspaceBudgets } from './workspace-budgets.store.ts';

/** Until when a reservation without a run holds: its node may have died. */
const lifetimeMs = 600_000;

/** The operator's limits in nano-dollars a month; null is no limit. */
export type BudgetLimits = {
  /** For a workspace that has set no budget itself. */
  workspaceNano: number | null;
  /** The largest budget that a workspace can set. */
  workspaceMaximumNano: number | null;
  /** For each person, over all workspaces. */
  personNano: number | null;
};

/** The budgets that a model call is charged to. Without a purse (null) nothing is reserved and nothing counted. */
export type Purse = {
  workspaceId: string;
  /** Whether the workspace has a budget, its own or the operator's. */
  ofWorkspace: boolean;
  /** The person whose budget pays. */
  payerId: string | null;
  /** The personal key that has a budget of its own. */
  keyId?: string | null | undefined;
};

export type Reservation = {
  /** The run's id, or any unique id: reserving again under it replaces the reservation. */
  id: string;
  purse: Purse;
  nano: number;
  /** The reservation of a run holds while the run is queued or running. */
  runId?: string | undefined;
};

type Standing = { budget: bigint; spent: bigint; reserved: bigint };
type Whose = 'workspace' | 'person' | 'key';

type Asked = {
  workspaceId: string;
  ownNano: number | null;
  payerId: string | null;
  provider: string;
  /** A personal key with a budget. */
  keyId?: string | null | undefined;
};

type Deps = { database: Database; clock: Clock; limits: BudgetLimits };

/**
 * Monthly budgets: reserved before a model is asked, settled when it has answered. Reserving locks the workspace's row,
 * then the person's and then the key's, so that concurrent calls cannot overspend. Within a transaction
 * `workspace_budgets` is locked after all other tables, and `person_budgets` after that.
 */
export function createBudgets({ database, clock, limits }: Deps) {
  const people = createPersonBudgets({ clock });

  /** The workspace's own or the operator's, and never more than the operator's ceiling. */
  function effective(ownNano: number | null): bigint | null {
    const wanted = ownNano ?? limits.workspaceNano;
    const { workspaceMaximumNano: ceiling } = limits;
    if (wanted === null) return ceiling === null ? null : BigInt(ceiling);
    return BigInt(ceiling === null ? wanted : Math.min(wanted, ceiling));
  }
  const everyWorkspace = effective(null) !== null;

  async function standingOf(reader: Reader, workspaceId: string): Promise<(Standing & { own: boolean }) | undefined> {
    const row = await workspaceBudgets.standing(reader, workspaceId, daysOfMonth(monthOf(clock.now())), clock.now());
    const budget = row ? effective(row.own) : null;
    return row && budget !== null
      ? { budget, spent: BigInt(row.spent), reserved: BigInt(row.reserved), own: row.own !== null }
      : undefined;
  }

  /** The sum of the present month, under the lock. Undefined where there is no budget. */
  async function spentUnderLock(tx: Transaction, workspaceId: string): Promise<bigint | undefined> {
    const now = clock.now();
    const month = monthOf(now);
    const kept = await workspaceBudgets.take(tx, workspaceId, month, everyWorkspace);
    if (!kept) return undefined;
    if (kept.month === month && Math.abs(now - kept.counted_at) < recountMs) return BigInt(kept.spent);
    const spent = await workspaceBudgets.recount(tx, workspaceId, month, daysOfMonth(month), now);
    await workspaceBudgets.deleteDeadReservations(tx, workspaceId, now);
    return spent;
  }

  const personStanding = async (reader: Pick<Reader, 'get'>, userId: string, budget: number): Promise<Standing> => ({
    budget: BigInt(budget),
    spent: await people.spent(reader, userId),
    reserved: await people.reserved(reader, userId, ''),
  });

  function refuse({ budget, spent, reserved }: Standing, whose: Whose): never {
    const resetsAt = iso(startOfNextMonth(clock.now()));
    const named = {
      workspace: `The workspace's budget of ${usd(budget)} USD a month`,
      person: `The budget of ${usd(budget)} USD a month that each person has over all workspaces here`,
      key: `The key's budget of ${usd(budget)} USD a month`,
    }[whose];
    // No Retry-After: the budget may be raised in a minute or last until the month is over, and clients that wait for
    // the same moment would all come back in it.
    throw new AppError(
      'budget_exceeded',
      `${named} does not allow this: ${usd(spent)} USD are spent and ${usd(reserved)} USD reserved for what is under way. It begins anew at ${resetsAt}.`,
      {
        extra: { budgetOf: whose, budgetUsd: usd(budget), spentUsd: usd(spent), reservedUsd: usd(reserved), resetsAt },
      },
    );
  }

  /** A used-up budget refuses free calls too: that is how a workspace is stopped. */
  function requireRoom(standing: Standing, nano: number, whose: Whose): void {
    const { budget, spent, reserved } = standing;
    if (spent >= budget || spent + reserved + BigInt(nano) > budget) refuse(standing, whose);
  }

  /** Adds a charge to the sums, in the transaction of the charge. */
  async function spend(tx: Transaction, { workspaceId, ofWorkspace, payerId }: Purse, costNano: number): Promise<void> {
    if (costNano === 0) return;
    if (ofWorkspace) await workspaceBudgets.spend(tx, workspaceId, costNano, monthOf(clock.now()));
    if (payerId !== null) await people.spend(tx, payerId, costNano);
  }

  /** False where the workspace's budget was removed since admission. */
  async function requireRoomOfWorkspace(tx: Transaction, id: string, workspaceId: string, nano: number) {
    const spent = await spentUnderLock(tx, workspaceId);
    if (spent === undefined) return false;
    // Read after the lock: reservations made while this transaction waited count.
    const row = await workspaceBudgets.reservedBeside(tx, workspaceId, id, clock.now());
    const budget = row ? effective(row.own) : null;
    if (!row || budget === null) return false;
    requireRoom({ budget, reserved: BigInt(row.reserved), spent }, nano, 'workspace');
    return true;
  }

  async function requireRoomOfPerson(tx: Transaction, id: string, payerId: string, budget: number, nano: number) {
    const spent = await people.spentUnderLock(tx, payerId);
    const reserved = await people.reserved(tx, payerId, id);
    requireRoom({ budget: BigInt(budget), spent, reserved }, nano, 'person');
  }

  async function requireRoomOfKey(tx: Transaction, id: string, keyId: string, nano: number): Promise<boolean> {
    const standing = await keyBudgets.standingUnderLock(tx, keyId, daysOfMonth(monthOf(clock.now())), id, clock.now());
    if (standing) requireRoom(standing, nano, 'key');
    return standing !== undefined;
  }

  return {
    /** Null where no budget applies. The offline model is free, so the operator's limits do not apply to it. */
    purseFor(asked: Asked): Purse | null {
      const { workspaceId, ownNano, provider } = asked;
      const free = provider === 'local';
      const ofWorkspace = ownNano !== null || (everyWorkspace && !free);
      const payerId = limits.personNano === null || free ? null : asked.payerId;
      const keyId = asked.keyId ?? null;
      return ofWorkspace || payerId !== null || keyId !== null ? { workspaceId, ofWorkspace, payerId, keyId } : null;
    },

    /** Throws 429 `budget_exceeded` when it does not fit. */
    async reserve(tx: Transaction, { id, purse, nano, runId }: Reservation): Promise<void> {
      const { workspaceId, ofWorkspace, payerId, keyId = null } = purse;
      let held = ofWorkspace && (await requireRoomOfWorkspace(tx, id, workspaceId, nano));
      const { personNano } = limits;
      if (payerId !== null && personNano !== null) {
        await requireRoomOfPerson(tx, id, payerId, personNano, nano);
        held = true;
      }
      if (keyId !== null && (await requireRoomOfKey(tx, id, keyId, nano))) held = true;
      if (!held) return;
      const expiresAt = runId === undefined ? clock.now() + lifetimeMs : null;
      await workspaceBudgets.putReservation(tx, {
        id,
        workspaceId,
        payerId,
        keyId,
        runId: runId ?? null,
        nano,
        expiresAt,
      });
    },

    /** The same question without reserving, for what will reserve when it begins. Takes no lock. */
    async requireRoomFor(reader: Reader, purse: Purse, nano: number): Promise<void> {
      const { workspaceId, ofWorkspace, payerId, keyId = null } = purse;
      const standing = ofWorkspace ? await standingOf(reader, workspaceId) : undefined;
      if (standing) requireRoom(standing, nano, 'workspace');
      const { personNano } = limits;
      if (payerId !== null && personNano !== null)
        requireRoom(await personStanding(reader, payerId, personNano), nano, 'person');
      const ofKey =
        keyId === null
          ? undefined
          : await keyBudgets.standing(reader, keyId, daysOfMonth(monthOf(clock.now())), '', clock.now());
      if (ofKey) requireRoom(ofKey, nano, 'key');
    },

    reservedFor: (id: string) => workspaceBudgets.reservation(database, id),

    spend,
    release: workspaceBudgets.deleteReservation,

    /** In the transaction of the charge: replaces the reservation by the real cost. */
    async settle(tx: Transaction, { id, purse }: Pick<Reservation, 'id' | 'purse'>, costNano: number) {
      await workspaceBudgets.deleteReservation(tx, id);
      await spend(tx, purse, costNano);
    },

    /** As shown to people; null where there is no budget. */
    async standing(workspaceId: string) {
      const found = await standingOf(database, workspaceId);
      return found ? { ...shown(found), setBy: setBy(found) } : null;
    },

    /** The operator's budget of a person; null where the operator has set none. */
    async standingOfPerson(userId: string) {
      const { personNano } = limits;
      return personNano === null ? null : shown(await personStanding(database, userId, personNano));
    },
  };

  function shown({ budget, spent, reserved }: Standing) {
    return {
      monthlyUsd: usd(budget),
      spentUsd: usd(spent),
      reservedUsd: usd(reserved),
      resetsAt: iso(startOfNextMonth(clock.now())),
    };
  }
  function setBy({ budget, own }: Standing & { own: boolean }): 'workspace' | 'operator' {
    const ceiling = limits.workspaceMaximumNano;
    return own && (ceiling === null || budget < BigInt(ceiling)) ? 'workspace' : 'operator';
  }
}

export type Budgets = ReturnType<typeof createBudgets>;
