import type { Caller } from '../../http/authentication.ts';
import { whyClosed } from '../../http/key-scopes.ts';
import { type Permission, permits } from '../../http/permissions.ts';

type Operation = { permission: Permission; tag: string; method: 'GET' | 'POST' };

/** The routes that do the same as a part of the door: the caller may use that part if the route is open to them. */
const operations = {
  /** `POST /tools/:name/invoke` */
  tools: { permission: 'tools.write', tag: 'tools', method: 'POST' },
  /** `GET /memory/search` */
  memory: { permission: 'memory.read', tag: 'memory', method: 'GET' },
  /** `GET /knowledge/:id/search` */
  agents: { permission: 'knowledge.read', tag: 'agents', method: 'GET' },
  /** `POST /approvals/:id/resolve` */
  approvals: { permission: 'approvals.resolve', tag: 'tools', method: 'POST' },
} as const satisfies Record<string, Operation>;

export function mayUse({ role, key }: Caller, part: keyof typeof operations): boolean {
  const operation = operations[part];
  if (!permits(role, operation.permission)) return false;
  return !key || whyClosed(key, { auth: 'member', keys: undefined, ...operation }) === undefined;
}
