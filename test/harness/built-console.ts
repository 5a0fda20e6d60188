import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const script = (name: string) => fileURLToPath(new URL(`../../scripts/${name}`, import.meta.url));
const longestMs = 110_000;

/**
 * Pages of the console are 503 until it is built. Takes milliseconds if it is built already. A build that another test
 * has begun is waited for: the script itself leaves it alone.
 */
export async function buildConsole(): Promise<void> {
  const { builtStamp, sourceStamp }: Record<string, () => string> = await import(script('console-stamp.mjs'));
  for (const deadline = Date.now() + longestMs; Date.now() < deadline; await sleep(500)) {
    await promisify(execFile)(process.execPath, [script('build-console.mjs')]);
    if (builtStamp?.() === sourceStamp?.()) return;
  }
  throw new Error(`The console is not built after ${longestMs / 1_000} s.`);
}
