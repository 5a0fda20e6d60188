import module from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { goOnAs, runInOurPlace } from './child.mjs';
import { ensureInstalled, home, root } from './install.mjs';

process.chdir(home);

// V8 sizes its young generation by the machine's memory, and 134 MB of it made a loaded gateway 300 MB large; with 32 MB
// of it, it is 165 MB large and no slower. `npm start` gives the flag at once.
const flag = '--max-semi-space-size=16';
// Without it glibc keeps up to 25 MB of what the compiler's threads have freed. `npm start` sets it for this process already.
process.env.MALLOC_TRIM_THRESHOLD_ ??= '1048576';
const node = await ensureInstalled({ all: false });
if (node !== process.execPath || !process.execArgv.includes(flag)) {
  const others = process.execArgv.filter((each) => each !== flag);
  await goOnAs(node, [...others, flag, fileURLToPath(import.meta.url), ...process.argv.slice(2)]);
}

// Imported only now: an old Node cannot load it.
const { ensureEnvironmentFile } = await import('./first-run.mjs');
await ensureEnvironmentFile();

const { buildInBackground } = await import('./console.mjs');

if (process.argv.includes('--watch')) {
  buildInBackground();
  process.exit(
    await runInOurPlace(node, [
      '--watch-path=src',
      '--watch-path=packages',
      '--watch-path=migrations',
      join('src', 'main.ts'),
    ]),
  );
}

// Enabled before the first TypeScript: what strips types is then not loaded, 0.15 s of CPU and 14 MB.
module.enableCompileCache(join(root, 'node_modules', '.cache', 'agent-gateway'));
await import('../src/main.ts');
buildInBackground();
// Written now and not at exit, which kill -9 skips. Costs 150 ms once after a change; every later start is 0.2 s faster.
module.flushCompileCache?.();
