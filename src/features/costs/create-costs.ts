import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { createUsageTotals } from '../workspaces/index.ts';
import { type BudgetLimits, createBudgets } from './budgets.ts';
import { createCostService } from './costs.service.ts';
import { createCostStore } from './costs.store.ts';
import { createOverallUsage } from './overall.ts';

type Deps = { database: Database; clock: Clock; limits: BudgetLimits };

/** What model calls cost, and how much they may. */
export function createCosts({ database, clock, limits }: Deps) {
  const store = createCostStore(database);
  const budgets = createBudgets({ database, clock, limits });
  return {
    /** For whoever is about to ask a model: reserve before, settle after. */
    budgets,
    service: createCostService({ store, totals: createUsageTotals(database, clock), budgets, clock }),
    ofUser: store.ofUser,
    overall: createOverallUsage(database, clock),
  };
}
