import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Database } from '../../platform/db/database.ts';
import { type BudgetLimits, createBudgets } from './budgets/budgets.ts';
import { createCostService } from './costs.service.ts';
import { createCostStore } from './costs.store.ts';
import { recordsBefore } from './ledger.store.ts';
import { createOverallUsage } from './overall-usage.store.ts';
import { createUsageSettling } from './usage-settling.ts';
import { createUsageStatistics } from './usage-statistics.store.ts';
import { createUsageTotals } from './usage-totals.store.ts';

type Deps = { database: Database; clock: Clock; log: Log; limits: BudgetLimits };

/** The costs of model calls, and budgets for them. */
export function createCosts({ database, clock, log, limits }: Deps) {
  const store = createCostStore(database);
  const totals = createUsageTotals(database, clock);
  const budgets = createBudgets({ database, clock, limits });
  return {
    /** For every model call: reserve before, settle after. */
    budgets,
    service: createCostService({ store, totals, budgets, clock }),
    ofUser: store.ofUser,
    totals,
    statistics: createUsageStatistics(database, totals),
    overall: createOverallUsage(database, clock),
    settling: createUsageSettling({ database, clock, log }),
    recordsBefore: (time: number) => recordsBefore(database, time),
  };
}
