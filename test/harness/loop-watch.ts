import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into a gateway first (`--import`): writes a line whenever its event loop was blocked, with the wall-clock time
 * and the CPU time of the thread, which does not grow on a busy machine.
 */
const everyMs = 2;
const worthTellingMs = 10;

/** Node 24 has it; the types do not name it yet. */
const { threadCpuUsage } = process as unknown as { threadCpuUsage(): { user: number; system: number } };
const computedMs = () => {
  const { user, system } = threadCpuUsage();
  return (user + system) / 1_000;
};

let wall = performance.now();
let computed = computedMs();
const look = () => {
  const [wallNow, computedNow] = [performance.now(), computedMs()];
  const [heldMs, cpuMs] = [wallNow - wall - everyMs, computedNow - computed];
  [wall, computed] = [wallNow, computedNow];
  if (heldMs < worthTellingMs) return;
  const line = { heldMs: Math.round(heldMs), cpuMs: Math.round(cpuMs), at: Date.now() };
  writeSync(2, `loop held ${JSON.stringify(line)}\n`);
};
// Worker threads load this file too, and may be blocked.
if (isMainThread) setInterval(look, everyMs).unref();
