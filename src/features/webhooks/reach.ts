import type { Caller } from '../../http/authentication.ts';
import { permits } from '../../http/permissions.ts';

/** What of a workspace's webhooks someone has to do with: everything, or only what is one person's own. */
export type Reach = { workspaceId: string; ownOf: string | null };

export const reachOf = ({ userId, workspaceId, role }: Caller): Reach => ({
  workspaceId,
  ownOf: permits(role, 'webhooks.all') ? null : userId,
});
