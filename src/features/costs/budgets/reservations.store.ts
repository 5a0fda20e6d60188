/**
 * How old the sum of a month may be. Charges are added to it; those of a turn that began before there was a budget are
 * only found by a recount of the rollups.
 */
export const recountMs = 60_000;

/** Whether the reservation `v` still stands at the time $2. */
export const holds = `((v.run_id IS NULL AND v.expires_at > $2) OR EXISTS
  (SELECT 1 FROM runs r WHERE r.id = v.run_id AND r.status IN ('queued', 'running')))`;

/** Deletes the reservations of one owner that no longer stand; $1 is the owner, $2 the time. */
export const forgetEnded = (owner: 'key_id' | 'payer_id' | 'workspace_id'): string =>
  `DELETE FROM budget_reservations WHERE id IN (SELECT v.id FROM budget_reservations v
   WHERE v.${owner} = $1 AND v.run_id IS NULL AND v.expires_at <= $2 UNION ALL
   SELECT v.id FROM budget_reservations v JOIN runs r ON r.id = v.run_id
   WHERE v.${owner} = $1 AND r.status IN ('completed', 'failed', 'cancelled'))`;
