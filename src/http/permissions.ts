import type { FastifyInstance } from 'fastify';
import { AppError } from '../kernel/errors.ts';
import type { Role } from './authentication.ts';

const anyone: readonly Role[] = ['owner', 'admin', 'member'];
const managers: readonly Role[] = ['owner', 'admin'];

/**
 * Permissions in a workspace by role. A route names its permission; personal things are limited by the WHERE of their
 * queries.
 */
const permissions = {
  'workspace.read': anyone,
  'workspace.leave': anyone,
  'workspace.accept': anyone,
  'workspace.settings': managers,
  'workspace.erase': ['owner'],
  'workspace.restrictions': managers,
  'workspace.members': managers,
  'workspace.grants': managers,
  // Connections to providers of models.
  'providers.read': anyone,
  'providers.write': managers,
  'agents.read': anyone,
  'agents.write': anyone,
  // Sessions, jobs and approvals: only the caller's own, by the WHERE of their queries.
  chat: anyone,
  'sessions.read': anyone,
  'sessions.write': anyone,
  // Other people's ratings too, without their conversations.
  'feedback.all': managers,
  // Files: only the caller's own too.
  'files.read': anyone,
  'files.write': anyone,
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
  // Also the workspace's and other people's.
  'webhooks.all': managers,
  // Only the caller's own memory, by the WHERE of its queries.
  'memory.read': anyone,
  'memory.write': anyone,
  'memoryProfiles.read': anyone,
  'memoryProfiles.write': anyone,
  // Documents that agents answer from.
  'knowledge.read': anyone,
  'knowledge.write': anyone,
  'schedules.read': anyone,
  'schedules.write': anyone,
  // Acting in other people's name.
  'schedules.all': managers,
  'swarms.read': anyone,
  'swarms.write': anyone,
  'costs.read': anyone,
  // By user, also other people's.
  'costs.all': managers,
  'traces.read': anyone,
  'channels.read': anyone,
  'channels.write': anyone,
  // Also channels of other people.
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

/** Runs after authentication, before the rest of the request is read. */
export function enforcePermissions(app: FastifyInstance): void {
  app.addHook('onRequest', ({ caller, apiKeyDigest, routeOptions }, _reply, done) => {
    const { permission } = routeOptions.config;
    // An API key has scopes and no role.
    if (permission && apiKeyDigest === undefined) requirePermission(caller.role, permission);
    done();
  });
}
