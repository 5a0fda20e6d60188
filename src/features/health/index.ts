export { measureBacklog } from './backlog.ts';
export { healthRoutes } from './health.routes.ts';
export { createHealthService } from './health.service.ts';
export { probeDatabase, probeSearch } from './probes.store.ts';
export { probeHeader, probeWebSocket } from './probes.ts';
export { measureTotals } from './totals.ts';
