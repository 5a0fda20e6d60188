export { createHeartbeats } from './create-heartbeats.ts';
export { heartbeatRoutes } from './heartbeats.routes.ts';
