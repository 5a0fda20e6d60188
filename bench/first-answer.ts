import { execFileSync, spawn } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * From the packed file in an empty folder to a running gateway and to the first answer, each by one command:
 * `npm run node -- bench/first-answer.ts [runs]`, after `npm run build`. With an empty npm cache everything is downloaded.
 */
const runs = Number(process.argv[2] ?? 3);
const root = resolve(import.meta.dirname, '..');
if (!existsSync(join(root, 'dist', 'package.json'))) throw new Error('`npm run build` first.');
const folder = mkdtempSync(join(tmpdir(), 'gateway-first-answer-'));
const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
const seconds = (from: number) => ((performance.now() - from) / 1000).toFixed(1);

/** Resolves when the output matches; `answers` are typed when their question has appeared. */
function until(child: ReturnType<typeof spawn>, wanted: RegExp, answers: [string, string][] = []): Promise<string> {
  let said = '';
  return new Promise((done, fail) => {
    const hear = (chunk: Buffer) => {
      said += chunk;
      const [next] = answers;
      if (next && said.includes(next[0])) {
        answers.shift();
        child.stdin?.write(`${next[1]}\r`);
      }
      const found = wanted.exec(said);
      if (found) done(found[1] ?? found[0]);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', () => fail(new Error(said)));
  });
}

function sizeOf(place: string): number {
  return globSync('**/*', { cwd: place, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

try {
  execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: join(root, 'dist') });
  const [tarball = ''] = readdirSync(folder);
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
  console.log(`${cpus().length} cores; ${tarball}: ${megabytes(statSync(join(folder, tarball)).size)}`);
  for (let run = 1; run <= runs; run += 1) {
    const place = join(folder, String(run));
    mkdirSync(place);
    const began = performance.now();
    execFileSync('npm', ['install', ...quiet, '--cache', join(folder, 'cache'), `../${tarball}`], {
      cwd: place,
      stdio: 'inherit',
    });
    const installed = seconds(began);
    const env = { PATH: process.env.PATH, HOME: place, PORT: '0', TERM: 'xterm' };
    const command = join('node_modules', '.bin', 'agent-gateway');
    const starting = performance.now();
    const gateway = spawn(command, [], { cwd: place, env });
    const url = await until(gateway, /Address +(http:\S+)/);
    const started = seconds(starting);
    const asking = performance.now();
    const chat = spawn('script', ['-qefc', `exec ${command} chat --url ${url} 'What is 17 times 23?'`, '/dev/null'], {
      cwd: place,
      env,
    });
    await until(chat, /= 391/, [
      ['Email: ', 'ada@example.com'],
      ['Password: ', 'correct horse battery'],
      ['[y/N] ', 'y'],
    ]);
    console.log(
      `${run === 1 ? 'empty npm cache' : 'filled npm cache'}: installed in ${installed} s (${megabytes(sizeOf(join(place, 'node_modules')))}), ` +
        `running after ${started} s more, answered ${seconds(asking)} s after \`agent-gateway chat\`; ${seconds(began)} s in all`,
    );
    const ended = new Promise((end) => gateway.once('close', end));
    gateway.kill('SIGTERM');
    await ended;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
