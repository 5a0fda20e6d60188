import type { Person } from '../../../kernel/person.ts';
import type { Meaning, SearchedTables, SearchIndex } from '../../../platform/search/search-index.ts';
import type { Tier } from '../entries/memory.ts';

export const memoryTables: SearchedTables = {
  entries: 'memory_entries',
  words: 'memory_words',
  vectors: 'memory_vectors',
  bits: 'memory_bits',
  key: 'entry_id',
  owner: 'user_id',
  part: 'tier',
  current: 'e.superseded_by IS NULL',
};

export const ownerOf = ({ workspaceId, userId }: Person) => ({ workspaceId, ownerId: userId });

/** The search by meaning in one person's memory. */
export const ofPerson = ({ engine, byMeaning, compare }: SearchIndex) => ({
  engine,
  byMeaning: (person: Person, meaning: Meaning, tiers: readonly Tier[]) => byMeaning(ownerOf(person), meaning, tiers),
  compare: (person: Person, meaning: Meaning, tiers: readonly Tier[], entryIds: readonly string[]) =>
    compare(ownerOf(person), meaning, tiers, entryIds),
});
