import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * All modules of a start in one file: to load 900 of our files Node needs 0.6 s of CPU and 27 MB more. In a clone the file is
 * a cache: `npm start` writes it in the background, and it is used while the sources and the installed packages are what
 * they were. The package has one of our modules from its build: there a dependency may be replaced by a later version.
 */
const root = dirname(import.meta.dirname);
const isClone = import.meta.filename.endsWith('.ts');
/** Our own folder: in the shared temporary one another user could place code. */
export const cacheFolder = join(root, 'node_modules', '.cache', 'agent-gateway');

/** What a package builds is not loaded from there. */
const isBuilt = /[\\/]dist(?:[\\/]|$)/;

function* filesIn(path: string): Generator<string> {
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true }))
    if (entry.isFile() && !entry.name.endsWith('.test.ts') && !isBuilt.test(entry.parentPath.slice(path.length)))
      yield join(entry.parentPath, entry.name);
}

/** By names, sizes and times, which takes 10 ms. What is installed is known by the file that npm writes last. */
function stampOf(folders: readonly string[]): string {
  const hash = createHash('sha256');
  const installed = statSync(join(root, 'node_modules', '.package-lock.json'), { throwIfNoEntry: false });
  hash.update(`${installed?.size}\0${installed?.mtimeMs}\0`);
  for (const folder of folders)
    for (const path of filesIn(folder)) {
      const { size, mtimeMs } = statSync(path);
      hash.update(`${path}\0${size}\0${mtimeMs}\0`);
    }
  return hash.digest('hex').slice(0, 32);
}

/** Where the bundle of today's sources is, or will be. */
export const bundleFile = (): string =>
  isClone
    ? join(cacheFolder, 'bundles', stampOf([join(root, 'src'), join(root, 'packages')]), 'serve.mjs')
    : join(root, 'bundle', 'serve.mjs');

export function freshBundle(): string | undefined {
  const file = bundleFile();
  return existsSync(file) ? file : undefined;
}
