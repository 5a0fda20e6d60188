import { mostOffsetMs } from '../nemesis.ts';
import { budgetUsd, spenderTurnUsd } from '../tenants.ts';
import type { Oracle } from './oracle.ts';

const socketMessages = 30;
/** Nodes count by their own clocks, and a shifted one may take a message for older or newer than it is. */
const windowMs = 60_000 - 2 * mostOffsetMs;

/** Limits hold over all nodes together: messages over sockets, and money. */
export const limits: Oracle = async (world) => {
  const failures: string[] = [];
  const { journal, spender, flooder, store } = world;
  const sent = journal.said.filter(({ door, tenant }) => door === 'socket' && tenant === flooder.name);
  const accepted = sent.filter(({ runId }) => runId !== undefined);
  let most = 0;
  for (const { sentAt: from } of accepted) {
    const within = accepted.filter(({ sentAt, takenAt }) => sentAt >= from && (takenAt ?? Infinity) <= from + windowMs);
    most = Math.max(most, within.length);
  }
  if (most > socketMessages) failures.push(`${most} messages of one user were taken within ${windowMs / 1_000} s`);
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
    figures: `${accepted.length} of ${sent.length} flooding messages taken (${most} at most in a window), ${spent.toFixed(2)} of ${budgetUsd} USD spent`,
  };
};
