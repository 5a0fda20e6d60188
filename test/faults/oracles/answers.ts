import { onThisMachine } from '../../harness/this-machine.ts';
import type { Happened } from '../nemesis.ts';
import type { World } from '../world.ts';
import type { Oracle } from './oracle.ts';

/**
 * The longest that a read or a small write may take on a quiet machine: a node finds out within 2 s that its database is
 * away, and then refuses what waits. The rest is for a machine with two cores.
 */
const quietMs = 5_000;

/** Faults during which a node cannot answer at all, or only slowly. Their time is not counted. */
const stopping = ['pause', 'slow database', 'full disk'];

const overlapMs = (one: { beganAt: number; endedAt: number }, other: { beganAt: number; endedAt: number }): number =>
  Math.max(0, Math.min(one.endedAt, other.endedAt) - Math.max(one.beganAt, other.beganAt));

/** A stop of the node itself, or of another node that may hold a row this request waits for. */
const stopsFor = (happened: readonly Happened[]) => happened.filter(({ kind }) => stopping.includes(kind));

/** No request hangs: reads and small writes are answered or refused in time, whatever happens to the database. */
export const answers: Oracle = (world: World, _facts, happened) => {
  const stops = stopsFor(happened);
  const mostMs = onThisMachine(quietMs) + world.hooks.worstDelayMs();
  const failures: string[] = [];
  let slowestMs = 0;
  for (const { request, node, ...wait } of world.journal.waits) {
    const stopped = stops.reduce((sum, stop) => sum + overlapMs(wait, stop), 0);
    const ms = wait.endedAt - wait.beganAt - stopped;
    slowestMs = Math.max(slowestMs, ms);
    if (ms > mostMs)
      failures.push(
        `${request} on ${node} took ${wait.endedAt - wait.beganAt} ms from ${new Date(wait.beganAt).toISOString()}, ` +
          `and faults explain ${stopped} ms of it`,
      );
  }
  return {
    name: 'answers',
    failures,
    figures: `${world.journal.waits.length} reads and writes, the slowest took ${Math.round(slowestMs)} ms besides faults`,
  };
};
