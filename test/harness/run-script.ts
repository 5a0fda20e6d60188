import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Environment } from '../../src/config.ts';

/** One of the project's commands as its own process; its environment has only the given settings and PATH. */
export function runScript(name: string, args: readonly string[], settings: Environment) {
  const script = fileURLToPath(new URL(`../../scripts/${name}`, import.meta.url));
  const child = spawn(process.execPath, [script, ...args], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, output }));
  });
  return { child, ended };
}
