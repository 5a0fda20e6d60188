import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { builtStamp, sourceStamp } from './console-stamp.mjs';
import { root } from './install.mjs';

/**
 * Starts the build of a stale console in parallel with the gateway, which does not wait for it. `CONSOLE=off` skips it.
 * The build ends with the gateway; the next build discards an unfinished one.
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
