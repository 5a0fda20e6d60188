import type { SearchMemory } from '../../src/features/memory/entries/memory.ts';
import { createMemorySearch } from '../../src/features/memory/recall/memory-search.ts';
import { memoryTables } from '../../src/features/memory/search/memory-tables.ts';
import { createTextSearch } from '../../src/platform/search/text-search.ts';
import { people } from '../data/memory/people.ts';
import type { OpenMemory } from './memory.ts';

export type Tally = { asked: number; first: number; amongFive: number };
type Miss = { question: string; expected: string; found: string[] };

/** Stores each person of the test data separately, and returns the rank of the answer to each question. */
export async function measureQuality(memory: OpenMemory, searches: Readonly<Record<string, SearchMemory>>) {
  const tallies: Record<string, Record<string, Tally>> = {};
  const misses: Record<string, Miss[]> = {};
  for (const [name, { statements, paraphrased, named }] of Object.entries(people)) {
    const person = await memory.newPerson();
    const ids = await memory.remember(person, Object.values(statements));
    const nameOf = new Map(Object.keys(statements).map((key, index) => [ids[index], key]));
    await memory.embedded();
    for (const [method, search] of Object.entries(searches))
      for (const [kind, questions] of Object.entries({ paraphrased, named })) {
        const ranks = await Promise.all(
          questions.map(async ([question, expected]) => {
            const found = (await search(person, question, { limit: 5 })).map(
              ({ entryId }) => nameOf.get(entryId) ?? '',
            );
            if (found[0] !== expected) {
              misses[method] ??= [];
              misses[method].push({ question, expected, found });
            }
            return found.indexOf(expected);
          }),
        );
        tallies[method] ??= {};
        tallies[method][`${name}, ${kind}`] = {
          asked: questions.length,
          first: ranks.filter((rank) => rank === 0).length,
          amongFive: ranks.filter((rank) => rank >= 0).length,
        };
      }
  }
  return { tallies, misses };
}

export const sumOf = (tallies: Record<string, Tally> = {}): Tally =>
  Object.values(tallies).reduce(
    (sum, { asked, first, amongFive }) => ({
      asked: sum.asked + asked,
      first: sum.first + first,
      amongFive: sum.amongFive + amongFive,
    }),
    { asked: 0, first: 0, amongFive: 0 },
  );

/** The same search by words only, and by meaning only. */
export function oneSided({ database, embeddings, index, indexes }: OpenMemory) {
  const words = createMemorySearch({
    database,
    search: createTextSearch({
      index: indexes.of(memoryTables),
      mayEmbed: async () => true,
      embeddings: { searchModel: embeddings.searchModel, embed: async () => [new Float32Array()] },
    }),
  });
  const meaning: SearchMemory = async (person, question, { limit }) => {
    const [vector = new Float32Array()] = await embeddings.embed([question], { as: 'question', urgent: true });
    const tiers = ['session', 'daily', 'profile', 'strategic'] as const;
    const near = await index.byMeaning(person, { model: embeddings.searchModel, vector }, tiers);
    return near.slice(0, limit).map(({ entryId, similarity }) => ({ entryId, score: similarity }));
  };
  return { words, meaning };
}
