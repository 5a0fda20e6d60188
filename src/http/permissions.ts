import type { FastifyInstance } from 'fastify';
import { AppError } from '../kernel/errors.ts';
import type { Role } from './authentication.ts';

const anyone: readonly Role[] = ['owner', 'admin', 'member'];
const managers: readonly Role[] = ['owner', 'admin'];

/** Who may do what in a workspace. A route names the rule it stands under; what is a person's own is in its WHERE. */
const permissions = {
  'workspace.read': anyone,
  'workspace.leave': anyone,
  'workspace.accept': anyone,
  'workspace.settings': managers,
  'workspace.restrictions': managers,
  'workspace.members': managers,
  'workspace.grants': managers,
  'agents.read': anyone,
  'agents.write': anyone,
  // Sessions, jobs and approvals: one's own, by the WHERE of their queries.
  chat: anyone,
  'sessions.read': anyone,
  'sessions.write': anyone,
  'jobs.read': anyone,
  'jobs.write': anyone,
  'approvals.read': anyone,
  'approvals.resolve': anyone,
  // Other people's too.
  'approvals.all': managers,
  'tools.read': anyone,
  'tools.write': anyone,
  'webhooks.read': anyone,
  'webhooks.write': anyone,
  // The workspace's and other people's too.
  'webhooks.all': managers,
  // One's own memory, by the WHERE of its queries.
  'memory.read': anyone,
  'memory.write': anyone,
  'memoryProfiles.read': anyone,
  'memoryProfiles.write': anyone,
  'schedules.read': anyone,
  'schedules.write': anyone,
  // In other people's name.
  'schedules.all': managers,
  'swarms.read': anyone,
  'swarms.write': anyone,
  'costs.read': anyone,
  // By user, other people's too.
  'costs.all': managers,
  'traces.read': anyone,
  'channels.read': anyone,
  'channels.write': anyone,
  // Also those that somebody else answers for.
  'channels.all': managers,
  inference: anyone,
  'keys.own': anyone,
  // Other people's too.
  'keys.all': managers,
} as const satisfies Record<string, readonly Role[]>;

export type Permission = keyof typeof permissions;

declare module 'fastify' {
  interface FastifyContextConfig {
    permission?: Permission;
  }
}

export const permits = (role: Role, permission: Permission): boolean =>
  (permissions[permission] as readonly Role[]).includes(role);

export function requirePermission(role: Role, permission: Permission): void {
  if (!permits(role, permission))
    throw new AppError('forbidden', `This needs the role ${permissions[permission].join(' or ')}.`);
}

/** After authentication, before anything else of the request is looked at. */
export function enforcePermissions(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ caller, apiKeyDigest, routeOptions }) => {
    const { permission } = routeOptions.config;
    // An API key has its scope, and no role.
    if (permission && apiKeyDigest === undefined) requirePermission(caller.role, permission);
  });
}
