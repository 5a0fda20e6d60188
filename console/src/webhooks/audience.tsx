import type { Webhook } from '@client/api.ts';
import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../api/queries.ts';

function audienceOf({ audience, createdBy, inactiveReason }: Webhook, me: string | undefined): string {
  const maker = createdBy === me ? 'you' : (createdBy ?? 'someone whose account is gone');
  if (inactiveReason === 'creator_left') return `Stopped: made by ${maker}, who has left the workspace`;
  if (inactiveReason === 'creator_suspended') return `Stopped: made by ${maker}, who is suspended`;
  if (inactiveReason !== null) return `Stopped: made by ${maker}, who is no longer an owner or admin`;
  return audience === 'own'
    ? `Told what ${maker === 'you' ? 'your runs' : `the runs of ${maker}`} cause`
    : `Told what happens in the workspace · made by ${maker}`;
}

/** Whose it is and what it is told, in a line; and why nothing is sent to it, where that is so. */
export function Audience({ webhook }: { webhook: Webhook }) {
  const { data: me } = useQuery(meQuery);
  return <>{audienceOf(webhook, me?.id)}</>;
}
