import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const clockTicksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** CPU time from `schedstat`, which counts nanoseconds; undefined where the kernel has none. `stat` counts in steps of ten milliseconds. */
function exactCpuMs(pid: number): number | undefined {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    const spent = threads.map((id) => Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]));
    return spent.reduce((sum, ns) => sum + ns, 0) / 1e6;
  } catch {
    return undefined;
  }
}

/** User and system CPU of a process and its threads so far, in milliseconds. */
export function cpuMs(pid: number): number {
  const exact = exactCpuMs(pid);
  if (exact) return exact;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return ((Number(fields[11]) + Number(fields[12])) / clockTicksPerSecond) * 1_000;
}

export function memoryMb(pid: number): number {
  const match = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Math.round(Number(match?.[1] ?? 0) / 1_024);
}

export const pin = (child: ChildProcess, core: number) => {
  try {
    execFileSync('taskset', ['-a', '-p', '-c', String(core), String(child.pid)], { stdio: 'ignore' });
  } catch {
    // Without `taskset` the figures vary more.
  }
};

export async function startUpstream(): Promise<{ url: string; pid: number; stop(): void }> {
  const child = fork(file('./upstream.ts'), { stdio: 'inherit' });
  pin(child, 1);
  const { port } = await new Promise<{ port: number }>((resolve) =>
    child.once('message', (message) => resolve(message as { port: number })),
  );
  return { url: `http://127.0.0.1:${port}/v1`, pid: child.pid ?? 0, stop: () => child.kill() };
}

/** For preparing data: throws when a request is refused. */
export async function post(base: string, path: string, body: object, token?: string): Promise<Record<string, string>> {
  const response = await fetch(`${base}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as Record<string, string>;
}

export type BenchGateway = { url: string; pid: number; startMs: number; stop(): Promise<number | null> };

/** `main` is that of another checkout, to compare with. PROFILE=folder writes a CPU profile of each gateway there when it stops. */
export async function startGateway(
  settings: Record<string, string>,
  main = file('../src/main.ts'),
): Promise<BenchGateway> {
  const began = performance.now();
  // The same flag, memory setting and cache as `npm start`.
  const profiled = process.env.PROFILE ? ['--cpu-prof', `--cpu-prof-dir=${process.env.PROFILE}`] : [];
  const child = spawn(process.execPath, ['--max-semi-space-size=16', ...profiled, main], {
    env: {
      PATH: process.env.PATH,
      JWT_SECRET: 'x'.repeat(32),
      GATEWAY_ENCRYPTION_KEY: 'y'.repeat(32),
      PORT: '0',
      MALLOC_TRIM_THRESHOLD_: '1048576',
      NODE_COMPILE_CACHE: join(tmpdir(), 'gateway-bench-cache'),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  pin(child, 0);
  let output = '';
  child.stderr.on('data', (text) => {
    output += text;
  });
  child.stdout.on('data', (text) => {
    if (output.length < 100_000) output += text;
  });
  for (;;) {
    const url = /Server listening at (http:\/\/[^"\s]+)/.exec(output)?.[1];
    if (
      url &&
      (await fetch(`${url}/readiness`).then(
        ({ status }) => status === 200,
        () => false,
      ))
    ) {
      return {
        url,
        pid: child.pid ?? 0,
        startMs: performance.now() - began,
        stop: () =>
          new Promise((resolve) => {
            child.once('exit', (code) => resolve(code));
            child.kill('SIGTERM');
          }),
      };
    }
    if (child.exitCode !== null) throw new Error(output);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
