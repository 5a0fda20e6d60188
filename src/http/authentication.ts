import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, emailUnverified } from '../kernel/errors.ts';
import { sha256Hex } from '../platform/crypto/digest.ts';
import { requestContext } from './request-id.ts';

export type Role = 'owner' | 'admin' | 'member';

/** How every personal key begins. */
export const keyPrefix = 'agw_';

/** The limits of a personal key on its maker's rights; null is no limit. */
export type PersonalKey = {
  id: string;
  /** Names of key-scopes.ts. */
  scopes: readonly string[] | null;
  models: readonly string[] | null;
  agents: readonly string[] | null;
  hasBudget: boolean;
  requestsPerMinute: number | null;
  expiresAtMs: number | null;
};

/** The person who sends the request, and the workspace. Read from the database at every request. */
export type Caller = {
  userId: string;
  workspaceId: string;
  role: Role;
  /** The personal key that was used instead of an access token: the caller is its maker, within its limits. */
  key?: PersonalKey | undefined;
  /** Where the operator asks for verified addresses: this one's is not, and nothing outside /auth is for them yet. */
  unverified?: true;
};

export const scopes = ['admin', 'diagnostics', 'autonomous'] as const;
export type Scope = (typeof scopes)[number];

/** The audit log's name for an API key of the settings, which has every scope. */
export const bootstrapActor = 'bootstrap';

/**
 * The credentials that a route needs. `user`: a valid access token; acts in the personal workspace. `member`: the same,
 * in the workspace of X-Workspace-ID. `workspace`: in the workspace that the path names by `:id`. `description`: an
 * access token or a service account's token. `apiKey:*`: x-api-key. `signature`: no token; the route checks its own
 * signature. `memberOrAutonomous`: a member, or, without an access token, an API key that may start runs for others.
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
    /**
     * For a route with `user`: a personal key may use it too. For other routes the rule of their permission decides
     * (key-scopes.ts).
     */
    keys?: true;
  }
  interface FastifyRequest {
    caller: Caller;
    /** The digest of the API key that was used; then there is no caller. */
    apiKeyDigest: string | undefined;
    /** The audit log's name for that key: `key:<id>`, or `bootstrap` for one of the settings. */
    apiKeyActor: string;
    /** The scopes of that key. */
    apiKeyScopes: readonly Scope[];
  }
}

/** The audit log's name for the key, and its scopes. */
export type KeyHolder = { actor: string; scopes: readonly Scope[] };

export type Authenticator = {
  /**
   * Throws 401 unless the token is a valid access token of an active person, and 403 if the person is not in that
   * workspace.
   */
  authenticate(
    token: string,
    request: FastifyRequest,
    workspaceId: string | undefined,
    asPerson?: boolean,
  ): Promise<Caller>;
  /** Throws 401 unless it is a valid personal key, and 403 if its maker may not act there. */
  authenticateKey(key: string, ip: string): Promise<Caller>;
  authenticateServiceAccount(token: string): Promise<boolean>;
  authenticateApiKey(key: string | undefined, scope: Scope): Promise<KeyHolder>;
};

function bearerToken({ headers }: FastifyRequest): string {
  const match = /^bearer +([^\s]+)$/i.exec(headers.authorization ?? '');
  if (!match?.[1]) throw new AppError('unauthenticated', 'Send an access token: Authorization: Bearer <token>.');
  return match[1];
}

/** A personal key may be sent in either header. An operator's API key does not identify a caller. */
function credentialOf(request: FastifyRequest): string {
  const key = headerText(request.headers['x-api-key']);
  return request.headers.authorization === undefined && key?.startsWith(keyPrefix) ? key : bearerToken(request);
}

const headerText = (value: string | string[] | undefined) =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** A credential that is sent twice is refused: a proxy may have checked the other one. */
export function refuseTwice({ raw: { rawHeaders } }: FastifyRequest): void {
  const names = rawHeaders.filter((_text, place) => place % 2 === 0).map((name) => name.toLowerCase());
  for (const header of ['authorization', 'x-api-key'])
    if (names.indexOf(header) !== names.lastIndexOf(header))
      throw new AppError('unauthenticated', `Send ${header} once.`);
}

/** A key belongs to one workspace. */
export function requireWorkspaceOf({ workspaceId }: Caller, named: string | undefined): void {
  if (named !== undefined && named !== workspaceId)
    throw new AppError('forbidden', 'This key belongs to another workspace.');
}

export function requireVerified({ unverified }: Caller): void {
  if (unverified) throw emailUnverified();
}

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
    const credential = credentialOf(request);
    if (credential.startsWith(keyPrefix)) {
      refuseTwice(request);
      request.caller = await authenticator.authenticateKey(credential, request.ip);
      const context = requestContext.getStore();
      if (context && request.caller.key) context.keyId = request.caller.key.id;
      // If the workspace is named twice, both names must be the key's workspace.
      for (const named of [workspaceId, headerText(request.headers['x-workspace-id'])])
        requireWorkspaceOf(request.caller, named);
    } else request.caller = await authenticator.authenticate(credential, request, workspaceId, asPerson);
    const { unverified } = request.caller;
    if (unverified && !/^\/(?:auth|console\/session)\//.test(request.routeOptions.url ?? '')) throw emailUnverified();
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
    // Routes without `auth` are refused at start (route-rules.ts); the not-found handler needs no credentials.
    if (auth === undefined || auth === 'none' || auth === 'signature') return;
    if (auth === 'user') return admitUser(request, undefined, true);
    const apiKey = headerText(request.headers['x-api-key']);
    const hasApiKeyOnly = apiKey && !apiKey.startsWith(keyPrefix) && request.headers.authorization === undefined;
    if (auth === 'memberOrAutonomous' && hasApiKeyOnly) return admitKey(request, 'autonomous');
    if (auth === 'member' || auth === 'memberOrAutonomous')
      return admitUser(request, headerText(request.headers['x-workspace-id']));
    if (auth === 'workspace') return admitUser(request, (request.params as { id: string }).id);
    if (auth === 'description') {
      const credential = credentialOf(request);
      const isKey = credential.startsWith(keyPrefix);
      if (!isKey && (await authenticator.authenticateServiceAccount(credential))) return;
      return admitUser(request, undefined, true);
    }
    await admitKey(request, auth.slice('apiKey:'.length) as Scope);
  });
}
