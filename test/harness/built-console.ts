import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const buildScript = fileURLToPath(new URL('../../scripts/build-console.mjs', import.meta.url));

/** Pages of the console are 503 until it is built. Takes milliseconds if it is built already. */
export async function buildConsole(): Promise<void> {
  await promisify(execFile)(process.execPath, [buildScript]);
}
