export { approvalRoutes } from './approvals.routes.ts';
export { createApprovalService } from './approvals.service.ts';
export { createApprovalStore } from './approvals.store.ts';
