import type { FastifyRequest } from 'fastify';
import {
  type Authenticator,
  type Caller,
  keyPrefix,
  refuseTwice,
  requireVerified,
  requireWorkspaceOf,
} from '../../http/authentication.ts';
import { requireOpen } from '../../http/key-scopes.ts';
import type { SocketIdentity } from '../../http/socket/socket-connection.ts';
import { socketToken } from '../../http/socket/web-socket.ts';
import { AppError } from '../../kernel/errors.ts';
import { secretsEqual } from '../../platform/crypto/digest.ts';
import { deviceOf } from './sign-ins/device.ts';
import type { Tokens } from './sign-ins/tokens.ts';

type Deps = {
  tokens: Tokens;
  resolveCaller(userId: string, workspaceId: string | undefined, asPerson?: boolean): Promise<Caller>;
  authenticateKey: Authenticator['authenticateKey'];
  apiKeys: Pick<Authenticator, 'authenticateApiKey' | 'authenticateServiceAccount'>;
  /** What the gateway's own health check shows to get a socket that only echoes. */
  probe: { header: string; secret: string };
};

/** To a key, talking over a socket is what talking over HTTP is. */
export const socketRoute = {
  auth: 'member',
  keys: undefined,
  permission: 'chat',
  tag: 'chat',
  method: 'POST',
} as const;

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

export function createAuthenticator({ tokens, resolveCaller, authenticateKey, apiKeys, probe }: Deps) {
  const http: Authenticator = {
    ...apiKeys,
    authenticateKey,
    async authenticate(token, request, workspaceId, asPerson) {
      const { userId } = tokens.readAccess(token, deviceOf(request));
      return resolveCaller(userId, workspaceId, asPerson);
    },
  };

  async function socket(request: FastifyRequest): Promise<SocketIdentity> {
    const shown = text(request.headers[probe.header]);
    if (shown && secretsEqual(shown, probe.secret)) return { probe: true };
    const token = socketToken(request);
    if (!token)
      throw new AppError(
        'unauthenticated',
        'Open the socket with Authorization: Bearer, or offer the subprotocols "bearer" and the token.',
      );
    const named = [
      text(request.headers['x-workspace-id']),
      text((request.query as { workspaceId?: string }).workspaceId),
    ];
    if (token.startsWith(keyPrefix)) {
      refuseTwice(request);
      const caller = await authenticateKey(token, request.ip);
      for (const workspaceId of named) requireWorkspaceOf(caller, workspaceId);
      requireVerified(caller);
      requireOpen(caller.key, socketRoute);
      return { caller, expiresAtMs: caller.key?.expiresAtMs ?? Number.POSITIVE_INFINITY };
    }
    const { userId, expiresAtMs } = tokens.readAccess(token, deviceOf(request));
    const workspaceId = named.find((id) => id !== undefined);
    const caller = await resolveCaller(userId, workspaceId);
    requireVerified(caller);
    return { caller, expiresAtMs };
  }

  return { http, socket };
}
