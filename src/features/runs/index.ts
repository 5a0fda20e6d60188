export { createAgentHealth } from './agent-health.ts';
export { chatRoutes } from './chat.routes.ts';
export { createRuns } from './create-runs.ts';
export { jobRoutes } from './jobs.routes.ts';
export { createSocketDoor } from './socket-door.ts';
