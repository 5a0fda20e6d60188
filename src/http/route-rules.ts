import type { FastifyInstance, RouteOptions } from 'fastify';
import type { PersonalKey, RouteAuth } from './authentication.ts';
import { tags, whoMayCall } from './description/api-tags.ts';
import { errorShapeOf } from './errors/error-shapes.ts';
import { problems } from './errors/problem.ts';
import { keyScopes, whyClosed } from './key-scopes.ts';
import { unboundedSchema } from './validation/schema-rules.ts';

type Described = {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: readonly string[];
  body?: unknown;
  querystring?: unknown;
  params?: unknown;
  response?: Record<string, unknown>;
  security?: unknown;
};

const actsInWorkspace = (auth: RouteAuth) => ['member', 'memberOrAutonomous', 'workspace'].includes(auth);

/** With every scope and no limit: what it does not open, no personal key does. */
const widestKey: PersonalKey = {
  id: '',
  scopes: keyScopes,
  models: null,
  agents: null,
  hasBudget: false,
  requestsPerMinute: null,
  expiresAtMs: null,
};

function securityOf(auth: RouteAuth, { method, config }: RouteOptions, tag: string | undefined) {
  if (auth === 'none') return [];
  if (auth === 'signature') return [{ signature: [] }];
  if (auth.startsWith('apiKey:')) return [{ apiKey: [] }];
  const route = { auth, keys: config?.keys, permission: config?.permission, tag, method: String(method) };
  return [
    { bearer: [] },
    ...(whyClosed(widestKey, route) === undefined ? [{ personalKey: [] }] : []),
    ...(auth === 'memberOrAutonomous' ? [{ apiKey: [] }] : []),
  ];
}

/** The errors that every route of a kind can return; a route lists only its own. */
function commonProblems(auth: RouteAuth, schema: Described): number[] {
  // Malformed HTTP is 400 on every route.
  const statuses = [400, 500, 503];
  if (auth !== 'none') statuses.push(401, 429);
  if (auth !== 'none' && auth !== 'signature') statuses.push(403);
  if (schema.body) statuses.push(413, 415);
  return statuses;
}

/** Every error in the format of the route's group. */
function inShape(url: string, responses: Record<string, unknown>): Record<string, unknown> {
  const { contentType, schema } = errorShapeOf(url);
  const isProblem = (response: unknown): response is { content: object } =>
    Object.hasOwn((response as { content?: object }).content ?? {}, 'application/problem+json');
  const shaped = Object.entries(responses).map(([status, response]) => [
    status,
    isProblem(response) ? { ...response, content: { [contentType]: { schema } } } : response,
  ]);
  return Object.fromEntries(shaped);
}

/**
 * Authenticated GET routes refuse unknown query parameters, even if they have none. Public routes do not, because
 * monitors and browsers add their own, nor routes for OpenAI's clients, which do too.
 */
const refusesUnknownParameters = ({ method, url, schema }: RouteOptions, auth: RouteAuth): boolean =>
  method === 'GET' && auth !== 'none' && !url.startsWith('/inference/') && !(schema as Described).response?.['101'];

/** Refuses at start a route without auth, operationId, summary, tag or success response. */
export function checkRoutes(app: FastifyInstance): void {
  const operations = new Set<string>();
  app.addHook('onRoute', (route: RouteOptions) => {
    if (route.method === 'HEAD') return;
    const name = `${route.method} ${route.url}`;
    const schema = (route.schema ?? {}) as Described;
    const auth = route.config?.auth;
    if (!auth) throw new Error(`${name}: config.auth is missing`);
    // Membership alone does not decide about roles: the permission must be named, even if anyone has it.
    if (actsInWorkspace(auth) && !route.config?.permission) throw new Error(`${name}: config.permission is missing`);
    if (!schema.operationId) throw new Error(`${name}: operationId is missing`);
    if (operations.has(schema.operationId)) throw new Error(`${name}: operationId ${schema.operationId} is taken`);
    operations.add(schema.operationId);
    if (!schema.summary) throw new Error(`${name}: summary is missing`);
    if (schema.tags?.length !== 1 || !tags.includes(schema.tags[0] ?? ''))
      throw new Error(`${name}: one tag of the seventeen is needed`);
    if (!schema.response || !Object.keys(schema.response).some((status) => /^[123]/.test(status)))
      throw new Error(`${name}: a success response is missing`);
    for (const part of [schema.body, schema.querystring]) {
      const unbounded = unboundedSchema(part);
      if (unbounded) throw new Error(`${name}: ${unbounded}`);
    }
    if (refusesUnknownParameters(route, auth)) schema.querystring ??= { type: 'object', properties: {} };
    schema.security = securityOf(auth, route, schema.tags?.[0]);
    // The socket's own handler checks its token: browsers can send it only as a subprotocol.
    const who = schema.response['101'] ? whoMayCall('user') : whoMayCall(auth);
    schema.description = `${schema.description ?? schema.summary.replace(/\w$/, '$&.')} ${who}`;
    // A route for large bodies has a hook before its own.
    const hooks = [route.preParsing ?? []].flat().length - (route.config?.largeBody ? 1 : 0);
    if (auth === 'signature' && hooks < 1) throw new Error(`${name}: nothing checks the signature`);
    schema.response = inShape(route.url, { ...problems(...commonProblems(auth, schema)), ...schema.response });
  });
}
