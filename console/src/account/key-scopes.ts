import type { CreateKey } from '@client/api.ts';

export type Scope = NonNullable<CreateKey['scopes']>[number];

/** What people make keys for. */
export const purposes: { name: string; label: string; scopes: Scope[] | null }[] = [
  { name: 'everything', label: 'Everything that I may do', scopes: null },
  { name: 'inference', label: 'Models and agents by the OpenAI API only', scopes: ['inference'] },
  { name: 'chat', label: 'Chat with agents', scopes: ['inference', 'chat', 'sessions', 'agents:read'] },
];

/** The areas of the API, and what a decision of a person needs by name. */
export const areas: Scope[] = [
  'agents',
  'auth',
  'channels',
  'chat',
  'cron',
  'inference',
  'jobs',
  'memory',
  'memory-profiles',
  'sessions',
  'skills',
  'tools',
  'traces',
  'webhooks',
  'workspaces',
];
export const decisions: Scope[] = ['approvals', 'members', 'grants'];
export const readOnly = (area: Scope): Scope => `${area}:read` as Scope;
