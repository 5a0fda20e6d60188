import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../kernel/errors.ts';
import { sha256Hex } from '../platform/crypto/digest.ts';

export type Role = 'owner' | 'admin' | 'member';

/** Who is asking, and where. Made in one place, from the database, at every request. */
export type Caller = { userId: string; workspaceId: string; role: Role };

export const scopes = ['admin', 'diagnostics', 'autonomous'] as const;
export type Scope = (typeof scopes)[number];

/** What the audit log calls a key of the settings: the operator's own, with every scope. */
export const bootstrapActor = 'bootstrap';

/**
 * What a route asks of its caller. `user`: a valid access token; acts in the personal workspace. `member`: the same,
 * in the workspace of X-Workspace-ID. `workspace`: in the one its path names by `:id`. `description`: an access token or a service account's. `apiKey:*`: x-api-key.
 * `signature`: no token; the route checks a signature of its own. `memberOrAutonomous`: a member, or without an access
 * token the API key that starts runs for others.
 */
export type RouteAuth =
  | 'none'
  | 'user'
  | 'member'
  | 'memberOrAutonomous'
  | 'workspace'
  | 'description'
  | 'signature'
  | `apiKey:${Scope}`;

declare module 'fastify' {
  interface FastifyContextConfig {
    auth?: RouteAuth;
  }
  interface FastifyRequest {
    caller: Caller;
    /** Which API key opened the door; then there is no caller. */
    apiKeyDigest: string | undefined;
    /** What the audit log calls that key: `key:<id>`, or `bootstrap` for one of the settings. */
    apiKeyActor: string;
    /** What that key may do, and what it may give on. */
    apiKeyScopes: readonly Scope[];
  }
}

/** What the audit log calls the key, and what it may do. */
export type KeyHolder = { actor: string; scopes: readonly Scope[] };

export type Authenticator = {
  /** Throws 401 unless the token is a valid access token of a living user; 403 when not in that workspace. */
  authenticate(
    token: string,
    request: FastifyRequest,
    workspaceId: string | undefined,
    asPerson?: boolean,
  ): Promise<Caller>;
  authenticateServiceAccount(token: string): Promise<boolean>;
  authenticateApiKey(key: string | undefined, scope: Scope): Promise<KeyHolder>;
};

function bearerToken({ headers }: FastifyRequest): string {
  const match = /^bearer +([^\s]+)$/i.exec(headers.authorization ?? '');
  if (!match?.[1]) throw new AppError('unauthenticated', 'Send an access token: Authorization: Bearer <token>.');
  return match[1];
}

const headerText = (value: string | string[] | undefined) =>
  typeof value === 'string' && value !== '' ? value : undefined;

export function authenticateRoutes(
  app: FastifyInstance,
  authenticator: Authenticator,
  countUser: (userId: string) => Promise<void>,
): void {
  app.decorateRequest('caller');
  app.decorateRequest('apiKeyDigest', undefined);
  app.decorateRequest('apiKeyActor', '');
  app.decorateRequest('apiKeyScopes');

  async function admitUser(request: FastifyRequest, workspaceId: string | undefined, asPerson = false): Promise<void> {
    request.caller = await authenticator.authenticate(bearerToken(request), request, workspaceId, asPerson);
    await countUser(request.caller.userId);
  }

  async function admitKey(request: FastifyRequest, scope: Scope): Promise<void> {
    const key = headerText(request.headers['x-api-key']);
    const { actor, scopes } = await authenticator.authenticateApiKey(key, scope);
    request.apiKeyActor = actor;
    request.apiKeyScopes = scopes;
    request.apiKeyDigest = sha256Hex(key ?? '');
  }

  app.addHook('onRequest', async (request) => {
    const { auth } = request.routeOptions.config;
    // A route that declares nothing does not start (route-rules.ts); the not-found handler is nobody's business.
    if (auth === undefined || auth === 'none' || auth === 'signature') return;
    if (auth === 'user') return admitUser(request, undefined, true);
    const hasKeyOnly = headerText(request.headers['x-api-key']) && request.headers.authorization === undefined;
    if (auth === 'memberOrAutonomous' && hasKeyOnly) return admitKey(request, 'autonomous');
    if (auth === 'member' || auth === 'memberOrAutonomous')
      return admitUser(request, headerText(request.headers['x-workspace-id']));
    if (auth === 'workspace') return admitUser(request, (request.params as { id: string }).id);
    if (auth === 'description') {
      if (await authenticator.authenticateServiceAccount(bearerToken(request))) return;
      return admitUser(request, undefined, true);
    }
    await admitKey(request, auth.slice('apiKey:'.length) as Scope);
  });
}
