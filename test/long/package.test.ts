import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeDockerContext } from '../harness/docker-context.ts';
import { hasPseudoTerminal, inTerminal } from '../harness/pseudo-terminal.ts';

const run = promisify(execFile);
const quiet = { npm_config_update_notifier: 'false', npm_config_audit: 'false', npm_config_fund: 'false' };
/** The Node that runs the tests, which is the pinned one; its folder has no npm. */
const withPinnedNode = [dirname(process.execPath), process.env.PATH].join(delimiter);

let folder = '';

/**
 * One install, as a user's: from the file that `npm publish` would upload, into an empty folder. It is built from what the
 * Dockerfile copies, without any package, as there; only the console is not built a second time.
 */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-package-'));
  const [context, built] = [join(folder, 'context'), join(folder, 'built')];
  await run(process.execPath, ['scripts/build-console.mjs']);
  writeDockerContext(context);
  await cp(join('console', 'dist'), join(context, 'console', 'dist'), { recursive: true });
  // There the build of the console has installed the bundler.
  await mkdir(join(context, 'console', 'node_modules'));
  await symlink(resolve('node_modules', 'vite'), join(context, 'console', 'node_modules', 'vite'));
  await run(process.execPath, ['scripts/build-package.mjs', built], { cwd: context });
  await run('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: built,
    env: { ...process.env, ...quiet },
  });
  const [tarball = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  await mkdir(join(folder, 'user'));
  await writeFile(join(folder, 'user', 'package.json'), '{ "name": "user", "version": "1.0.0" }');
  await run('npm', ['install', '--prefer-offline', `../${tarball}`], {
    cwd: join(folder, 'user'),
    env: { ...process.env, ...quiet },
  });
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const user = (...parts: string[]) => join(folder, 'user', ...parts);
const command = () => user('node_modules', '.bin', 'agent-gateway');

/** The gateway as `npx agent-gateway` starts it, in a folder of its own. */
async function start(name: string, path: string) {
  const cwd = user(name);
  await mkdir(cwd);
  const child = spawn(command(), [], { cwd, env: { PATH: path, HOME: cwd, PORT: '0' } });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk;
    });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const address = () => /Address +(http:\S+)/.exec(said)?.[1];
  await expect
    .poll(() => address() ?? (child.exitCode === null ? undefined : said), { timeout: 60_000 })
    .toMatch(/^http/);
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return { cwd, url: address() ?? '', said: () => said, stop };
}

/** One command: it makes the account and the agent, and answers. */
async function answerInTerminal(url: string): Promise<string> {
  const words = [command(), 'chat', '--url', url, 'What is 17 times 23?'];
  const chat = inTerminal(words, { cwd: user(), env: { PATH: withPinnedNode, HOME: user() } });
  for (const [question, answer] of [
    ['Email: ', 'bea@example.com'],
    ['Password: ', 'correct horse battery'],
    ['Create it? [y/N] ', 'y'],
  ] as const) {
    await chat.shows(question);
    chat.type(`${answer}\r`);
  }
  const { code, output } = await chat.ended;
  expect([code, output]).toEqual([0, expect.any(String)]);
  return output;
}

async function answerOverHttp(url: string): Promise<string> {
  const post = async (path: string, body: object, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await response.json()) as { accessToken: string; id: string; content: string };
  };
  const { accessToken } = await post('/auth/register', { email: 'ada@example.com', password: 'correct horse' });
  const { id } = await post('/agents', { name: 'Helper', tools: ['calculator'] }, accessToken);
  return (await post('/agent/chat', { agentId: id, message: 'What is 17 times 23?' }, accessToken)).content;
}

async function expectItRuns(name: string, path: string, answerOf = answerOverHttp): Promise<string> {
  const gateway = await start(name, path);
  try {
    expect(await answerOf(gateway.url)).toContain('391');
    const page = await fetch(`${gateway.url}/console`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<html')]);
    expect(Object.keys(parseEnv(readFileSync(join(gateway.cwd, '.env'), 'utf8')))).toContain('JWT_SECRET');
    expect(existsSync(join(gateway.cwd, '.data', 'gateway.db'))).toBe(true);
  } finally {
    expect(await gateway.stop()).toBe(0);
  }
  return gateway.said();
}

/** Another Node on the path, older than the pinned one. */
async function oldNode(): Promise<string | undefined> {
  for (const place of (process.env.PATH ?? '').split(delimiter)) {
    const node = join(place, 'node');
    if (!existsSync(node)) continue;
    const version = await run(node, ['-p', 'process.versions.node']).then(({ stdout }) => Number.parseInt(stdout, 10));
    if (version >= 20 && version < 24) return place;
  }
  return undefined;
}

it('one command in an empty folder runs the gateway, with its console, on Node 24, and one talks to it', async () => {
  // The bundle has it: what starts is not the files one by one.
  await rm(user('node_modules', 'agent-gateway', 'src', 'serve.js'));
  const said = await expectItRuns('on-24', withPinnedNode, hasPseudoTerminal ? answerInTerminal : answerOverHttp);
  expect(said).toContain('Wrote .env with new random keys');
});

it('the same command started by Node 20 continues on the Node that came with the package', async ({ skip }) => {
  const place = await oldNode();
  if (!place) {
    process.stderr.write('\nNOT TESTED: there is no Node 20 to 23 on the path to start the package with.\n\n');
    skip();
  }
  await expectItRuns('on-20', `${place}${delimiter}/usr/bin${delimiter}/bin`);
});

it('has no TypeScript, no tests and no tools for development, and exact versions of what it needs', async () => {
  const root = user('node_modules', 'agent-gateway');
  const names = await readdir(root, { recursive: true });
  expect(names.filter((name) => /\.ts$|\.test\./.test(name))).toEqual([]);
  expect(names).toEqual(
    expect.arrayContaining([
      'src/main.js',
      'bundle/serve.mjs',
      'console/dist/build.json',
      '.env.example',
      'THIRD-PARTY-LICENCES.md',
    ]),
  );
  const installed = await readdir(user('node_modules'));
  expect(installed.filter((name) => /^(vitest|typescript|knip|playwright-core)$/.test(name))).toEqual([]);
  type Manifest = { dependencies: Record<string, string>; private?: boolean; scripts?: object };
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
  expect([manifest.private, manifest.scripts]).toEqual([undefined, undefined]);
  const inexact = Object.entries(manifest.dependencies).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version));
  expect(inexact).toEqual([]);
});
