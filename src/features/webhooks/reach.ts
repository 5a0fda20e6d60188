import type { Caller } from '../../http/authentication.ts';
import { permits } from '../../http/permissions.ts';

/** The part of a workspace's webhooks that a caller may see and change: all, or only their own. */
export type Reach = { workspaceId: string; ownOf: string | null };

export const reachOf = ({ userId, workspaceId, role }: Caller): Reach => ({
  workspaceId,
  ownOf: permits(role, 'webhooks.all') ? null : userId,
});
