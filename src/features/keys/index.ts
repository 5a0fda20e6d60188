export { createKeyAuthentication, type KeyAuthentication } from './key-authentication.ts';
export { keyRoutes } from './keys.routes.ts';
export { createKeyService, type KeyOfPerson, type KeyService } from './keys.service.ts';
export { createKeyStore } from './keys.store.ts';
