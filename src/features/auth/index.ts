export { accountRows } from './account-rows.store.ts';
export { authRoutes } from './auth.routes.ts';
export { Credentials, Me, NewAccount, Registration, TokenPair } from './auth.schema.ts';
export type { AuthService } from './auth.service.ts';
export { createAuthenticator, socketRoute } from './authenticator.ts';
export { createAuth } from './create-auth.ts';
export { MfaLogin } from './second-factor/second-factor.schema.ts';
export { senderAccounts } from './sender-accounts.store.ts';
export { type Device, deviceOf } from './sign-ins/device.ts';
