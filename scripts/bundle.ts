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

/** They have files of their own besides their modules: machine code, threads. */
const besides = ['bcrypt', 'pino'];
const isPackage = (id: string) => /^[@a-z]/.test(id) && !id.startsWith('node:') && !/^[A-Za-z]:[\\/]/.test(id);
const isOurs = (module: string) => !module.startsWith('\0') && !relative(root, module).includes('node_modules');

/**
 * V8 keeps a source for as long as the process lives, and in two bytes for each character once a single one needs them: 12.7 MB
 * instead of 6.3. Two things stay as they are: `String.raw`, which would show the escapes, and U+2028 and U+2029, which end a
 * comment as they stand and not as escapes.
 */
export const inAscii = (code: string) =>
  code.replace(
    /String\.raw`[^`]*`|(\\*)([^\0-\x7f\u2028\u2029])/g,
    (whole, before: string | undefined, character: string) => {
      if (before === undefined) return whole;
      // An odd backslash belongs to the character, where it changes nothing.
      const kept = before.slice(0, before.length - (before.length % 2));
      return `${kept}\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
    },
  );

type Wanted = {
  entry: string;
  file: string;
  /** Those that a start loads: to find their modules one by one takes 0.1 s of CPU. */
  withDependencies: boolean;
};

/**
 * One file of the modules that a start loads, from `entry` on. Packages that are imported later are loaded then. Our modules
 * find their files by `import.meta.url`, so that one stays what it was. A comment such as `// src/…` names the module of a
 * line in a stack. False where the bundler is not installed.
 */
export async function writeBundle({ entry, file, withDependencies }: Wanted): Promise<boolean> {
  const bundler = await loadBundler();
  if (!bundler) return false;
  const draft = `${dirname(file)}.${process.pid}`;
  const placed = (path: string) => JSON.stringify(relative(dirname(file), path).replaceAll('\\', '/'));
  const built = await bundler.rolldown({
    input: entry,
    platform: 'node',
    external: besides,
    treeshake: false,
    plugins: [
      {
        name: 'packages that are imported later',
        resolveId: (id: string, _importer: string | undefined, { kind }: { kind: string }) =>
          isPackage(id) && (kind === 'dynamic-import' || !withDependencies) ? { id, external: true } : null,
      },
      {
        name: 'import.meta.url of the module',
        transform: (code: string, id: string) =>
          isOurs(id) ? code.replaceAll('import.meta.url', `new URL(${placed(id)}, import.meta.url).href`) : null,
      },
      { name: 'in ASCII', renderChunk: inAscii },
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
  if (!(await writeBundle({ entry: join(root, 'src', 'serve.ts'), file, withDependencies: true }))) return;
  const all = dirname(dirname(file));
  const newestFirst = readdirSync(all)
    .map((name) => ({ path: join(all, name), at: statSync(join(all, name)).mtimeMs }))
    .sort((one, other) => other.at - one.at);
  for (const { path } of newestFirst.slice(2)) rmSync(path, { recursive: true, force: true });
}
