export { accountRoutes } from './accounts.routes.ts';
export { createAccountService } from './accounts.service.ts';
export { createAccountStore } from './accounts.store.ts';
export { adminRoutes } from './admin.routes.ts';
export { createAdminService } from './admin.service.ts';
export { createAdminStore } from './admin.store.ts';
