export { approvalRoutes } from './approvals.routes.ts';
export { type ApprovalService, createApprovalService } from './approvals.service.ts';
export { createApprovalStore } from './approvals.store.ts';
