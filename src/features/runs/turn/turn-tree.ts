/**
 * What a run takes over from those above it: a guard and a bound hold for the whole tree. Stored with the run, so that they
 * hold on whichever node it goes on.
 */
export type Inherited = {
  /** Tools that need a person's word somewhere above. */
  guarded: string[];
  maxDepth: number;
  /** What was left of the time of the one that spawned it. */
  timeoutMs: number;
  maxRuns: number;
  maxCostNano: number | null;
};
export type Tree = Inherited & { root: string };
