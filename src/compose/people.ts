import { randomBytes } from 'node:crypto';
import type { Config } from '../config.ts';
import { createApiKeyService, createApiKeyStore } from '../features/api-keys/index.ts';
import { createAuth, createAuthenticator } from '../features/auth/index.ts';
import { probeHeader } from '../features/health/index.ts';
import { createCallerResolver, createCallerStore } from '../features/workspaces/index.ts';
import type { Foundation } from './foundation.ts';

export type People = ReturnType<typeof composePeople>;

/** Accounts, API keys, and how a request proves who it is from. */
export function composePeople(config: Config, foundation: Foundation) {
  const { tokens, service: auth } = createAuth({
    ...foundation,
    jwt: config.jwt,
    failedLoginsPerMinute: config.limits.failedLoginsPerMinute,
    registration: config.operator.registration,
  });
  const apiKeys = createApiKeyService({
    ...foundation,
    store: createApiKeyStore(foundation.database),
    bootstrapKeys: config.apiKeys,
    signServiceToken: tokens.service,
    readServiceToken: tokens.readService,
  });
  /** By which the gateway knows its own probe of its WebSocket. */
  const probe = { header: probeHeader, secret: randomBytes(32).toString('base64url') };
  const resolveCaller = createCallerResolver(createCallerStore(foundation.database));
  const authenticator = createAuthenticator({
    tokens,
    resolveCaller,
    apiKeys: { authenticateApiKey: apiKeys.authenticate, authenticateServiceAccount: apiKeys.authenticateAccount },
    probe,
  });
  return { tokens, auth, apiKeys, probe, resolveCaller, authenticator };
}
