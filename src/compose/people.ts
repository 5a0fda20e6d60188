import { randomBytes } from 'node:crypto';
import type { Config } from '../config.ts';
import { createAgentStore } from '../features/agents/index.ts';
import { createApiKeyService, createApiKeyStore } from '../features/api-keys/index.ts';
import { createAuth, createAuthenticator, socketRoute } from '../features/auth/index.ts';
import { probeHeader } from '../features/health/index.ts';
import { createInvitationService, createInvitationStore } from '../features/invitations/index.ts';
import { createKeyAuthentication, createKeyService, createKeyStore } from '../features/keys/index.ts';
import { createMail } from '../features/mail/index.ts';
import { createCallerResolver, createCallerStore } from '../features/workspaces/index.ts';
import { type Caller, requireVerified } from '../http/authentication.ts';
import { requireOpen } from '../http/key-scopes.ts';
import { providerNames } from '../platform/models/model.ts';
import type { Connections } from './connections.ts';
import type { Foundation } from './foundation.ts';

export type People = ReturnType<typeof composePeople>;

/** Accounts, API keys and authentication. */
export function composePeople(
  config: Config,
  foundation: Foundation,
  { reachable }: Connections,
  passwordRounds: number | undefined,
) {
  const mail = createMail(foundation);
  const { requireVerifiedEmail } = config.operator;
  const invitations = createInvitationService({
    ...foundation,
    mail,
    store: createInvitationStore(foundation.database),
    acceptAddress: `${config.baseUrl}/console/invitation`,
  });
  const { tokens, service: auth } = createAuth({
    ...foundation,
    mail,
    invitations,
    baseUrl: config.baseUrl,
    jwt: config.jwt,
    failedLoginsPerMinute: config.limits.failedLoginsPerMinute,
    registration: config.operator.registration,
    passwordRounds,
  });
  const apiKeys = createApiKeyService({
    ...foundation,
    store: createApiKeyStore(foundation.database),
    bootstrapKeys: config.apiKeys,
    signServiceToken: tokens.service,
    readServiceToken: tokens.readService,
  });
  const keyStore = createKeyStore(foundation.database);
  const keyAuthentication = createKeyAuthentication({ ...foundation, store: keyStore, requireVerifiedEmail });
  const agents = createAgentStore(foundation.database);
  const keys = createKeyService({
    ...foundation,
    store: keyStore,
    providersOf: async (workspaceId) => [...new Set([...providerNames, ...(await reachable(workspaceId)).connections])],
    mayUseAgent: async (tx, workspaceId, id) => (await agents.standing(tx, workspaceId, id)) === 'available',
  });
  /** Identifies the gateway's own probe of its WebSocket. */
  const probe = { header: probeHeader, secret: randomBytes(32).toString('base64url') };
  const resolveCaller = createCallerResolver(createCallerStore(foundation.database), requireVerifiedEmail);
  const authenticator = createAuthenticator({
    tokens,
    resolveCaller,
    authenticateKey: keyAuthentication.authenticate,
    apiKeys: { authenticateApiKey: apiKeys.authenticate, authenticateServiceAccount: apiKeys.authenticateAccount },
    probe,
  });
  /** The caller of an open connection, with the current rights. */
  async function sameCaller({ userId, workspaceId, key }: Caller): Promise<Caller> {
    const caller = key ? await keyAuthentication.again(key.id) : await resolveCaller(userId, workspaceId);
    requireVerified(caller);
    requireOpen(caller.key, socketRoute);
    return caller;
  }
  return { tokens, mail, auth, invitations, apiKeys, keys, probe, sameCaller, authenticator };
}
