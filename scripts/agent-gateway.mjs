#!/usr/bin/env node
import module from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { goOnAs } from './child.mjs';
import { ensureInstalled, root } from './install.mjs';

// `agent-gateway` of the published package, and the same commands in a clone. An old Node may run this file.
const [command = 'start', ...rest] = process.argv.slice(2);
const wantsHelp = rest.includes('--help') || rest.includes('-h');

if (command === 'start' && (rest.length === 0 || rest[0] === '--watch')) {
  process.argv.splice(2, 1);
  await import('./start.mjs');
} else {
  const node = await ensureInstalled({ all: false });
  if (node !== process.execPath)
    await goOnAs(node, [...process.execArgv, fileURLToPath(import.meta.url), ...process.argv.slice(2)]);
  // Like the gateway itself: a second command takes a third of the time.
  module.enableCompileCache(join(root, 'node_modules', '.cache', 'agent-gateway'));
  if ((command === 'backup' || command === 'migrate-to-postgres') && !wantsHelp) {
    process.argv.splice(2, 1);
    await (command === 'backup' ? import('./backup.ts') : import('./migrate-to-postgres.ts'));
  } else {
    const { runCommand } = await import('../src/command-line/main.ts');
    await runCommand([command, ...rest]);
  }
}
