import type { Candidate } from '../connections/connection.ts';

/** A random order in which the first place goes to each by its weight. */
function byWeight(candidates: readonly Candidate[]): readonly Candidate[] {
  if (candidates.length < 2) return candidates;
  return candidates
    .map((candidate) => ({ candidate, drawn: -Math.log(1 - Math.random()) / candidate.connection.weight }))
    .sort((one, other) => one.drawn - other.drawn || 0)
    .map(({ candidate }) => candidate);
}

/**
 * The first target's candidates, then those of the fallbacks. Connections in a cooldown come last: they are asked only where
 * nothing else is left.
 */
export function inOrder(
  targets: readonly (readonly Candidate[])[],
  isCooling: (connectionId: string) => boolean,
): readonly Candidate[] {
  const [first = []] = targets;
  if (targets.length === 1 && first.length < 2) return first;
  const all = targets.flatMap(byWeight);
  const distinct = all.filter(
    (one, index) =>
      all.findIndex((other) => other.connection === one.connection && other.model === one.model) === index,
  );
  const cooling = distinct.filter(({ connection }) => isCooling(connection.id));
  return cooling.length === 0 || cooling.length === distinct.length
    ? distinct
    : [...distinct.filter((one) => !cooling.includes(one)), ...cooling];
}
