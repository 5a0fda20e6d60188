import module from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInOurPlace } from './child.mjs';
import { ensureInstalled, root } from './install.mjs';

// `.env` and the data folder are in the repository, wherever the command is run.
process.chdir(root);

// The flag in package.json: V8 sizes its young generation by the machine's memory, and 134 MB of it made a loaded
// gateway 300 MB large; with 32 MB of it, it is 180 MB large and no slower.
const node = await ensureInstalled({ all: false });
if (node !== process.execPath) {
  // Only the first start on a machine with an old Node comes here; later starts use the pinned one.
  process.exit(
    await runInOurPlace(node, [...process.execArgv, fileURLToPath(import.meta.url), ...process.argv.slice(2)]),
  );
}

// Imported only now: an old Node cannot load it.
const { ensureEnvironmentFile } = await import('./first-run.mjs');
await ensureEnvironmentFile();

const { buildConsoleInBackground } = await import('./console.mjs');

if (process.argv.includes('--watch')) {
  buildConsoleInBackground();
  process.exit(
    await runInOurPlace(node, [
      '--watch-path=src',
      '--watch-path=packages',
      '--watch-path=migrations',
      join('src', 'main.ts'),
    ]),
  );
}

await import('../src/main.ts');
buildConsoleInBackground();
// Written now and not at exit, which kill -9 skips. Costs 150 ms once after a change; every later start is 0.2 s faster.
module.flushCompileCache?.();
