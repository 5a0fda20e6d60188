/**
 * What a run inherits from the runs above it: guards and limits hold for the whole tree. Stored with the run, so that they hold
 * on every node.
 */
export type Inherited = {
  /** Tools that need an approval in any run above. */
  guarded: string[];
  maxDepth: number;
  /** The remaining time of the parent when it spawned this run. */
  timeoutMs: number;
  maxRuns: number;
  maxCostNano: number | null;
};
export type Tree = Inherited & { root: string };
