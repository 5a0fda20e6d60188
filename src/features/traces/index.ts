export { createTraces } from './create-traces.ts';
export { traceRoutes } from './traces.routes.ts';
