import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { builtStamp, sourceStamp } from './console-stamp.mjs';
import { isBuilt, root } from './install.mjs';

/** Runs a script that ends with the gateway. */
function runBeside(script, then = () => undefined) {
  const child = spawn(process.execPath, [join(root, 'scripts', script)], { stdio: ['ignore', 'ignore', 'inherit'] });
  const end = () => child.kill();
  child.on('error', () => undefined);
  child.on('exit', () => {
    process.off('exit', end);
    then();
  });
  child.unref();
  process.on('exit', end);
}

/**
 * Builds what is stale in parallel with the gateway, which does not wait for it: the console, unless `CONSOLE=off`, and then,
 * by the console's bundler, the bundle that makes the next start faster. The next build discards an unfinished one. The
 * package has both.
 */
export function buildInBackground() {
  if (isBuilt) return;
  const bundle = () => runBeside('build-bundle.mjs');
  try {
    if (process.env.CONSOLE === 'off' || builtStamp() === sourceStamp()) bundle();
    else runBeside('build-console.mjs', bundle);
  } catch (error) {
    console.error(`The console was not built; everything else runs. ${error.message}`);
  }
}
