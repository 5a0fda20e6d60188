import { setTimeout as sleep } from 'node:timers/promises';
import { call } from './client.ts';
import type { GatewayNode } from './nodes.ts';
import type { World } from './world.ts';

const longestMs = 90_000;
/** How late a due time may fire once everything works again. */
const latenessMs = 10_000;
const unsettled = [
  `SELECT count(*) AS "left" FROM runs WHERE status IN ('queued', 'running')`,
  `SELECT count(*) AS "left" FROM events`,
  `SELECT count(*) AS "left" FROM deliveries WHERE due_at IS NOT NULL`,
  `SELECT count(*) AS "left" FROM schedules WHERE active_run_id IS NOT NULL OR claim IS NOT NULL`,
];

async function waitForQuiet({ store }: World): Promise<void> {
  const began = Date.now();
  for (let calm = 0; calm < 2 && Date.now() - began < longestMs; ) {
    let left = 0;
    for (const sql of unsettled) left += Number((await store.all<{ left: number }>(sql))[0]?.left ?? 0);
    calm = left === 0 ? calm + 1 : 0;
    await sleep(200);
  }
}

/** A due time that did not fire although every node works again. */
async function findMissedMoments({ store, journal }: World): Promise<void> {
  const due = await store.all<{ id: string; next_run_at: number }>(
    `SELECT id, next_run_at FROM schedules WHERE enabled = 1 AND next_run_at < ${Date.now() - latenessMs}`,
  );
  for (const { id, next_run_at } of due) {
    const what = `${id} has been due since ${new Date(next_run_at).toISOString()}`;
    journal.violations.push({ oracle: 'schedules', what });
  }
}

/**
 * Waits until no work is left, disables the schedules so that none begins, and returns how long this took. Work that
 * never ends is reported by the oracles.
 */
export async function settleDown(world: World): Promise<number> {
  const began = Date.now();
  await waitForQuiet(world);
  await findMissedMoments(world);
  const node = world.nodes[0] as GatewayNode;
  for (const { path, token } of world.schedules) {
    const reply = await call(node, 'PATCH', path, { token, body: { enabled: false }, timeoutMs: 20_000 });
    if (reply?.status !== 200) throw new Error(`PATCH ${path}: ${reply?.status} ${reply?.text}`);
  }
  await waitForQuiet(world);
  return Date.now() - began;
}
