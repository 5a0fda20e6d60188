import type { Database } from '../../../platform/db/database.ts';
import type { TextSearch } from '../../../platform/search/text-search.ts';
import { tiers as allTiers, type SearchMemory } from '../entries/memory.ts';
import { beginningsOf } from '../search/contents.store.ts';
import { ownerOf } from '../search/memory-tables.ts';

type Deps = { database: Database; search: TextSearch };

/** The part of an entry in which a name, a number or a date is looked for. */
const comparedCharacters = 500;

/** Memory of one person, in some tiers. */
export function createMemorySearch({ database, search }: Deps): SearchMemory {
  return async (person, question, { tiers = allTiers, ...options }) => {
    if (tiers.length === 0) return [];
    const parts = allTiers.every((tier) => tiers.includes(tier)) ? undefined : tiers;
    return search([{ owner: ownerOf(person), parts }], question, {
      ...options,
      beginningsOf: (entryIds) => beginningsOf(database, person, entryIds, comparedCharacters),
    });
  };
}
