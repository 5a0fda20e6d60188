import { type Happened, mostOffsetMs } from '../nemesis.ts';
import { budgetUsd, spenderTurnUsd } from '../tenants.ts';
import type { Oracle } from './oracle.ts';

const socketMessages = 30;
const minuteMs = 60_000;
/** A node may take this long to notice that its clock is right again. */
const noticedMs = 1_000;

type Taken = { sentAt: number; takenAt?: number };

/**
 * The length of the window from this time on. A minute, unless a clock was off: a message that was stamped by a slow
 * clock at its beginning expires early, and a fast clock at its end lets messages expire early.
 */
function windowFrom(from: number, accepted: readonly Taken[], shifts: readonly Happened[]): number {
  const first = accepted.filter(({ sentAt }) => sentAt >= from && sentAt <= from + 2 * mostOffsetMs.sqlite);
  const stamped = shifts.filter(({ beganAt, endedAt }) =>
    first.some(({ sentAt, takenAt = Infinity }) => sentAt <= endedAt + noticedMs && takenAt >= beganAt),
  );
  const lengthMs = minuteMs - Math.max(0, ...stamped.map(({ offsetMs }) => -offsetMs));
  const forgotten = shifts
    .map(({ beganAt, endedAt, offsetMs }) => ({ at: Math.max(beganAt, from + lengthMs - offsetMs), endedAt }))
    .filter(({ at, endedAt }) => at <= endedAt + noticedMs);
  return Math.min(lengthMs, ...forgotten.map(({ at }) => at - from));
}

/** Limits hold over all nodes together: messages over sockets, and money. */
export const limits: Oracle = async (world, _facts, happened) => {
  const failures: string[] = [];
  const { journal, spender, flooder, store } = world;
  const sent = journal.said.filter(({ door, tenant }) => door === 'socket' && tenant === flooder.name);
  const accepted = sent.filter(({ runId }) => runId !== undefined);
  const shifts = world.engine === 'sqlite' ? happened.filter(({ kind }) => kind === 'clock') : [];
  let most = 0;
  const windows = accepted.map(({ sentAt }) => ({ from: sentAt, lengthMs: windowFrom(sentAt, accepted, shifts) }));
  for (const { from, lengthMs } of windows) {
    const within = accepted.filter(({ sentAt, takenAt }) => sentAt >= from && (takenAt ?? Infinity) <= from + lengthMs);
    most = Math.max(most, within.length);
    if (within.length > socketMessages)
      failures.push(`${within.length} messages of one user were taken within ${lengthMs / 1_000} s`);
  }
  const shortest = Math.min(minuteMs, ...windows.map(({ lengthMs }) => lengthMs)) / 1_000;
  if (sent.length > 5 && accepted.length === 0) failures.push('no message of the flooder was taken at all');

  const [ledger] = await store.all<{ nano: string | number | null; turns: number }>(
    `SELECT CAST(sum(cost_nano) AS TEXT) AS nano, count(*) AS turns FROM usage_records WHERE workspace_id = '${spender.workspaceId}'`,
  );
  const [kept] = await store.all<{ nano: number }>(
    `SELECT spent_nano AS nano FROM workspace_budgets WHERE workspace_id = '${spender.workspaceId}'`,
  );
  const spent = Number(ledger?.nano ?? 0) / 1e9;
  if (spent > budgetUsd + 1e-9) failures.push(`${spent} USD were spent of a budget of ${budgetUsd}`);
  if (Math.abs(Number(kept?.nano ?? 0) / 1e9 - spent) > 1e-9)
    failures.push(`the ledger says ${spent} USD, the budget ${Number(kept?.nano ?? 0) / 1e9}`);
  if (Number(ledger?.turns ?? 0) * spenderTurnUsd - spent > 1e-9) failures.push(`turns were not charged: ${spent} USD`);
  return {
    name: 'limits',
    failures,
    figures: `${accepted.length} of ${sent.length} flooding messages taken (${most} at most in ${shortest} s), ${spent.toFixed(2)} of ${budgetUsd} USD spent`,
  };
};
