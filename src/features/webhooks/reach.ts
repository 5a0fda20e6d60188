import type { Caller } from '../../http/authentication.ts';
import { permits } from '../../http/permissions.ts';

/** What of a workspace's webhooks someone has to do with: everything, or only what is one person's own. */
export type Reach = { workspaceId: string; ownOf: string | null };

export const reachOf = ({ userId, workspaceId, role }: Caller): Reach => ({
  workspaceId,
  ownOf: permits(role, 'webhooks.all') ? null : userId,
});

/** Conditions for `ownOf` at that place of a statement. Whoever lost a role does not reach what they made with it. */
export const ownWebhooks = (place: string) =>
  `(CAST(${place} AS TEXT) IS NULL OR (webhooks.audience = 'own' AND webhooks.created_by = ${place}))`;
export const ownDeliveries = (place: string) =>
  `(CAST(${place} AS TEXT) IS NULL OR (deliveries.own = 1 AND deliveries.user_id = ${place}))`;
