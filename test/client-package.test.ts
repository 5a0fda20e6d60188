import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const run = promisify(execFile);
const packageFolder = fileURLToPath(new URL('../packages/client', import.meta.url));
const compiler = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));
const quiet = {
  ...process.env,
  npm_config_update_notifier: 'false',
  npm_config_audit: 'false',
  npm_config_fund: 'false',
};

let folder = '';

/** Installs the package from the file that `npm publish` would upload. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'client-package-'));
  await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: packageFolder, env: quiet });
  const [tarball = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  await writeFile(join(folder, 'package.json'), '{ "name": "user", "version": "1.0.0" }');
  await run('npm', ['install', '--offline', '--no-save', `./${tarball}`], { cwd: folder, env: quiet });
}, 120_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const use = `
  const client = createClient({ baseUrl: 'http://127.0.0.1:1' });
  const failure = await client.get('/health').catch((error) => error);
  console.log(typeof client.chat.stream, failure instanceof ConnectionLost);`;

it('contains only the built files, and has no dependencies', async () => {
  const installed = join(folder, 'node_modules', '@agent-gateway', 'client');
  expect((await readdir(installed)).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
  expect(await readdir(join(folder, 'node_modules'))).not.toContain('typescript');
});

it('can be required and imported', async () => {
  await writeFile(
    join(folder, 'use.cjs'),
    `const { createClient, ConnectionLost } = require('@agent-gateway/client');\n(async () => {${use}\n})();`,
  );
  await writeFile(
    join(folder, 'use.mjs'),
    `import { createClient, ConnectionLost } from '@agent-gateway/client';${use}`,
  );
  for (const file of ['use.cjs', 'use.mjs'])
    expect((await run(process.execPath, [file], { cwd: folder })).stdout, file).toBe('function true\n');
});

it('has types for both', async () => {
  const source = `
    import { createClient, type GatewayClient } from '@agent-gateway/client';
    const client: GatewayClient = createClient({ baseUrl: 'http://127.0.0.1:1' });
    export const name: Promise<string> = client.get('/agents/{id}', { path: { id: 'agt_1' } }).then((agent) => agent.name);
    // @ts-expect-error: there is no such route.
    client.get('/no-such-route');`;
  await mkdir(join(folder, 'types'), { recursive: true });
  await writeFile(join(folder, 'types', 'use.cts'), source);
  await writeFile(join(folder, 'types', 'use.mts'), source);
  const options = ['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022,dom', '--types', ''];
  for (const resolution of ['node16', 'nodenext'])
    await run(
      process.execPath,
      [
        compiler,
        ...options,
        '--module',
        resolution,
        '--moduleResolution',
        resolution,
        'types/use.cts',
        'types/use.mts',
      ],
      { cwd: folder },
    ).catch((error: { stdout: string }) => expect(error.stdout, resolution).toBe(''));
});
