export { authRoutes } from './auth.routes.ts';
export { createAuthService } from './auth.service.ts';
export { createAuthStore } from './auth.store.ts';
export { createAuthenticator } from './authenticator.ts';
export { createPasswordQueue } from './password-queue.ts';
export { createRefreshTokenStore } from './refresh-token.store.ts';
export { createTokens } from './tokens.ts';
