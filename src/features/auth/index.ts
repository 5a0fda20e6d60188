export { authRoutes } from './auth.routes.ts';
export { createAuthenticator } from './authenticator.ts';
export { createAuth } from './create-auth.ts';
