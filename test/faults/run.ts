import { drive } from './load/drive.ts';
import { createNemesis, planFaults } from './nemesis.ts';
import { oracles } from './oracles/all.ts';
import { readFacts, type Verdict } from './oracles/oracle.ts';
import { settleDown } from './quiet.ts';
import { createRandom } from './random.ts';
import { say, sayFigures, sayVerdict } from './report.ts';
import type { Engine } from './store.ts';
import { startWorld } from './world.ts';

type Options = { engine: Engine; seed: number; loadMs: number; nodeCount: number; source: string };

/**
 * One engine, one seed: load and faults, then heals, waits until no work is left, and checks. Returns the names of
 * failed oracles.
 */
export async function runOnce({ engine, seed, loadMs, nodeCount, source }: Options): Promise<string[]> {
  const random = createRandom(seed);
  const began = Date.now();
  say(
    `\nfaults: ${engine}, ${nodeCount} ${nodeCount === 1 ? 'node' : 'nodes'}, seed ${seed}, ${loadMs / 1_000} s of load`,
  );
  const world = await startWorld({ engine, nodeCount, source, seed, random, loadMs });
  try {
    for (const what of world.store.skipped) say(`SKIPPED  ${what}`);
    const startMs = Date.now() - began;
    const nemesis = createNemesis(world, say);
    const plan = planFaults(world, random.fork('nemesis'), loadMs);
    const loadBegan = Date.now();
    const faults = nemesis.carryOut(plan, loadBegan);
    await Promise.all([drive(world, random.fork('load'), loadMs, faults), faults]);
    const loadEnd = Date.now();
    await nemesis.heal();
    await settleDown(world);
    const quietMs = Date.now() - loadEnd;
    const facts = await readFacts(world);
    const verdicts: Verdict[] = [];
    for (const oracle of oracles) verdicts.push(await oracle(world, facts, nemesis.happened));
    sayFigures(world, nemesis.happened, { loadMs: loadEnd - loadBegan, loadEnd, quietMs, startMs });
    verdicts.forEach(sayVerdict);
    const failed = verdicts.filter(({ failures }) => failures.length > 0).map(({ name }) => name);
    if (failed.length > 0) say(`rerun with: npm run faults -- --engine ${engine} --seed ${seed}`);
    return failed;
  } finally {
    await world.stop();
  }
}
