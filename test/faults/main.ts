import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { say } from './report.ts';
import { runOnce } from './run.ts';
import type { Engine } from './store.ts';

/** See docs/operations/faults.md. */
const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'all' },
    profile: { type: 'string', default: 'full' },
    seed: { type: 'string' },
    seeds: { type: 'string' },
    seconds: { type: 'string' },
    nodes: { type: 'string', default: '3' },
    /** The folder with the gateway's `src`; another one for planted bugs. */
    source: { type: 'string', default: fileURLToPath(new URL('../..', import.meta.url)) },
  },
});

const short = values.profile === 'short';
const loadMs = Number(values.seconds ?? (short ? 8 : 75)) * 1_000;
const given = values.seed === undefined ? [] : values.seed.split(',').map(Number);
const count = given.length > 0 ? given.length : Number(values.seeds ?? (short ? 1 : 3));
const seeds = Array.from({ length: count }, (_, index) => given[index] ?? Math.floor(Math.random() * 1_000_000));
const engines: Engine[] = values.engine === 'all' ? ['sqlite', 'postgres'] : [values.engine as Engine];

const failed: string[] = [];
for (const engine of engines)
  for (const seed of seeds) {
    const nodeCount = engine === 'sqlite' ? 1 : Number(values.nodes);
    const names = await runOnce({ engine, seed, loadMs, nodeCount, source: values.source });
    failed.push(...names.map((name) => `${name} (${engine}, seed ${seed})`));
  }
say(failed.length === 0 ? '\nfaults: all oracles ok' : `\nfaults: FAILED ${failed.join(', ')}`);
process.exit(failed.length === 0 ? 0 : 1);
