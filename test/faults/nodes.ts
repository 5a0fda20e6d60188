import { type ChildProcess, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export type Settings = Record<string, string>;
export type GatewayNode = ReturnType<typeof createNode>;

/** Loaded before the gateway, which does not know of them. */
const preloaded = [new URL('./shifted-clock.ts', import.meta.url), new URL('./named-requests.ts', import.meta.url)];
/** A header with the node's name, on every request that it makes. */
export const nodeHeader = 'x-faults-node';
const startPatienceMs = 60_000;
const keptOutput = 200_000;

type Options = { name: string; port: number; source: string; folder: string; settings: Settings };

/** One gateway process, with the same address after each restart. */
export function createNode({ name, port, source, folder, settings }: Options) {
  const url = `http://127.0.0.1:${port}`;
  const clockFile = join(folder, `${name}.clock`);
  let child: ChildProcess | undefined;
  let output = '';
  /** Ends of the process that the harness did not cause. */
  const surprises: string[] = [];
  let expected = false;
  let slowestStartMs = 0;

  const isReady = () =>
    fetch(`${url}/readiness`, { signal: AbortSignal.timeout(1_000) }).then(
      async (answer) => {
        await answer.text();
        return answer.ok;
      },
      () => false,
    );

  /** The fatal line of the log, or else its last lines. */
  const lastWords = () => {
    const lines = output.split('\n').filter(Boolean);
    const fatal = lines.filter((line) => line.includes('"level":"fatal"') || line.startsWith('Could not start'));
    return (fatal.length > 0 ? fatal : lines).slice(-3).join('\n').slice(0, 4_000);
  };

  function launch(): ChildProcess {
    const imports = preloaded.flatMap(({ href }) => ['--import', href]);
    const flags = ['--max-semi-space-size=16', ...imports];
    const launched = spawn(process.execPath, [...flags, join(source, 'src/main.ts')], {
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        ...settings,
        PORT: String(port),
        FAULTS_CLOCK_FILE: clockFile,
        FAULTS_NODE_HEADER: `${nodeHeader}:${name}`,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [launched.stdout, launched.stderr])
      stream.on('data', (chunk) => {
        output = (output + chunk).slice(-keptOutput);
      });
    launched.once('exit', (code, signal) => {
      if (child === launched) child = undefined;
      // After SIGTERM under load it must exit with 0.
      if (expected && signal === null && code !== 0) surprises.push(`${name} stopped with ${code}: ${lastWords()}`);
      if (!expected) surprises.push(`${name} ended by itself with ${code ?? signal}: ${lastWords()}`);
    });
    return launched;
  }

  async function start(): Promise<void> {
    const began = performance.now();
    for (const deadline = began + startPatienceMs; performance.now() < deadline; ) {
      if (!child) {
        expected = false;
        child = launch();
      }
      if (await isReady()) {
        slowestStartMs = Math.max(slowestStartMs, performance.now() - began);
        return;
      }
      await sleep(25);
    }
    throw new Error(`${name} was not ready in time:\n${output.slice(-3_000)}`);
  }

  function ended(): Promise<void> {
    const present = child;
    if (!present || present.exitCode !== null || present.signalCode !== null) return Promise.resolve();
    return new Promise((resolve) => present.once('exit', () => resolve()));
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    expected = true;
    child?.kill(signal);
    await ended();
  }

  return {
    name,
    url,
    surprises,
    start,
    end,
    isReady,
    pause: () => child?.kill('SIGSTOP'),
    resume: () => child?.kill('SIGCONT'),
    shiftClock: (offsetMs: number) => writeFileSync(clockFile, String(offsetMs)),
    isRunning: () => child !== undefined,
    slowestStartMs: () => slowestStartMs,
    output: () => output,
  };
}
