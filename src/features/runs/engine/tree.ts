import { AppError } from '../../../kernel/errors.ts';
import { nanoFromUsd } from '../../../kernel/money.ts';
import type { RunRow } from '../run.ts';
import { elapsedMs, type Turn, type TurnFacts } from '../turn/turn.ts';
import type { Inherited, Tree } from './turn-tree.ts';

/** The gateway's limits for a tree of runs. Agents may set lower ones. */
export type TreeLimits = { maxRuns: number; maxCostNano: number | null };

/** The tree of a spawned run; null for any other. */
export const treeIn = ({ root_run_id, inherited }: Pick<RunRow, 'root_run_id' | 'inherited'>): Tree | null =>
  root_run_id === null || inherited === null ? null : { root: root_run_id, ...(JSON.parse(inherited) as Inherited) };

export const inheritedText = ({ root: _, ...inherited }: Tree): string => JSON.stringify(inherited satisfies Inherited);

const least = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/** How long a run may work. */
export const timeLimitOf = (timeoutMs: number, tree: Pick<Tree, 'timeoutMs'> | null): number =>
  Math.min(timeoutMs, tree?.timeoutMs ?? timeoutMs);

/** The tools that this run may use only with an approval. */
export const guardedIn = ({ run, admission }: TurnFacts): Set<string> =>
  new Set([...admission.agent.approvals, ...(run.tree?.guarded ?? [])]);

/** The tree with the limits for this run and the runs below it. */
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

/** Called before each model call. Throws if the tree has spent its budget; a run without parent and children has none. */
export function createTreeBudget({ limits, costOf }: BudgetDeps) {
  return async function requireRoom(turn: Turn): Promise<void> {
    if (!turn.run.tree && turn.progress.children === 0) return;
    const { root, maxCostNano } = treeOf(turn, limits);
    if (maxCostNano !== null && (await costOf(root)) >= maxCostNano)
      throw new AppError('budget_exceeded', 'The runs that this message started have spent their budget.');
  };
}
