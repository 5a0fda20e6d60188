import { countBy, type Oracle, seenByClients } from './oracle.ts';

type FiringRow = { id: string; schedule_id: string; due_at: number | null; status: string; run_id: string | null };
type ScheduleRow = { id: string; kind: string; active_run_id: string | null };

/** No due time fires twice, none is lost, and no news is reported twice. */
export const schedules: Oracle = async (world, { runs, events }) => {
  const failures = seenByClients(world, 'schedules');
  const [firings, rows] = await Promise.all([
    world.store.all<FiringRow>('SELECT id, schedule_id, due_at, status, run_id FROM schedule_runs'),
    world.store.all<ScheduleRow>('SELECT id, kind, active_run_id FROM schedules'),
  ]);
  const moments = countBy(
    firings.filter(({ due_at }) => due_at !== null),
    ({ schedule_id, due_at }) => `${schedule_id} at ${new Date(due_at ?? 0).toISOString()}`,
  );
  for (const [moment, times] of moments) if (times > 1) failures.push(`${moment} fired ${times} times`);

  // A run for each firing with news, and a firing for each run.
  const woken = runs.filter(({ kind }) => kind === 'cron' || kind === 'heartbeat');
  const byFiring = countBy(woken, ({ metadata }) => String(JSON.parse(metadata ?? '{}').firingId));
  for (const { id, run_id, status } of firings) {
    const times = byFiring.get(id) ?? 0;
    if (times !== (run_id === null ? 0 : 1)) failures.push(`firing ${id} has ${times} runs`);
    if (status === 'running') failures.push(`firing ${id} is still running`);
  }
  const known = new Set(firings.map(({ id }) => id));
  for (const id of byFiring.keys())
    if (!known.has(id)) failures.push(`a run says that ${id} woke it, which is not there`);

  for (const { id, active_run_id } of rows) if (active_run_id) failures.push(`${id} still waits for ${active_run_id}`);
  const kindOf = new Map(rows.map(({ id, kind }) => [id, kind]));
  const looked = countBy(
    firings.filter(
      ({ schedule_id, run_id, status }) =>
        kindOf.get(schedule_id) === 'heartbeat' && (run_id !== null || status === 'no_change'),
    ),
    ({ schedule_id }) => schedule_id,
  );
  const fired = countBy(
    events.filter(({ type }) => type === 'heartbeat.fired'),
    ({ data }) => String(data.heartbeatId),
  );
  for (const [id, count] of looked)
    if (fired.get(id) !== count) failures.push(`${id} looked ${count} times, and ${fired.get(id) ?? 0} events say so`);

  const news = new Map<string, number>();
  for (const { kind, input, metadata } of woken) {
    if (kind !== 'heartbeat') continue;
    const scheduleId = String(JSON.parse(metadata ?? '{}').scheduleId);
    for (const [item] of input.matchAll(/Title of \w+-item-\d+-/g))
      news.set(`${scheduleId} ${item}`, (news.get(`${scheduleId} ${item}`) ?? 0) + 1);
  }
  for (const [item, times] of news) if (times > 1) failures.push(`${item} was told ${times} times`);
  return { name: 'schedules', failures, figures: `${moments.size} moments fired, ${news.size} news told` };
};
