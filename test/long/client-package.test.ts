import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { isBuiltin, stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { build as buildWithEsbuild } from 'esbuild-wasm';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { build as buildWithVite } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../harness/gateway.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
const quiet = {
  ...process.env,
  npm_config_update_notifier: 'false',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
};

let folder = '';
let tarball = '';
let gateway: TestGateway;

/**
 * What `npm pack` needs of a clone. In ours it would write `dist` below `packages`, and the bundle by which all other tests
 * start gateways would no longer be that of the files there: each start would load 900 modules one by one.
 */
async function copyPackage(): Promise<string> {
  const clone = join(folder, 'clone');
  const source = join(root, 'packages', 'client');
  const target = join(clone, 'packages', 'client');
  await cp(source, target, { recursive: true, filter: (path) => basename(path) !== 'dist' });
  await cp(join(root, 'tsconfig.json'), join(clone, 'tsconfig.json'));
  await symlink(join(root, 'node_modules'), join(clone, 'node_modules'));
  return target;
}

/** Installs the package from the file that `npm publish` would upload. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'client-package-'));
  await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: await copyPackage(), env: quiet });
  const [name = ''] = (await readdir(folder)).filter((each) => each.endsWith('.tgz'));
  tarball = join(folder, name);
  await writeFile(join(folder, 'package.json'), '{ "name": "user", "version": "1.0.0" }');
  await run('npm', ['install', '--offline', '--no-save', `./${name}`], { cwd: folder, env: quiet });
  gateway = await startGateway('sqlite');
});
afterAll(async () => {
  await gateway.stop();
  await rm(folder, { recursive: true, force: true });
});

const importLine = "import { ConnectionLost, createClient, type GatewayClient } from '@agent-gateway/client';\n";
/** What a program does with it: a turn with a file, a rating, documents, a key. Compiled strictly, then run in four ways. */
const program = `
export async function work(baseUrl: string, email: string): Promise<unknown[]> {
  const client: GatewayClient = createClient({ baseUrl });
  await client.register({ email, password: 'correct horse battery' });
  const agent = await client.post('/agents', { body: { name: 'Guide', tools: ['calculator'] } });
  const file = await client.files.upload(new Blob(['month,sum\\nMay,21\\n']), { name: 'figures.csv' });
  const bytes: number = (await (await client.files.download(file.id, { range: 'bytes=0-4' })).arrayBuffer()).byteLength;

  const message = [{ type: 'text' as const, text: 'What is 17 times 23?' }, { type: 'file' as const, fileId: file.id }];
  let answer = '';
  let rated: 1 | -1 | undefined;
  for await (const frame of client.chat.stream({ agentId: agent.id, message })) {
    if (frame.type !== 'stream_done') continue;
    answer = frame.content;
    const path = { id: frame.sessionId, messageId: frame.messageId ?? '' };
    rated = (await client.put('/sessions/{id}/messages/{messageId}/feedback', { path, body: { rating: 1 } })).rating;
  }
  let ratings = 0;
  for await (const { rating } of client.each('/feedback', { query: { agentId: agent.id } })) ratings += rating;

  const { id } = await client.post('/knowledge', { body: { name: 'Expenses' } });
  const path = { id };
  const body = { text: 'Trains are paid in second class.', title: 'Trains' };
  const document = await client.post('/knowledge/{id}/documents', { path, body });
  const found = await client.get('/knowledge/{id}/search', { path, query: { q: 'trains' } });

  const made = await client.post('/auth/keys', { body: { name: 'ci', scopes: ['agents:read'] } });
  const byKey = await createClient({ baseUrl, apiKey: made.key }).get('/agents/{id}', { path: { id: agent.id } });
  // @ts-expect-error: there is no such route.
  const refused: number = await client.get('/no-such-route').catch((error: { status: number }) => error.status);
  const lost = await createClient({ baseUrl: 'http://127.0.0.1:1' }).get('/health').catch((error: unknown) => error);
  return [bytes, answer, rated, ratings, document.title, Array.isArray(found.data), byKey.name, refused, lost instanceof ConnectionLost];
}
`;
const expected = [5, '17 * 23 = 391.', 1, 1, 'Trains', true, 'Guide', 404, true];
const javascript = stripTypeScriptTypes(`${importLine}${program}`);
const print = (name: string) =>
  `work(process.argv[2], '${name}@example.com').then((done) => console.log(JSON.stringify(done)));\n`;

it('contains only the built files, and has no dependencies', async () => {
  const installed = join(folder, 'node_modules', '@agent-gateway', 'client');
  expect((await readdir(installed)).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
  expect(await readdir(join(folder, 'node_modules'))).not.toContain('typescript');
});

it('can be required and imported, and covers files, feedback, knowledge and keys', async () => {
  const required = javascript
    .replace(/^import (\{[^}]*\}) from '([^']+)';/, "const $1 = require('$2');")
    .replace('export async', 'async');
  await writeFile(join(folder, 'use.cjs'), required + print('required'));
  await writeFile(join(folder, 'use.mjs'), javascript + print('imported'));
  for (const file of ['use.cjs', 'use.mjs']) {
    const { stdout } = await run(process.execPath, [file, gateway.url], { cwd: folder });
    expect([file, JSON.parse(stdout)]).toEqual([file, expected]);
  }
});

it('has types for both', async () => {
  for (const name of ['typed.cts', 'typed.mts']) await writeFile(join(folder, name), importLine + program);
  const strict = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022,dom', '--types', ''];
  const modules = ['--module', 'nodenext', '--moduleResolution', 'nodenext'];
  await run(process.execPath, [compiler, ...strict, ...modules, 'typed.cts', 'typed.mts'], { cwd: folder }).catch(
    (error: { stdout: string }) => expect(error.stdout).toBe(''),
  );
});

it('has nothing that publint or "are the types wrong" complain about', async () => {
  const data = new Uint8Array(readFileSync(tarball));
  const { messages, pkg } = await publint({ pack: { tarball: data.buffer }, strict: true });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
  const analysis = await checkPackage(createPackageFromTarballData(data));
  expect(analysis).toMatchObject({ types: { kind: 'included' }, problems: [] });
});

/** As in a page: no require, no process, no Buffer; only what browsers have. */
async function inPage(script: string, name: string): Promise<unknown> {
  const { fetch, Blob, URL, URLSearchParams, Response, ReadableStream, TextDecoderStream, TextDecoder } = globalThis;
  const { AbortController, AbortSignal, DOMException, setTimeout, clearTimeout, crypto } = globalThis;
  const page = createContext({
    ...{ fetch, Blob, URL, URLSearchParams, Response, ReadableStream, TextDecoderStream, TextDecoder },
    ...{ AbortController, AbortSignal, DOMException, setTimeout, clearTimeout, crypto },
    baseUrl: gateway.url,
    email: `${name}@example.com`,
  });
  return JSON.parse((await runInContext(`${script};\nwork(baseUrl, email).then(JSON.stringify)`, page)) as string);
}

/** The bundle has everything in it; what it weighs is said in its README. */
function expectSmall(script: string): void {
  expect(
    [...script.matchAll(/(?:require\(|from\s*)["']([^"']+)["']/g)].filter(([, name = '']) => isBuiltin(name)),
  ).toEqual([]);
  expect(gzipSync(script).byteLength).toBeLessThan(6_000);
}

describe('for pages', () => {
  const entry = () => join(folder, 'page.mjs');
  beforeAll(() => writeFile(entry(), `${javascript}\nglobalThis.work = work;`));

  it('is bundled by esbuild', async () => {
    const options = { bundle: true, minify: true, format: 'iife', platform: 'browser', write: false } as const;
    const { outputFiles, warnings } = await buildWithEsbuild({
      ...options,
      entryPoints: [entry()],
      logLevel: 'silent',
    });
    expect(warnings).toEqual([]);
    const script = outputFiles[0]?.text ?? '';
    expectSmall(script);
    expect(await inPage(script, 'esbuild')).toEqual(expected);
  });

  it('is bundled by Vite', async () => {
    const warnings: string[] = [];
    const outDir = join(folder, 'vite');
    await buildWithVite({
      configFile: false,
      root: folder,
      logLevel: 'silent',
      build: {
        outDir,
        minify: true,
        rolldownOptions: {
          input: entry(),
          output: { format: 'iife', entryFileNames: 'page.js' },
          onwarn: ({ message }) => void warnings.push(message),
        },
      },
    });
    expect(warnings).toEqual([]);
    const script = await readFile(join(outDir, 'page.js'), 'utf8');
    expectSmall(script);
    expect(await inPage(script, 'vite')).toEqual(expected);
  });
});
