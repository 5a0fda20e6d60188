import type { FastifyInstance, RouteOptions } from 'fastify';
import type { RouteAuth } from './authentication.ts';
import { problems } from './problem.ts';

export const tags = [
  'agents',
  'sessions',
  'chat',
  'memory',
  'memory-profiles',
  'tools',
  'jobs',
  'traces',
  'workspaces',
  'skills',
  'channels',
  'auth',
  'inference',
  'cron',
  'webhooks',
  'admin',
  'health',
] as const;

type Described = {
  operationId?: string;
  summary?: string;
  tags?: readonly string[];
  body?: unknown;
  querystring?: unknown;
  params?: unknown;
  response?: Record<string, unknown>;
  security?: unknown;
};

const securityOf = (auth: RouteAuth) => {
  if (auth === 'none' || auth === 'signature') return [];
  if (auth.startsWith('apiKey:')) return [{ apiKey: [] }];
  return [{ bearer: [] }];
};

/** The errors every route of a kind can give; a route names only those that are its own. */
function commonProblems(auth: RouteAuth, schema: Described): number[] {
  const statuses = [500, 503];
  if (auth !== 'none') statuses.push(401, 429);
  if (auth === 'member' || auth === 'workspace' || auth.startsWith('apiKey:')) statuses.push(403);
  if (schema.body || schema.querystring || schema.params) statuses.push(400);
  if (schema.body) statuses.push(413, 415);
  return statuses;
}

/** Refuses at boot a route that does not say who may call it, what it is called, where it belongs and what it answers. */
export function checkRoutes(app: FastifyInstance): void {
  const operations = new Set<string>();
  app.addHook('onRoute', (route: RouteOptions) => {
    if (route.method === 'HEAD') return;
    const name = `${route.method} ${route.url}`;
    const schema = (route.schema ?? {}) as Described;
    const auth = route.config?.auth;
    if (!auth) throw new Error(`${name}: config.auth is missing`);
    // Membership alone says nothing of roles: the rule is named, even where it is "anyone".
    if ((auth === 'member' || auth === 'workspace') && !route.config?.permission)
      throw new Error(`${name}: config.permission is missing`);
    if (!schema.operationId) throw new Error(`${name}: operationId is missing`);
    if (operations.has(schema.operationId)) throw new Error(`${name}: operationId ${schema.operationId} is taken`);
    operations.add(schema.operationId);
    if (!schema.summary) throw new Error(`${name}: summary is missing`);
    if (schema.tags?.length !== 1 || !tags.includes(schema.tags[0] as never))
      throw new Error(`${name}: one tag of the seventeen is needed`);
    if (!schema.response || !Object.keys(schema.response).some((status) => /^[123]/.test(status)))
      throw new Error(`${name}: a success response is missing`);
    schema.security = securityOf(auth);
    schema.response = { ...problems(...commonProblems(auth, schema)), ...schema.response };
  });
}
