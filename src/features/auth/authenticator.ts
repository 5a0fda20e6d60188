import type { FastifyRequest } from 'fastify';
import type { Authenticator, Caller } from '../../http/authentication.ts';
import type { SocketIdentity } from '../../http/socket/socket-connection.ts';
import { socketToken } from '../../http/socket/web-socket.ts';
import { AppError } from '../../kernel/errors.ts';
import { secretsEqual } from '../../platform/crypto/digest.ts';
import { deviceOf } from './auth.routes.ts';
import type { Tokens } from './tokens.ts';

type Deps = {
  tokens: Tokens;
  resolveCaller(userId: string, workspaceId: string | undefined, asPerson?: boolean): Promise<Caller>;
  apiKeys: Pick<Authenticator, 'authenticateApiKey' | 'authenticateServiceAccount'>;
  /** What the gateway's own health check shows to get a socket that only echoes. */
  probe: { header: string; secret: string };
};

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

export function createAuthenticator({ tokens, resolveCaller, apiKeys, probe }: Deps) {
  const http: Authenticator = {
    ...apiKeys,
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
    const { userId, expiresAtMs } = tokens.readAccess(token, deviceOf(request));
    const workspaceId =
      text(request.headers['x-workspace-id']) ?? text((request.query as { workspaceId?: string }).workspaceId);
    return { caller: await resolveCaller(userId, workspaceId), expiresAtMs };
  }

  return { http, socket };
}
