export { accountRoutes } from './accounts.routes.ts';
export { createAccountService } from './accounts.service.ts';
export { createAccountStore } from './accounts.store.ts';
export { adminRoutes } from './admin.routes.ts';
export { createAdminService } from './admin.service.ts';
export { createAdminStore } from './admin.store.ts';
export { deadJobRoutes } from './dead-jobs.routes.ts';
export { createDeadJobService } from './dead-jobs.service.ts';
