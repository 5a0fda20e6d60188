import { AppError } from '../../../kernel/errors.ts';
import { nanoFromUsd } from '../../../kernel/money.ts';
import type { RunRow } from '../run.ts';
import { elapsedMs, type Turn } from '../turn/turn.ts';
import type { Inherited, Tree } from '../turn/turn-tree.ts';

/** What one message may set going, whatever its agents allow themselves. */
export type TreeLimits = { maxRuns: number; maxCostNano: number | null };

/** The tree a run is in; none for one that nobody spawned. */
export const treeIn = ({ root_run_id, inherited }: Pick<RunRow, 'root_run_id' | 'inherited'>): Tree | null =>
  root_run_id === null || inherited === null ? null : { root: root_run_id, ...(JSON.parse(inherited) as Inherited) };

export const inheritedText = ({ root: _, ...inherited }: Tree): string => JSON.stringify(inherited satisfies Inherited);

const least = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/** How long a run may work. */
export const timeLimitOf = (timeoutMs: number, tree: Pick<Tree, 'timeoutMs'> | null): number =>
  Math.min(timeoutMs, tree?.timeoutMs ?? timeoutMs);

/** The tools that this run may not use without a person's word. */
export const guardedIn = ({ run, admission }: Pick<Turn, 'run' | 'admission'>): Set<string> =>
  new Set([...admission.agent.approvals, ...(run.tree?.guarded ?? [])]);

/** The tree as this run and those below it are bound by it. */
export function treeOf(turn: Turn, limits: TreeLimits): Tree {
  const { tree, id } = turn.run;
  const { spawn, timeoutMs } = turn.admission.agent;
  const { maxRuns = limits.maxRuns, maxCostUsd = null } = spawn;
  const above = tree ?? { maxDepth: spawn.maxDepth, ...limits };
  return {
    root: tree?.root ?? id,
    guarded: [...guardedIn(turn)],
    maxDepth: Math.min(spawn.maxDepth, above.maxDepth),
    timeoutMs: Math.max(1, timeLimitOf(timeoutMs, tree) - elapsedMs(turn)),
    maxRuns: Math.min(maxRuns, above.maxRuns),
    maxCostNano: least(maxCostUsd === null ? null : nanoFromUsd(maxCostUsd), above.maxCostNano),
  };
}

type BudgetDeps = { limits: TreeLimits; costOf(root: string): Promise<number> };

/** Before a model is asked in a tree that may cost only so much. Alone, a run has the workspace's budget and no other. */
export function createTreeBudget({ limits, costOf }: BudgetDeps) {
  return async function requireRoom(turn: Turn): Promise<void> {
    if (!turn.run.tree && turn.children === 0) return;
    const { root, maxCostNano } = treeOf(turn, limits);
    if (maxCostNano !== null && (await costOf(root)) >= maxCostNano)
      throw new AppError('budget_exceeded', 'The runs that this message has set going have spent what they may.');
  };
}
