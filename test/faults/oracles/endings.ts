import { countBy, type Oracle, seenByClients } from './oracle.ts';

const ended = ['completed', 'failed', 'cancelled'];
const isTerminal = (type: string) => type === 'stream_done' || type === 'error';

/** Every run has ended, has exactly one end event, and holds no session. */
export const endings: Oracle = async (world, { runs }) => {
  const failures = seenByClients(world, 'streams');
  for (const { id, kind, status, attempts } of runs)
    if (!ended.includes(status)) failures.push(`${kind} ${id} is still ${status} after ${attempts} attempts`);
  const held = await world.store.all<{ id: string; running_run_id: string | null; waiting: number }>(
    'SELECT id, running_run_id, waiting FROM sessions WHERE running_run_id IS NOT NULL OR waiting <> 0',
  );
  for (const { id, running_run_id, waiting } of held)
    failures.push(`${id} is held by ${running_run_id}, ${waiting} wait`);

  const rows = await world.store.all<{ run_id: string; events: string }>(
    'SELECT run_id, events FROM run_events ORDER BY run_id, last_seq',
  );
  const byRun = Map.groupBy(rows, ({ run_id }) => run_id);
  for (const { id } of runs) {
    const events = (byRun.get(id) ?? []).flatMap((row) => JSON.parse(row.events) as [number, string][]);
    const ends = events.filter(([, type]) => isTerminal(type)).length;
    if (ends !== 1) failures.push(`${id} says ${ends} times that it has ended`);
    else if (!isTerminal(events.at(-1)?.[1] ?? '')) failures.push(`${id} goes on after its end`);
    if (events.some(([seq], index) => index > 0 && seq <= (events[index - 1]?.[0] ?? 0)))
      failures.push(`${id}: the numbers of its events do not increase`);
  }
  const byStatus = [...countBy(runs, ({ status }) => status)].map(([status, count]) => `${count} ${status}`).join(', ');
  return { name: 'endings', failures, figures: `${runs.length} runs: ${byStatus}` };
};
