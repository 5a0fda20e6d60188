import type { Person } from '../../../kernel/person.ts';

export const tiers = ['session', 'daily', 'profile', 'strategic'] as const;
export type Tier = (typeof tiers)[number];

/** Who said it. Text from outside (`tool`, `external`) is never promoted. */
export const sourceKinds = ['user', 'agent', 'tool', 'external'] as const;
type SourceKind = (typeof sourceKinds)[number];

/**
 * Memory belongs to one person in one workspace, and every query names both. This is the pair as one text; ids contain
 * no space.
 */
export const keyOf = ({ workspaceId, userId }: Person): string => `${workspaceId} ${userId}`;
export function personIn(key: string): Person {
  const [workspaceId = '', userId = ''] = key.split(' ');
  return { workspaceId, userId };
}

export type MemorySource = {
  kind: SourceKind;
  sessionId?: string | undefined;
  agentId?: string | undefined;
  /** Of what was captured: the run whose question said it. */
  runId?: string | undefined;
};

export type NewEntry = {
  tier: Tier;
  content: string;
  source: MemorySource;
  /** For daily entries: the UTC day. Default: today. */
  day?: string;
  /** For profile entries: the field and its value. */
  field?: string;
  value?: unknown;
  /** The entry it was promoted from. */
  originId?: string;
  /** When it was said. Default: now. */
  at?: number;
};

export type EntryRow = {
  id: string;
  workspace_id: string;
  user_id: string;
  tier: Tier;
  day: string | null;
  position: number | null;
  field: string | null;
  value: string | null;
  content: string;
  source_kind: SourceKind;
  source_session_id: string | null;
  source_agent_id: string | null;
  source_run_id: string | null;
  origin_id: string | null;
  superseded_by: string | null;
  recall_count: number;
  last_recalled_at: number | null;
  created_at: number;
  updated_at: number;
};

/**
 * Searches by meaning and by words, best first. Superseded entries are not found; every query is limited to the person.
 */
export type SearchMemory = (
  person: Person,
  question: string,
  options: {
    limit: number;
    tiers?: readonly Tier[] | undefined;
    /** If the vector of the question takes longer than this, only words are searched. */
    meaningTimeoutMs?: number | undefined;
    /** The caller reads the entries it uses: what was deleted during the search need not be left out. */
    readsEntries?: boolean;
  },
) => Promise<{ entryId: string; score: number }[]>;

/** What an agent recalls and captures. */
export type MemoryPolicy = {
  tiers: readonly Tier[];
  recallLimit: number;
  autoCapture: 'off' | 'rules' | 'model';
  propagate: boolean;
  retentionDays: number | null;
};
/** The policy of an agent that is not bound to a policy. */
export const standardPolicy: MemoryPolicy = {
  tiers,
  recallLimit: 8,
  autoCapture: 'rules',
  propagate: true,
  retentionDays: null,
};
/**
 * The policy of an agent whose policy was deleted: nobody knows what that one forbade, so this one forbids everything.
 */
export const strictestPolicy: MemoryPolicy = {
  tiers: [],
  recallLimit: 0,
  autoCapture: 'off',
  propagate: false,
  retentionDays: null,
};
