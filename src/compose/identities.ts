import type { Config } from '../config.ts';
import { createOidc } from '../features/oidc/index.ts';
import type { Foundation } from './foundation.ts';
import type { People } from './people.ts';
import type { Tenants } from './tenants.ts';

export type Identities = ReturnType<typeof composeIdentities>;

/** Signing in by identity providers, which say who is in their workspace. */
export const composeIdentities = (
  config: Config,
  foundation: Foundation,
  { auth, invitations }: People,
  tenants: Tenants,
) =>
  createOidc({
    ...foundation,
    auth,
    isInvited: invitations.isInvited,
    members: tenants.providedMembers,
    providers: config.oidcProviders,
    registration: config.operator.registration,
    baseUrl: config.baseUrl,
    refreshExpiresSeconds: Math.floor(config.jwt.refreshExpiresMs / 1_000),
  });
