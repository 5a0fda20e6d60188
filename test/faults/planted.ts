import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { say } from './report.ts';
import type { Engine } from './store.ts';

/**
 * Shows that the oracles can fail: puts a bug into a copy of the source, which the short profile must find. `npm run
 * node -- test/faults/planted.ts [name…]`. A bug that shows only at certain times gets a few seeds.
 */
type Bug = {
  engines: Engine[];
  /** At least one of these must fail. */
  oracles: string[];
  /** Where the short profile is too short for the fault that shows it. */
  seconds?: number;
  edits: { file: string; from: string; to: string }[];
};

const bugs: Record<string, Bug> = {
  'acknowledge-before-commit': {
    engines: ['sqlite', 'postgres'],
    oracles: ['acknowledged'],
    edits: [
      {
        file: 'features/runs/ending/finish.ts',
        from: 'await whenPossible(turn, () => (content === undefined ? oneAtATime(commit) : commit()));',
        to: 'void sleep(400).then(commit);',
      },
    ],
  },
  'missing-tenant-filter': {
    engines: ['sqlite', 'postgres'],
    oracles: ['tenants'],
    edits: [
      {
        file: 'features/runs/run.store.ts',
        from: 'WHERE id = $1 AND workspace_id = $2 AND user_id = $3',
        to: 'WHERE id = $1 AND (workspace_id = $2 OR user_id <> $3)',
      },
    ],
  },
  'unfenced-lease': {
    engines: ['postgres'],
    oracles: ['endings', 'events', 'order'],
    edits: [
      {
        file: 'features/runs/run.store.ts',
        from: `AND claim = $2 AND \${isRunning}`,
        to: 'AND (claim = $2 OR TRUE)',
      },
      { file: 'features/runs/engine/supervisor.ts', from: 'lost: engine.lose,', to: 'lost: () => undefined,' },
    ],
  },
  'lost-delivery': {
    engines: ['sqlite', 'postgres'],
    oracles: ['events'],
    edits: [
      {
        file: 'features/webhooks/delivery/fan-out.ts',
        from: 'queue.insert(tx, written)',
        to: 'queue.insert(tx, written.slice(written.length > 2 ? 1 : 0))',
      },
    ],
  },
  'last-come-first-served': {
    engines: ['sqlite'],
    oracles: ['order'],
    edits: [
      {
        file: 'features/runs/engine/session-queue.store.ts',
        from: 'ORDER BY turn LIMIT 1',
        to: 'ORDER BY turn DESC LIMIT 1',
      },
    ],
  },
  'abandoned-runs': {
    engines: ['sqlite'],
    oracles: ['endings'],
    edits: [
      {
        file: 'features/runs/engine/leases.store.ts',
        from: "status = 'running' AND lease_until < $1 ORDER BY",
        to: "status = 'running' AND lease_until < $1 AND 1 = 0 ORDER BY",
      },
    ],
  },
  'unclaimed-schedules': {
    engines: ['postgres'],
    oracles: ['schedules'],
    edits: [
      {
        file: 'features/schedules/firings.store.ts',
        from: "'(claim IS NULL OR claimed_until < $2)'",
        to: "'(claim IS NULL OR claimed_until < $2 OR TRUE)'",
      },
      {
        file: 'features/schedules/firings.store.ts',
        from: 'WHERE id = $1 AND claim = $2`,',
        to: 'WHERE id = $1 AND (claim = $2 OR TRUE)`,',
      },
    ],
  },
  'budget-without-reservations': {
    engines: ['sqlite', 'postgres'],
    oracles: ['limits'],
    edits: [
      {
        file: 'features/costs/budgets/budgets.ts',
        from: 'spent + reserved + BigInt(nano) > budget',
        to: 'spent > budget',
      },
    ],
  },
  'limit-of-each-node': {
    engines: ['postgres'],
    oracles: ['limits'],
    edits: [
      {
        file: 'http/limits/sliding-window.store.ts',
        from: 'const name = `',
        to: 'const name = String(process.pid) + `',
      },
    ],
  },
  'forgotten-results': {
    engines: ['sqlite', 'postgres'],
    oracles: ['repeats'],
    edits: [
      {
        file: 'features/webhooks/delivery/results.ts',
        from: 'const settled = await write(results);',
        to: 'const settled = Math.random() < 0.1 ? new Set<string>() : await write(results);',
      },
    ],
  },
  'deliveries-without-lease': {
    engines: ['postgres'],
    oracles: ['repeats'],
    edits: [
      { file: 'features/webhooks/delivery/lane.ts', from: 'now, now + leaseMs, from)', to: 'now, now, from)' },
      { file: 'features/webhooks/delivery/fan-out.ts', from: 'claimed ? now + worker.leaseMs : now', to: 'now' },
    ],
  },
  'hanging-requests': {
    engines: ['postgres'],
    oracles: ['answers'],
    seconds: 40,
    edits: [
      {
        file: 'compose/foundation.ts',
        from: 'if (connections) databaseWatch?.subscribe(connections.setAway);',
        to: '',
      },
    ],
  },
  'unheard-database-errors': {
    engines: ['postgres'],
    oracles: ['processes'],
    edits: [{ file: 'platform/bus/postgres-listener.ts', from: "client.on('error', lose);", to: '' }],
  },
};

const seeds = [1, 2, 3];
const root = fileURLToPath(new URL('../..', import.meta.url));

/** Everything but `src` is linked to the original. */
function copySource({ edits }: Bug): string {
  const copy = mkdtempSync(join(tmpdir(), 'gateway-planted-'));
  for (const name of readdirSync(root)) if (name !== 'src') symlinkSync(join(root, name), join(copy, name));
  cpSync(join(root, 'src'), join(copy, 'src'), { recursive: true });
  for (const { file, from, to } of edits) {
    const path = join(copy, 'src', file);
    const before = readFileSync(path, 'utf8');
    if (!before.includes(from)) throw new Error(`${file} does not hold "${from}" any more: plant the bug elsewhere`);
    writeFileSync(path, before.replaceAll(from, to));
  }
  return copy;
}

function runHarness(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [join(root, 'test/faults/main.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  return new Promise((resolve) => child.once('close', () => resolve(output)));
}

async function isFound(name: string, bug: Bug, engine: Engine): Promise<boolean> {
  const source = copySource(bug);
  try {
    for (const seed of seeds) {
      const output = await runHarness([
        '--source',
        source,
        ...(bug.seconds ? ['--seconds', `${bug.seconds}`] : ['--profile', 'short']),
        '--engine',
        engine,
        '--seed',
        `${seed}`,
      ]);
      const lines = output.split('\n');
      const from = lines.findIndex((line) => bug.oracles.some((oracle) => line.startsWith(`oracle: FAILED ${oracle}`)));
      if (from >= 0) {
        say(`found    ${name} (${engine}, seed ${seed})`);
        for (const line of lines.slice(from, from + 3)) say(`         ${line.slice(0, 240)}`);
        return true;
      }
      const red = lines.filter((line) => line.startsWith('oracle: FAILED')).join('; ');
      say(`not yet  ${name} (${engine}, seed ${seed})${red && `, but ${red}`}`);
      if (!output.includes('oracle:')) say(output.slice(-2_000));
    }
    return false;
  } finally {
    rmSync(source, { recursive: true, force: true });
  }
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in bugs));
if (unknown.length > 0)
  throw new Error(`No such bug: ${unknown.join(', ')}. There are ${Object.keys(bugs).join(', ')}.`);
const missed: string[] = [];
for (const [name, bug] of Object.entries(bugs))
  if (wanted.length === 0 || wanted.includes(name))
    for (const engine of bug.engines) if (!(await isFound(name, bug, engine))) missed.push(`${name} (${engine})`);
say(missed.length === 0 ? 'planted: every bug was found' : `planted: NOT FOUND ${missed.join(', ')}`);
process.exit(missed.length === 0 ? 0 : 1);
