import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { engines } from '../harness/databases.ts';

const main = fileURLToPath(new URL('../faults/main.ts', import.meta.url));

/** FAULTS_SEED gives other faults; `npm run faults` draws its own seed. See docs/operations/faults.md. */
const seed = process.env.FAULTS_SEED ?? '5';

function runShort(engine: string): Promise<{ code: number | null; output: string }> {
  const args = [main, '--profile', 'short', '--seconds', '4', '--engine', engine, '--seed', seed];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

const wanted = process.env.FAULTS !== 'off';
if (!wanted) process.stdout.write('SKIPPED: the fault harness, because FAULTS is off.\n');

for (const engine of engines)
  it.runIf(wanted)(
    `through kills, pauses, cuts and silence nothing is lost, doubled or shown to others on ${engine}`,
    {
      timeout: 300_000,
    },
    async () => {
      const { code, output } = await runShort(engine);
      expect(code, output).toBe(0);
      expect(output.match(/oracle: ok/g), output).toHaveLength(10);
    },
  );
