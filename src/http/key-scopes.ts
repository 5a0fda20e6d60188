import type { FastifyInstance } from 'fastify';
import { AppError } from '../kernel/errors.ts';
import type { PersonalKey, RouteAuth } from './authentication.ts';
import { tagDescriptions } from './description/api-tags.ts';
import type { Permission } from './permissions.ts';

type Tag = keyof typeof tagDescriptions;

/** Tags without a scope: the operator's routes, and public ones. */
const noScopes: readonly string[] = ['admin', 'health'] satisfies Tag[];
const tagScopes = Object.keys(tagDescriptions).filter((tag) => !noScopes.includes(tag));
/** Decisions of people; a key needs the scope with this name to make them. */
const namedScopes = ['approvals', 'members', 'grants'] as const;

/** All scopes. */
export const keyScopes: readonly string[] = [...tagScopes.flatMap((tag) => [tag, `${tag}:read`]), ...namedScopes];

/**
 * A write with this permission needs the named scope, whatever the tag; `never`: no key may use it, not even to read.
 */
const ownRules: Partial<Record<Permission, (typeof namedScopes)[number] | 'never'>> = {
  'approvals.resolve': 'approvals',
  'workspace.members': 'members',
  'workspace.leave': 'members',
  'workspace.accept': 'members',
  'workspace.grants': 'grants',
  'workspace.erase': 'never',
  'keys.own': 'never',
  'keys.all': 'never',
};

/** Things that act later, without the key and so outside its limits. */
const actsLater: readonly Permission[] = ['schedules.write', 'channels.write'];

export type KeyedRoute = {
  auth: RouteAuth | undefined;
  /** For routes without a permission. */
  keys: true | undefined;
  permission: Permission | undefined;
  tag: string | undefined;
  method: string;
};

const isLimited = ({ models, agents, hasBudget }: PersonalKey) => models !== null || agents !== null || hasBudget;

/** Why a key may not use a route; undefined if it may. A route with neither permission nor `keys` is closed. */
export function whyClosed(key: PersonalKey, { auth, keys, permission, tag, method }: KeyedRoute): string | undefined {
  if (auth === 'description') return undefined;
  const rule = permission && ownRules[permission];
  if ((!permission && !keys) || rule === 'never' || tag === undefined || !tagScopes.includes(tag))
    return 'This needs an access token: no personal key opens it.';
  const { scopes } = key;
  if (method === 'GET' || method === 'HEAD')
    return scopes === null || scopes.includes(tag) || scopes.includes(`${tag}:read`)
      ? undefined
      : `This key lacks the scope "${tag}:read".`;
  const wanted = rule ?? tag;
  const has = scopes === null ? rule === undefined : scopes.includes(wanted);
  if (!has) return `This key lacks the scope "${wanted}".`;
  if (permission && actsLater.includes(permission) && isLimited(key))
    return 'This key has a budget, or a list of models or agents, which could not be held once it acts by itself later.';
  return undefined;
}

export function requireOpen(key: PersonalKey | undefined, route: KeyedRoute): void {
  const refusal = key && whyClosed(key, route);
  if (refusal) throw new AppError('insufficient_scope', refusal);
}

/** Runs after authentication. The only place where a key's scopes are compared with a route. */
export function enforceKeyScopes(app: FastifyInstance): void {
  app.addHook('onRequest', ({ caller, method, routeOptions: { config, schema } }, _reply, done) => {
    if (!caller?.key) return done();
    const tag = (schema as { tags?: string[] } | undefined)?.tags?.[0];
    requireOpen(caller.key, { auth: config.auth, keys: config.keys, permission: config.permission, tag, method });
    return done();
  });
}
