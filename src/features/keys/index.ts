export { createKeyAuthentication } from './key-authentication.ts';
export { keyRoutes } from './keys.routes.ts';
export { createKeyService } from './keys.service.ts';
export { createKeyStore } from './keys.store.ts';
