import type { FastifyInstance } from 'fastify';
import { AppError } from '../kernel/errors.ts';
import type { PersonalKey, RouteAuth } from './authentication.ts';
import { tagDescriptions } from './description/api-tags.ts';
import type { Permission } from './permissions.ts';

type Tag = keyof typeof tagDescriptions;

/** The operator's, and what is public anyway: no scope of a key. */
const noScopes: readonly string[] = ['admin', 'health'] satisfies Tag[];
const tagScopes = Object.keys(tagDescriptions).filter((tag) => !noScopes.includes(tag));
/** What a person decides, and a program only where one of its scopes says so by name. */
const namedScopes = ['approvals', 'members', 'grants'] as const;

/** Every scope there is. */
export const keyScopes: readonly string[] = [...tagScopes.flatMap((tag) => [tag, `${tag}:read`]), ...namedScopes];

/** To change it takes the scope of that name, whatever the tag; `never`: no key, not even to look. */
const ownRules: Partial<Record<Permission, (typeof namedScopes)[number] | 'never'>> = {
  'approvals.resolve': 'approvals',
  'workspace.members': 'members',
  'workspace.leave': 'members',
  'workspace.accept': 'members',
  'workspace.grants': 'grants',
  'keys.own': 'never',
  'keys.all': 'never',
};

/** What acts later, without the key and so outside its limits. */
const actsLater: readonly Permission[] = ['schedules.write', 'channels.write'];

export type KeyedRoute = {
  auth: RouteAuth | undefined;
  /** Of a route that a permission says nothing of. */
  keys: true | undefined;
  permission: Permission | undefined;
  tag: string | undefined;
  method: string;
};

const isLimited = ({ models, agents, hasBudget }: PersonalKey) => models !== null || agents !== null || hasBudget;

/** Why a key does not open a route; undefined when it does. A route that declares neither permission nor `keys` is closed. */
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

/** After authentication. The one place where a key's scopes are compared with a route. */
export function enforceKeyScopes(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ caller, method, routeOptions: { config, schema } }) => {
    if (!caller?.key) return;
    const tag = (schema as { tags?: string[] } | undefined)?.tags?.[0];
    requireOpen(caller.key, { auth: config.auth, keys: config.keys, permission: config.permission, tag, method });
  });
}
