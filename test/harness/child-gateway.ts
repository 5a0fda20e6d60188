import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from '../../src/bundle.ts';
import type { Environment } from '../../src/config.ts';
import { apiKey, jwtSecret } from './gateway.ts';

const ourSource = fileURLToPath(new URL('../..', import.meta.url));

export type ChildGateway = {
  url: string;
  process: ChildProcess;
  /** Everything the process has written so far. */
  output(): string;
  /** Sends a signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
};

/**
 * The gateway as its own process; its environment has only the given settings and PATH. `source` is another folder with
 * the sources of a gateway.
 */
export function spawnGateway(settings: Environment, source = ourSource) {
  // With the same flag and memory setting as `npm start`.
  const child = spawn(process.execPath, ['--max-semi-space-size=16', join(source, 'src', 'main.ts')], {
    // Of ours only: the others have their own sources.
    env: {
      PATH: process.env.PATH,
      MALLOC_TRIM_THRESHOLD_: '1048576',
      ...(source === ourSource && { NODE_COMPILE_CACHE: cacheFolder }),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  return { child, output: () => output, exited };
}

/** Waits until it is ready. */
export async function startChildGateway(settings: Environment, source?: string): Promise<ChildGateway> {
  const own = { JWT_SECRET: jwtSecret, GATEWAY_API_KEY: apiKey, PORT: '0', ...settings };
  const { child, output, exited } = spawnGateway(own, source);
  let url: string | undefined;
  let ended = false;
  void exited.then(() => {
    ended = true;
  });
  // Starting takes two seconds of CPU; a busy machine once took twenty seconds.
  for (const deadline = Date.now() + 50_000; Date.now() < deadline; ) {
    if (ended) throw new Error(`The gateway did not start:\n${output()}`);
    url ??= /Server listening at (http:\/\/[^"\s]+)/.exec(output())?.[1];
    if (
      url &&
      (await fetch(`${url}/readiness`).then(
        ({ status }) => status === 200,
        () => false,
      ))
    ) {
      return {
        url,
        process: child,
        output,
        exited,
        end(signal) {
          child.kill(signal);
          return exited;
        },
      };
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  child.kill('SIGKILL');
  throw new Error(`The gateway was not ready in time:\n${output()}`);
}
