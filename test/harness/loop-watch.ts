import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into a gateway before anything else (`--import`): writes a line whenever its event loop was held. Beside the
 * time on the wall stands the time this thread computed, which a busy machine does not lengthen.
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
// Its threads load this too, and may take as long as they like.
if (isMainThread) setInterval(look, everyMs).unref();
