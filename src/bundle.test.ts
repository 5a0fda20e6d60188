import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inAscii, writeBundle } from '../scripts/bundle.ts';
import { freshBundle } from './bundle.ts';

/** A clone with one module that reads the file beside it. */
let clone: string;
beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'gateway-bundle-'));
  for (const folder of ['src/deep', 'packages', 'node_modules']) mkdirSync(join(clone, folder), { recursive: true });
  cpSync('src/bundle.ts', join(clone, 'src/bundle.ts'));
  symlinkSync(join(process.cwd(), 'node_modules/ipaddr.js'), join(clone, 'node_modules/ipaddr.js'));
  writeFileSync(join(clone, 'package.json'), '{"type":"module"}');
  writeFileSync(join(clone, 'src/deep/note.txt'), 'beside me');
  writeFileSync(
    join(clone, 'src/deep/module.ts'),
    `import { readFileSync } from 'node:fs';
     import ipaddr from 'ipaddr.js';
     export const note: string = readFileSync(new URL('./note.txt', import.meta.url), 'utf8') + ipaddr.parse('::1').kind();`,
  );
  writeFileSync(
    join(clone, 'src/serve.ts'),
    `import { note } from './deep/module.ts'; process.stdout.write(note as string);`,
  );
});
afterAll(() => rmSync(clone, { recursive: true, force: true }));

const run = (code: string) =>
  execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: clone, encoding: 'utf8' });
const bundleOf = (what: 'bundleFile' | 'freshBundle') =>
  run(`const { ${what} } = await import('./src/bundle.ts'); process.stdout.write(String(${what}()));`);

it('has the modules in one file, which find their files, and is used while the sources are what they were', async () => {
  expect(bundleOf('freshBundle')).toBe('undefined');
  const file = bundleOf('bundleFile');
  const wanted = { entry: join(clone, 'src/serve.ts'), file, withDependencies: true };
  await writeBundle(wanted);
  expect(bundleOf('freshBundle')).toBe(file);
  expect(execFileSync(process.execPath, [file], { encoding: 'utf8' })).toBe('beside meipv6');
  // Written by two processes at once: the first one stays.
  await writeBundle(wanted);
  expect([existsSync(file), existsSync(`${dirname(file)}.${process.pid}`)]).toEqual([true, false]);

  // Built by `npm pack` in a package.
  mkdirSync(join(clone, 'packages/client/dist'), { recursive: true });
  writeFileSync(join(clone, 'packages/client/dist/index.js'), '');
  expect(bundleOf('freshBundle')).toBe(file);
  appendFileSync(join(clone, 'src/deep/module.ts'), '\n// changed');
  expect(bundleOf('freshBundle')).toBe('undefined');
});

it('has the dependencies where that is wanted, and is not used when others were installed', async () => {
  const entry = join(clone, 'src/serve.ts');
  const [file, without] = [bundleOf('bundleFile'), join(clone, 'bundle/serve.mjs')];
  await writeBundle({ entry, file, withDependencies: true });
  await writeBundle({ entry, file: without, withDependencies: false });
  rmSync(join(clone, 'node_modules/ipaddr.js'));
  expect(execFileSync(process.execPath, [file], { encoding: 'utf8' })).toBe('beside meipv6');
  expect(() => execFileSync(process.execPath, [without], { stdio: 'pipe' })).toThrow("Cannot find package 'ipaddr.js'");

  expect(bundleOf('freshBundle')).toBe(file);
  writeFileSync(join(clone, 'node_modules/.package-lock.json'), '{}');
  expect(bundleOf('freshBundle')).toBe('undefined');
});

const notAscii = /[^\0-\x7f]/;

it('is in ASCII, and says the same', () => {
  const said = ['“…”', '\\…', 'a\\\\…', '😀'].map((text) => `\`${text}\``);
  const matched = ['/[−–]/', '/\\÷/', '/^[😀]$/u', '/“[^”]”/g'].map((pattern) => `${pattern}.test(text)`);
  const code = `(text) => [${[...said, ...matched, 'String.raw`…`'].join(', ')}] // ü`;
  const ascii = inAscii(code);
  expect(ascii.replace('String.raw`…`', '')).not.toMatch(notAscii);
  for (const text of ['–', '÷', '😀', '“x”', 'x'])
    expect(runInThisContext(ascii)(text)).toEqual(runInThisContext(code)(text));
});

it('starts the gateways of the tests', () => {
  expect(notAscii.test(readFileSync(freshBundle() ?? '', 'utf8'))).toBe(false);
});
