// Writes dist: one build for `import`, one for `require`, each with its declarations. Run by `npm pack` and `npm publish`.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const compiler = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')));
const compile = (...options) =>
  execFileSync(process.execPath, [compiler, '-p', here, ...options], { cwd: here, stdio: ['ignore', 2, 2] });

rmSync(`${here}dist`, { recursive: true, force: true });
compile('--outDir', 'dist/esm');
compile(
  '--outDir',
  'dist/cjs',
  '--module',
  'commonjs',
  '--moduleResolution',
  'bundler',
  '--verbatimModuleSyntax',
  'false',
);
// The compiler keeps the `.ts` extensions in declarations, and older compilers would not find the files.
for (const file of globSync('dist/*/*.d.ts', { cwd: here })) {
  const text = readFileSync(here + file, 'utf8');
  writeFileSync(here + file, text.replace(/(['"]\.[^'"\n]*)\.ts(['"])/g, '$1.js$2'));
}
// The package has ES modules; this folder has CommonJS.
writeFileSync(`${here}dist/cjs/package.json`, '{ "type": "commonjs" }\n');
