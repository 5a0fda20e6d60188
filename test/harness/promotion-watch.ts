import { writeSync } from 'node:fs';
import { getHeapSpaceStatistics } from 'node:v8';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into a gateway first (`--import`): how many bytes V8 has moved to the old generation so far, written whenever it is
 * asked to by SIGUSR2. What dies young is not among them.
 */
const everyMs = 20;
const oldBytes = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0;

let last = oldBytes();
let promoted = 0;
const look = () => {
  const now = oldBytes();
  // Less than before after a major collection.
  promoted += Math.max(0, now - last);
  last = now;
};
if (isMainThread) {
  setInterval(look, everyMs).unref();
  process.on('SIGUSR2', () => {
    look();
    writeSync(2, `promoted ${promoted} bytes\n`);
  });
}
