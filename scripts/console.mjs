import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { builtStamp, sourceStamp } from './console-stamp.mjs';
import { root } from './install.mjs';

/**
 * Starts the build of a stale console beside the gateway, which waits for nothing. `CONSOLE=off` leaves it alone. The
 * build ends with the gateway: half of one is thrown away at the next.
 */
export function buildConsoleInBackground() {
  if (process.env.CONSOLE === 'off') return;
  try {
    if (builtStamp() === sourceStamp()) return;
    const child = spawn(process.execPath, [join(root, 'scripts', 'build-console.mjs')], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child.on('error', () => undefined);
    child.unref();
    process.on('exit', () => child.kill());
  } catch (error) {
    console.error(`The console was not built; everything else runs. ${error.message}`);
  }
}
