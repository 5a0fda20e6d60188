import type { MemoryEntry } from '@client/api.ts';

type Tier = MemoryEntry['tier'];

/** The names of the tiers, in the order of the tabs. */
export const tierLabels: Record<Tier, string> = {
  strategic: 'Notes',
  daily: 'Daily',
  session: 'Conversations',
  profile: 'Profile',
};

export const isTier = (name: unknown): name is Tier => typeof name === 'string' && Object.hasOwn(tierLabels, name);
