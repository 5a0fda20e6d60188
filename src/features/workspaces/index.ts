export { createCallerResolver } from './caller.ts';
export { createGrantService } from './grants.service.ts';
export { createMemberService } from './members.service.ts';
export { createStatistics } from './statistics.ts';
export { createUsageTotals, type UsageTotals, usageIn, userUsageIn } from './usage-totals.ts';
export { workspaceRoutes } from './workspaces.routes.ts';
export { Restrictions, Workspace } from './workspaces.schema.ts';
export { createWorkspaceService, type WorkspaceService } from './workspaces.service.ts';
export { createWorkspaceStore } from './workspaces.store.ts';
