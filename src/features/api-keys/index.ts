export { apiKeyRoutes } from './api-keys.routes.ts';
export { createApiKeyService } from './api-keys.service.ts';
export { createApiKeyStore } from './api-keys.store.ts';
