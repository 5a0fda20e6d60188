import type { Role } from '../../http/authentication.ts';
import type { InactiveReason } from './webhooks.schema.ts';

/** Whose events a webhook is told of: its maker's own, or the workspace's. */
export type Audience = 'own' | 'workspace';

/**
 * A webhook ends with its maker: it is told of things only while that person is in the workspace and not suspended, and one
 * that is told of everybody's only while they are an owner or admin. Asked whenever events are turned into deliveries, and again
 * before each POST.
 */
export type Made = { audience: Audience; maker_role: Role | null; maker_disabled_at: number | null };

/** The maker of the row of `webhooks`, as a row named `maker`. */
export const madeBy =
  'workspace_members maker ON maker.workspace_id = webhooks.workspace_id AND maker.user_id = webhooks.created_by';
/** The same as `inactiveReason` says, for a statement that has `maker`. */
export const makerStands = `(webhooks.audience = 'own' OR maker.role IN ('owner', 'admin')) AND NOT EXISTS
  (SELECT 1 FROM users WHERE users.id = maker.user_id AND users.disabled_at IS NOT NULL)`;
/** Of the webhook's row: since when its maker is suspended. */
export const makerDisabledAt = '(SELECT users.disabled_at FROM users WHERE users.id = webhooks.created_by)';
/** Of a webhook's row and its maker's: whether what would be sent is kept instead. */
export const testModeHolds =
  "(workspaces.webhook_test_mode = 1 OR (webhooks.audience = 'own' AND maker.webhook_test_mode = 1))";

export function inactiveReason({ audience, maker_role, maker_disabled_at }: Made): InactiveReason | null {
  if (maker_role === null) return 'creator_left';
  if (maker_disabled_at !== null) return 'creator_suspended';
  return audience === 'workspace' && maker_role === 'member' ? 'creator_lost_role' : null;
}
