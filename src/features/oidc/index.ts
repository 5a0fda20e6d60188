export { createOidc } from './create-oidc.ts';
export { oidcRoutes } from './oidc.routes.ts';
