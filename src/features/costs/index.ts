export type { Budgets, Purse } from './budgets.ts';
export { costRoutes } from './costs.routes.ts';
export { createCosts } from './create-costs.ts';
export { estimateNano } from './estimate.ts';
export {
  type Charge,
  chargeOf,
  chargeTo,
  countMessages,
  countRun,
  countSession,
  countTools,
  type Owner,
} from './ledger.store.ts';
export type { ReadOverall } from './overall.ts';
export { usageErasure } from './usage-erasure.ts';
export { shownUsage, sumOf, type Usage } from './usage-figures.ts';
