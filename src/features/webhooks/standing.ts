import type { Role } from '../../http/authentication.ts';
import type { InactiveReason } from './webhooks.schema.ts';

/** Whose events a webhook receives: its maker's own, or the workspace's. */
export type Audience = 'own' | 'workspace';

/**
 * A webhook ends with its maker: it is told of things only while that person is in the workspace and not suspended, and one
 * that is told of everybody's only while they are an owner or admin. Asked whenever events are turned into deliveries, and again
 * before each POST.
 */
export type Made = { audience: Audience; maker_role: Role | null; maker_disabled_at: number | null };

export function inactiveReason({ audience, maker_role, maker_disabled_at }: Made): InactiveReason | null {
  if (maker_role === null) return 'creator_left';
  if (maker_disabled_at !== null) return 'creator_suspended';
  return audience === 'workspace' && maker_role === 'member' ? 'creator_lost_role' : null;
}
