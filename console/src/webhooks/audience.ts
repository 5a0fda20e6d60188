import type { Webhook } from '@client/api.ts';

/** Whose it is and what it is told, in a line; and why nothing is sent to it, where that is so. */
export function audienceOf({ audience, createdBy, inactiveReason }: Webhook): string {
  const maker = createdBy ?? 'someone whose account is gone';
  if (inactiveReason === 'creator_left') return `Stopped: made by ${maker}, who has left the workspace`;
  if (inactiveReason === 'creator_suspended') return `Stopped: made by ${maker}, who is suspended`;
  if (inactiveReason !== null) return `Stopped: made by ${maker}, who is no longer an owner or admin`;
  return audience === 'own'
    ? `Told what the runs of ${maker} cause`
    : `Told what happens in the workspace · made by ${maker}`;
}
