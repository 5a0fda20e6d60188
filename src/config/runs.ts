import type { Readers } from './readers.ts';

export const readRuns = ({ duration, integer, dollars }: Readers) => ({
  leaseMs: duration('RUN_LEASE', '15s'),
  keepAliveMs: duration('STREAM_KEEP_ALIVE', '15s'),
  assumedWindow: integer('ASSUMED_CONTEXT_WINDOW', 128_000, 1_000, 100_000_000),
  backgroundPlaces: integer('BACKGROUND_RUNS', 32, 1, 10_000),
  /** What one message may start by agents that spawn others. */
  tree: {
    maxRuns: integer('TREE_MAX_RUNS', 32, 1, 10_000),
    maxCostNano: dollars('TREE_MAX_COST_USD'),
  },
});
