import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './install.mjs';

export const consoleFolder = join(root, 'console');

/** The inputs of the build. A change in any of them makes the last build stale. */
const sources = [
  'console/index.html',
  'console/package-lock.json',
  'console/vite.config.ts',
  'console/public',
  'console/src',
  'packages/client/src',
];

function* filesIn(path) {
  let entries;
  try {
    entries = readdirSync(join(root, path), { withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOTDIR') yield path;
    return;
  }
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1)))
    yield* filesIn(`${path}/${entry.name}`);
}

/** Takes a few milliseconds for a hundred small files. */
export function sourceStamp() {
  const hash = createHash('sha256');
  for (const source of sources)
    for (const file of filesIn(source))
      hash
        .update(file)
        .update('\0')
        .update(readFileSync(join(root, file)))
        .update('\0');
  return hash.digest('hex');
}

export function builtStamp() {
  try {
    return JSON.parse(readFileSync(join(consoleFolder, 'dist', 'build.json'), 'utf8')).stamp;
  } catch {
    return undefined;
  }
}
