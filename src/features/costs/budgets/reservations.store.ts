/**
 * How old the sum of a month may be. It is added to as charges are made; what was charged without a word to us, by a
 * turn that began before there was a budget, is found when the rollups are added up again.
 */
export const recountMs = 60_000;

/** Whether the reservation `v` still stands at the time $2. */
export const holds = `((v.run_id IS NULL AND v.expires_at > $2) OR EXISTS
  (SELECT 1 FROM runs r WHERE r.id = v.run_id AND r.status IN ('queued', 'running')))`;
