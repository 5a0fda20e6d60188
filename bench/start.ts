import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freshBundle } from '../src/bundle.ts';
import { freePort } from '../test/harness/free-port.ts';

/**
 * From `npm start` to the first answer, and the memory of the process at rest, on Linux:
 * `npm run node -- bench/start.ts [runs]`. The database is there already, as after the first time.
 */
const runs = Number(process.argv[2] ?? 7);
const restMs = 12_000;
const ticksPerSecond = 100;
const folder = mkdtempSync(join(tmpdir(), 'bench-start-'));
const start = join(import.meta.dirname, '..', 'scripts', 'start.mjs');

const usedMs = (pid: number) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksPerSecond;
};
const residentMegabytes = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;

async function once(port: number): Promise<{ wall: number; cpu: number; resident: number }> {
  const began = performance.now();
  const child = spawn(process.execPath, ['--max-semi-space-size=16', start], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: folder,
      JWT_SECRET: 'x'.repeat(32),
      GATEWAY_API_KEY: 'k'.repeat(32),
      LOG_LEVEL: 'silent',
      CONSOLE: 'off',
    },
    stdio: 'ignore',
  });
  const { pid = 0 } = child;
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/readiness`).then(
      ({ status }) => status === 200,
      () => false,
    );
  while (!(await answers())) await sleep(5);
  const wall = performance.now() - began;
  const cpu = usedMs(pid);
  await sleep(restMs);
  const resident = residentMegabytes(pid);
  child.kill('SIGTERM');
  await new Promise((resolve) => child.once('exit', resolve));
  return { wall, cpu, resident };
}

try {
  if (!existsSync('/proc/self/stat')) throw new Error('This bench reads /proc.');
  const port = await freePort();
  await once(port);
  const all: Awaited<ReturnType<typeof once>>[] = [];
  for (let run = 0; run < runs; run += 1) all.push(await once(port));
  const middle = (values: number[]) => values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
  const shown = (name: 'wall' | 'cpu' | 'resident') => middle(all.map((each) => each[name])).toFixed(0);
  console.log(
    `${freshBundle() ? 'bundled' : 'from the sources'}, the middle of ${runs}: first answer after ${shown('wall')} ms, ` +
      `${shown('cpu')} ms of CPU; ${shown('resident')} MB at rest`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
