export type { Budgets, Purse } from './budgets/budgets.ts';
export { estimateNano } from './budgets/estimate.ts';
export { costRoutes } from './costs.routes.ts';
export { createCosts } from './create-costs.ts';
export {
  type Charge,
  chargeOf,
  chargeTo,
  countMessages,
  countRun,
  countSession,
  countTools,
} from './ledger.store.ts';
export type { ReadOverall } from './overall-usage.store.ts';
export { usageErasure } from './usage-erasure.store.ts';
export { shownUsage, sumOf, type Usage } from './usage-figures.ts';
