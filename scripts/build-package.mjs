import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { writeBundle } from './bundle.ts';
import { builtStamp, sourceStamp } from './console-stamp.mjs';
import { root } from './install.mjs';
import { licenceList } from './licences.ts';

/**
 * Writes `dist`, the package that is published: the sources as JavaScript, because Node strips no types below
 * node_modules, each file for itself, and once more all in one, which starts faster; dependencies are not bundled. The same
 * files start it as start a clone. Another folder can be named.
 */
const target = resolve(process.argv[2] ?? join(root, 'dist'));

// Node warns that stripping is experimental; the gateway itself runs by it.
process.removeAllListeners('warning');

/** Run on the way to the package, or on the way to the sources only. */
const notShipped = new Set([
  'scripts/build-bundle.mjs',
  'scripts/build-console.mjs',
  'scripts/build-package.mjs',
  'scripts/bundle.ts',
  'scripts/setup.mjs',
  'scripts/write-openapi.ts',
  'scripts/write-client.ts',
  'scripts/client-types.ts',
  'scripts/learn-questions.ts',
  'scripts/learn-document-questions.ts',
  'scripts/licences.ts',
]);
const sources = [
  'src/**/*.{ts,json}',
  'scripts/*.{ts,mjs}',
  'packages/{client,offline-assistant,sentence-encoder}/src/**/*.{ts,json,bin}',
];
const asTheyAre = [
  'migrations/*.sql',
  'skills/**/*.md',
  'docs/**/*.md',
  // What is deployed from, and links of the documents lead to.
  'docs/operations/**/*.{yaml,json,cfg,service,txt,example}',
  'console/dist/**/*',
  'openapi.json',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  '.env.example',
];

/** Names of our own files, in imports and in `new URL('./x.worker.ts', import.meta.url)`. */
const asJavaScript = (text) => text.replaceAll(/(['"])(\.{1,2}\/[^'"\n]*)\.ts\1/g, '$1$2.js$1');

const filesOf = (patterns) =>
  patterns
    .flatMap((pattern) => globSync(pattern, { cwd: root, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((file) => !file.endsWith('.test.ts') && !notShipped.has(file))
    .sort();

function write(file, content) {
  const path = join(target, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

const read = (file) => readFileSync(join(root, file), 'utf8');

/**
 * Without what only a clone needs. Dependencies keep their exact versions. There is no npm-shrinkwrap.json: with one npm 11
 * installs the runtimes of all platforms, and `node` is then the binary of any of them.
 */
function published({ scripts, devDependencies, overrides, allowScripts, knip, private: _, ...manifest }) {
  return {
    ...manifest,
    imports: Object.fromEntries(
      Object.entries(manifest.imports).map(([name, file]) => [name, file.replace(/\.ts$/, '.js')]),
    ),
    publishConfig: { access: 'public' },
  };
}

if (!existsSync(join(root, 'console', 'dist')) || builtStamp() !== sourceStamp()) {
  console.error('The console is not built: run `npm run build`.');
  process.exit(1);
}
rmSync(target, { recursive: true, force: true });
for (const file of filesOf(sources)) {
  if (file.endsWith('.ts')) write(file.replace(/\.ts$/, '.js'), asJavaScript(stripTypeScriptTypes(read(file))));
  else if (file.endsWith('.mjs')) write(file, asJavaScript(read(file)));
  else write(file, readFileSync(join(root, file)));
}
for (const file of filesOf(asTheyAre)) {
  mkdirSync(dirname(join(target, file)), { recursive: true });
  cpSync(join(root, file), join(target, file));
}
const manifest = published(JSON.parse(read('package.json')));
write('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
const bundled = await writeBundle({
  entry: join(target, 'src', 'serve.js'),
  file: join(target, 'bundle', 'serve.mjs'),
  withDependencies: false,
});
if (!bundled) throw new Error('The bundler is not installed.');
const locks = ['package-lock.json', 'console/package-lock.json'].map((file) => JSON.parse(read(file)));
write('THIRD-PARTY-LICENCES.md', licenceList(...locks));
console.error(`${target} has agent-gateway ${manifest.version}. \`npm pack\` there makes the file that is published.`);
