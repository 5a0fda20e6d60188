export { adminRoutes } from './admin.routes.ts';
export { createAdminService } from './admin.service.ts';
export { createAdminStore } from './admin.store.ts';
