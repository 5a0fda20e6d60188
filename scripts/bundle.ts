import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleFile } from '../src/bundle.ts';

const root = dirname(import.meta.dirname);

type Bundler = {
  rolldown(options: object): Promise<{ write(options: object): Promise<unknown>; close(): Promise<void> }>;
};

/** The bundler that builds the console: the console's own, or a developer's. */
async function loadBundler(): Promise<Bundler | undefined> {
  for (const folder of [join(root, 'console'), root]) {
    try {
      const vite = createRequire(join(folder, 'package.json')).resolve('vite/package.json');
      return await import(pathToFileURL(createRequire(vite).resolve('rolldown')).href);
    } catch {
      // Not installed here.
    }
  }
  return undefined;
}

/**
 * One file of our own modules from `entry` on; dependencies are not in it. Modules find their files by `import.meta.url`, so
 * that one stays what it was. Lines `//#region src/…` in the file name the module of a line in a stack. False where the
 * bundler is not installed.
 */
export async function writeBundle({ entry, file }: { entry: string; file: string }): Promise<boolean> {
  const bundler = await loadBundler();
  if (!bundler) return false;
  const draft = `${dirname(file)}.${process.pid}`;
  const placed = (path: string) => JSON.stringify(relative(dirname(file), path).replaceAll('\\', '/'));
  const built = await bundler.rolldown({
    input: entry,
    platform: 'node',
    external: (id: string) => !/^[./#]/.test(id) && !/^[A-Za-z]:/.test(id),
    treeshake: false,
    plugins: [
      {
        name: 'import.meta.url of the module',
        transform: (code: string, id: string) =>
          code.replaceAll('import.meta.url', `new URL(${placed(id)}, import.meta.url).href`),
      },
    ],
  });
  await built.write({ file: join(draft, 'serve.mjs'), format: 'esm', minify: false, codeSplitting: false });
  await built.close();
  try {
    renameSync(draft, dirname(file));
  } catch {
    rmSync(draft, { recursive: true }); // another process was faster
  }
  return true;
}

/** In a clone, where the sources change. The bundle before is kept for the gateways that run by it. */
export async function refreshBundle(): Promise<void> {
  const file = bundleFile();
  if (existsSync(file)) return;
  if (!(await writeBundle({ entry: join(root, 'src', 'serve.ts'), file }))) return;
  const all = dirname(dirname(file));
  const newestFirst = readdirSync(all)
    .map((name) => ({ path: join(all, name), at: statSync(join(all, name)).mtimeMs }))
    .sort((one, other) => other.at - one.at);
  for (const { path } of newestFirst.slice(2)) rmSync(path, { recursive: true, force: true });
}
