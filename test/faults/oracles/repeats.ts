import type { Happened } from '../nemesis.ts';
import type { Taking } from '../servers.ts';
import { webhookTimeoutMs } from '../timings.ts';
import type { World } from '../world.ts';
import { countBy, type Oracle } from './oracle.ts';

/**
 * An answer is stored 20 ms after it came plus the time of a commit (measured: up to 353 ms, on three nodes and two
 * cores).
 */
const settleMs = 500;
/** For requests under way when a fault begins or ends. */
const lateMs = 250;
/** Faults that can leave a transaction open, which keeps its rows locked. */
const holdingRows = ['pause', 'black hole', 'slow database'];

/** `node` is undefined for a fault of all nodes. */
type Trouble = { kind: string; node: string | undefined; beganAt: number; endedAt: number };
type TimeoutRow = { delivery_id: string; latency_ms: number; created_at: number };

/**
 * The times in which a node may have sent something without storing the result, or may have sent another node's
 * delivery. A stop by SIGTERM stores everything, so it does not count; a killed node sends nothing until it is
 * restarted.
 */
const troublesOf = ({ nodes }: World, happened: readonly Happened[]): Trouble[] =>
  happened
    .filter(({ kind }) => !kind.startsWith('silent') && kind !== 'terminate')
    .map(({ kind, node, beganAt, endedAt }) => ({
      kind,
      node: kind === 'database crash' ? undefined : nodes[node]?.name,
      beganAt,
      endedAt: kind === 'kill' ? beganAt : endedAt,
    }));

/** Successful attempts for which the sender stored a timeout. */
async function findUnheard({ store, hooks }: World): Promise<(taking: Taking) => boolean> {
  const slackMs = lateMs + hooks.worstDelayMs();
  const rows = await store.all<TimeoutRow>(
    `SELECT delivery_id, latency_ms, created_at FROM webhook_attempts
     WHERE status_code IS NULL AND latency_ms >= ${webhookTimeoutMs}`,
  );
  const byDelivery = Map.groupBy(rows, ({ delivery_id }) => delivery_id);
  return ({ id, at }) =>
    (byDelivery.get(id) ?? []).some(
      ({ created_at, latency_ms }) => at >= created_at - 10 && at <= created_at + latency_ms + slackMs,
    );
}

/**
 * A node that waited for a locked row may be stopped with it in turn: intervals that follow each other closely are
 * merged.
 */
function inARow(times: readonly Pick<Trouble, 'beganAt' | 'endedAt'>[], gapMs: number) {
  const rows: { beganAt: number; endedAt: number }[] = [];
  for (const { beganAt, endedAt } of times.toSorted((one, other) => one.beganAt - other.beganAt)) {
    const last = rows.at(-1);
    if (last && beganAt <= last.endedAt + gapMs) last.endedAt = Math.max(last.endedAt, endedAt);
    else rows.push({ beganAt, endedAt });
  }
  return rows;
}

/**
 * A delivery that was answered with 200 may come again only if the sender of the first or second attempt had a fault at
 * that time, if other nodes were stopped with the webhook's row for the whole time between the two or until the first
 * sender had a fault, or if the sender stored a timeout.
 */
export const repeats: Oracle = async (world, _facts, happened) => {
  const failures: string[] = [];
  const troubles = troublesOf(world, happened);
  // If this process was delayed, the nodes were too.
  const delayMs = world.hooks.worstDelayMs();
  const [earlyMs, afterMs] = [settleMs + delayMs, lateMs + delayMs];
  const wasUnheard = await findUnheard(world);
  const troubleAt = ({ node, at }: Taking) =>
    troubles.find(
      (trouble) =>
        (trouble.node ?? node) === node && at >= trouble.beganAt - earlyMs && at <= trouble.endedAt + afterMs,
    );
  const holding = inARow(
    troubles.filter(({ kind }) => holdingRows.includes(kind)),
    earlyMs,
  );
  const heldUp = (first: Taking, second: Taking) =>
    holding.some(({ beganAt, endedAt }) => beganAt <= first.at + earlyMs && endedAt >= second.at - earlyMs);

  /** Its rows were locked by a stopped node until its own sender broke, so it could not store the answer. */
  const brokeHeldUp = ({ node, at }: Taking) =>
    holding.some(
      ({ beganAt, endedAt }) =>
        beganAt <= at + earlyMs &&
        troubles.some(
          (trouble) => (trouble.node ?? node) === node && trouble.beganAt >= at && trouble.beganAt <= endedAt + earlyMs,
        ),
    );

  const around = (first: Taking, second: Taking) =>
    troubles
      .filter(({ beganAt, endedAt }) => endedAt > first.at - 2_000 && beganAt < second.at + 1_000)
      .map(
        ({ kind, node = 'all', beganAt, endedAt }) => `${kind} ${node} ${beganAt - first.at} to ${endedAt - first.at}`,
      )
      .join(', ');

  const causes: string[] = [];
  let longestMs = 0;
  const takings = [...world.hooks.taken.values()];
  for (const ofOne of takings)
    for (const [index, second] of ofOne.slice(1).entries()) {
      const first = ofOne[index] as Taking;
      const trouble = troubleAt(first);
      if (trouble) longestMs = Math.max(longestMs, trouble.beganAt - first.at);
      const cause =
        (trouble ?? troubleAt(second))?.kind ??
        (wasUnheard(first) ? 'no answer heard' : heldUp(first, second) || brokeHeldUp(first) ? 'held up' : undefined);
      causes.push(cause ?? 'nothing');
      if (!cause)
        failures.push(
          `${second.id} was taken from ${first.node} at ${new Date(first.at).toISOString()} and again from ` +
            `${second.node} ${second.at - first.at} ms later, and neither was in trouble (ms from the first: ${around(first, second)})`,
        );
    }
  const excusable = takings.flat().filter(troubleAt).length;
  const counted = [...countBy(causes, (cause) => cause)].map(([cause, count]) => `${count} ${cause}`).join(', ');
  return {
    name: 'repeats',
    failures,
    figures:
      `${causes.length} of ${takings.length} deliveries came again${counted && ` (${counted}; answered at most ${longestMs} ms before)`}, ` +
      `${excusable} of ${takings.flat().length} were sent in trouble; held up for ${delayMs} ms ourselves`,
  };
};
