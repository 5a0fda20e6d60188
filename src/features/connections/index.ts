export { connectionRoutes } from './connections.routes.ts';
export { createConnections } from './create-connections.ts';
export { createWorkspaceModels } from './workspace-models.ts';
