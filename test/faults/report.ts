import type { Happened } from './nemesis.ts';
import type { Verdict } from './oracles/oracle.ts';
import type { World } from './world.ts';

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

const shownFailures = 12;

export function sayVerdict({ name, failures, figures }: Verdict): void {
  say(`oracle: ${failures.length === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(12)} ${figures}`);
  for (const failure of failures.slice(0, shownFailures)) say(`          ${failure.slice(0, 2_000)}`);
  if (failures.length > shownFailures) say(`          and ${failures.length - shownFailures} more`);
}

/** From the end of a fault until the node answers a client again. */
function slowestRecovery({ journal, nodes }: World, happened: readonly Happened[], loadEnd: number): string {
  let slowest = { ms: 0, what: 'none' };
  for (const { kind, node, endedAt, beganAt } of happened) {
    if (kind.startsWith('silent') || endedAt > loadEnd) continue;
    const name = nodes[node]?.name ?? '';
    // For a restart, the time starts at the kill.
    const from = kind === 'kill' || kind === 'terminate' ? beganAt : endedAt;
    const next = journal.answers.find((answer) => answer.node === name && answer.at >= endedAt);
    const ms = (next?.at ?? loadEnd) - from;
    if (ms > slowest.ms) slowest = { ms, what: `${kind} of ${name}${next ? '' : ', not by the end of the load'}` };
  }
  return `${(slowest.ms / 1_000).toFixed(1)} s (${slowest.what})`;
}

export function sayFigures(
  world: World,
  happened: readonly Happened[],
  times: { loadMs: number; loadEnd: number; quietMs: number; startMs: number },
): void {
  const { counts, said } = world.journal;
  const of = (name: string) => counts.get(name) ?? 0;
  const kills = happened.filter(({ kind }) => kind === 'kill' || kind === 'database crash').length;
  const told = said.filter((one) => one.told).length;
  const starts = Math.max(...world.nodes.map((node) => node.slowestStartMs()));
  say(
    `figures: ${of('operations')} operations and ${said.length} messages in ${Math.round(times.loadMs / 1_000)} s (${told} told how they went), ` +
      `${kills} kills, ${happened.length} faults, ${world.hooks.records.length} webhook POSTs`,
  );
  const rest = [...counts].filter(([name]) => name !== 'operations').map(([name, count]) => `${name} ${count}`);
  say(`         ${rest.join(', ')}`);
  say(
    `         slowest recovery ${slowestRecovery(world, happened, times.loadEnd)}, slowest start ${(starts / 1_000).toFixed(1)} s, ` +
      `quiet ${(times.quietMs / 1_000).toFixed(1)} s after the end, set up in ${(times.startMs / 1_000).toFixed(1)} s`,
  );
}
