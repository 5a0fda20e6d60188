import type { Said } from '../journal.ts';
import { type MessageRow, type Oracle, type RunRow, seenByClients } from './oracle.ts';

/** The runs of a session in the order of their messages; reports faults of that order. */
function readSession(messages: readonly MessageRow[], runs: Map<string, RunRow>, complain: (what: string) => void) {
  const order: RunRow[] = [];
  for (const { session_id, run_id, role, content, seq } of messages) {
    const run = runs.get(run_id ?? '');
    if (!run) {
      complain(`${session_id}: message ${seq} belongs to no run`);
      continue;
    }
    if (order.at(-1)?.id === run.id) {
      if (role === 'user') complain(`${run.id}: what was said is there twice`);
      continue;
    }
    if (order.some(({ id }) => id === run.id)) complain(`${session_id}: turns are mixed at message ${seq}`);
    if (role !== 'user' || content !== run.input)
      complain(`${run.id}: begins with ${role} "${content.slice(0, 80)}" instead of what was said`);
    order.push(run);
  }
  return order;
}

/** The turns of a session are consecutive, in the order of arrival, none mixed, lost or repeated. */
export const order: Oracle = async (world, { runs, messages }) => {
  const failures = seenByClients(world, 'order');
  const complain = (what: string) => failures.push(what);
  const byId = new Map(runs.map((run) => [run.id, run]));
  const sessions = Map.groupBy(messages, ({ session_id }) => session_id);
  for (const [sessionId, own] of sessions) {
    const inOrder = readSession(own, byId, complain);
    for (const [index, run] of inOrder.entries()) {
      const before = inOrder[index - 1];
      if (before && before.turn >= run.turn) complain(`${sessionId}: turn ${run.turn} stands after ${before.turn}`);
    }
    for (const [index, { seq }] of own.entries())
      if (seq !== index + 1) {
        complain(`${sessionId}: message ${index + 1} has the number ${seq}`);
        break;
      }
  }
  const answered = new Set(messages.filter(({ role }) => role === 'assistant').map(({ run_id }) => run_id));
  for (const { id, status } of runs)
    if (status === 'completed' && !answered.has(id)) complain(`${id} is completed, and its answer is not there`);
  const counted = await world.store.all<{ id: string; message_count: number; last_seq: number }>(
    'SELECT id, message_count, last_seq FROM sessions',
  );
  for (const { id, message_count, last_seq } of counted) {
    const present = sessions.get(id)?.length ?? 0;
    if (message_count !== present || last_seq !== present)
      complain(`${id} counts ${message_count} messages up to ${last_seq}, and has ${present}`);
  }

  // A message that was sent after another was answered comes after it.
  const spoken = world.journal.said.filter((said): said is Said & { runId: string } => byId.has(said.runId ?? ''));
  for (const own of Map.groupBy(spoken, ({ runId }) => byId.get(runId)?.session_id ?? '').values())
    for (const one of own)
      for (const other of own) {
        const [first, second] = [byId.get(one.runId), byId.get(other.runId)];
        if (one.answeredAt && one.answeredAt < other.sentAt && first && second && first.turn >= second.turn)
          complain(`${second.id} was sent after ${first.id} had been answered, and came before it`);
      }
  return { name: 'order', failures, figures: `${sessions.size} sessions, ${messages.length} messages` };
};
