import type { Person } from '../../../kernel/person.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Embeddings } from '../../../platform/embeddings/embeddings.ts';
import { tiers as allTiers, type SearchMemory } from '../entries/memory.ts';
import { beginningsOf } from '../search/contents.store.ts';
import type { MayEmbed } from '../search/embedding-rules.ts';
import { expectedAnswer } from '../search/expected-answer.ts';
import type { Near, SearchIndex, Worded } from '../search/search-index.ts';
import { termsOf } from '../search/terms.ts';

type Deps = { database: Database; embeddings: Embeddings; mayEmbed: MayEmbed; index: SearchIndex };

/** A longer question is cut to its beginning. */
const longestQuestion = 2_000;
const consideredAtLeast = 50;
/** The part of an entry in which a name, a number or a date is looked for. */
const comparedCharacters = 500;

/**
 * How much rare words and the expected kind of answer add to the similarity. Tuned on the test data, where half or
 * twice as much hardly changes the order of the results.
 */
const wordWeight = 0.4;
const answerWeight = 0.06;
/** For an entry without a vector: its word evidence times this factor replaces the similarity. */
const wordsForMeaning = 0.4;

type Scored = { entryId: string; score: number };

function together(near: readonly Near[], worded: readonly Worded[]): Scored[] {
  const similarities = new Map(near.map(({ entryId, similarity }) => [entryId, similarity]));
  const evidences = new Map(worded.map(({ entryId, evidence }) => [entryId, evidence]));
  return [...new Set([...similarities.keys(), ...evidences.keys()])]
    .map((entryId) => {
      const evidence = evidences.get(entryId) ?? 0;
      const found = similarities.get(entryId) ?? wordsForMeaning * evidence;
      // An entry that shares a word with the question never scores below zero, even if its similarity does.
      const similarity = evidence > 0 ? Math.max(0, found) : found;
      return { entryId, score: similarity + wordWeight * evidence };
    })
    .sort((one, other) => other.score - one.score);
}

export function createMemorySearch({ database, embeddings, mayEmbed, index }: Deps): SearchMemory {
  /**
   * Undefined when it takes too long, fails, or the question may not be sent to the provider: then only words are
   * searched.
   */
  async function meaningOf(
    { workspaceId }: Person,
    question: string,
    meaningTimeoutMs: number | undefined,
  ): Promise<Float32Array | undefined> {
    const signal = meaningTimeoutMs === undefined ? undefined : AbortSignal.timeout(meaningTimeoutMs);
    try {
      if (!(await mayEmbed(workspaceId))) return undefined;
      const [vector] = await embeddings.embed([question], { urgent: true, as: 'question', ...(signal && { signal }) });
      return vector?.some((value) => value !== 0) ? vector : undefined;
    } catch {
      return undefined;
    }
  }

  return async (person, question, { limit, tiers = allTiers, meaningTimeoutMs }) => {
    const asked = question.slice(0, longestQuestion).toWellFormed().trim();
    if (asked === '' || tiers.length === 0 || limit < 1) return [];
    const considered = Math.max(consideredAtLeast, limit);
    const [meaning, worded] = await Promise.all([
      meaningOf(person, asked, meaningTimeoutMs).then(async (vector) => {
        if (!vector) return undefined;
        const own = { model: embeddings.searchModel, vector };
        return { ...own, near: await index.byMeaning(person, own, tiers) };
      }),
      index.byWords(person, termsOf(asked), tiers, considered),
    ]);
    const best = together(await withWorded(), worded).slice(0, considered);
    const bestIds = best.map(({ entryId }) => entryId);
    const contents = await beginningsOf(database, person, bestIds, comparedCharacters);
    const isExpected = expectedAnswer(asked);
    return best
      .flatMap(({ entryId, score }) => {
        const content = contents.get(entryId);
        if (content === undefined) return [];
        const exact = Math.min(1, score + (isExpected(content) ? answerWeight : 0));
        return exact > 0 ? [{ entryId, score: Math.round(exact * 1_000) / 1_000 }] : [];
      })
      .sort((one, other) => other.score - one.score)
      .slice(0, limit);

    /** Entries found by words may not be among the closest by meaning, so their similarity is computed separately. */
    async function withWorded(): Promise<readonly Near[]> {
      if (!meaning) return [];
      const { near } = meaning;
      const known = new Set(near.map(({ entryId }) => entryId));
      const far = worded.filter(({ entryId }) => !known.has(entryId)).map(({ entryId }) => entryId);
      return far.length === 0 ? near : [...near, ...(await index.compare(person, meaning, tiers, far))];
    }
  };
}
