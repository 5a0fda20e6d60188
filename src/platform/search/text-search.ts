import type { Embeddings } from '../embeddings/embeddings.ts';
import { expectedAnswer } from './expected-answer.ts';
import type { Near, Owner, Parts, SearchIndex, Worded } from './search-index.ts';
import { termsOf } from './terms.ts';

/** Whether the texts of a workspace may be sent to the embedding provider. */
export type MayEmbed = (workspaceId: string) => Promise<boolean>;

type Deps = {
  embeddings: Pick<Embeddings, 'embed' | 'searchModel'>;
  mayEmbed: MayEmbed;
  index: SearchIndex;
  weights?: Partial<Weights>;
};

/** The texts that are searched, all of one workspace. */
export type Searched = { owner: Owner; parts?: Parts };

type Options = {
  limit: number;
  /** After this time only words are searched. */
  meaningTimeoutMs?: number | undefined;
  /** The beginnings of these texts, by id; those that may no longer be found are left out. */
  beginningsOf(entryIds: readonly string[]): Promise<Map<string, string>>;
};

export type Scored = { entryId: string; score: number };

/** A longer question is cut to its beginning. */
const longestQuestion = 2_000;
const consideredAtLeast = 50;

/**
 * How much rare words and the expected kind of answer add to the similarity. Tuned on the test data of memory, where half
 * or twice as much hardly changes the order of the results.
 */
type Weights = {
  word: number;
  answer: number;
  /** For an entry without a vector: its word evidence times this factor replaces the similarity. */
  wordsForMeaning: number;
};
const usualWeights: Weights = { word: 0.4, answer: 0.06, wordsForMeaning: 0.4 };

/** Search by words and meaning: the one ranking of memory and of knowledge. */
export function createTextSearch({ embeddings, mayEmbed, index, weights: given }: Deps) {
  const weights = { ...usualWeights, ...given };

  function together(near: readonly Near[], worded: readonly Worded[]): Scored[] {
    const similarities = new Map(near.map(({ entryId, similarity }) => [entryId, similarity]));
    const evidences = new Map(worded.map(({ entryId, evidence }) => [entryId, evidence]));
    return [...new Set([...similarities.keys(), ...evidences.keys()])]
      .map((entryId) => {
        const evidence = evidences.get(entryId) ?? 0;
        const found = similarities.get(entryId) ?? weights.wordsForMeaning * evidence;
        // An entry that shares a word with the question never scores below zero, even if its similarity does.
        const similarity = evidence > 0 ? Math.max(0, found) : found;
        return { entryId, score: similarity + weights.word * evidence };
      })
      .sort((one, other) => other.score - one.score);
  }

  /**
   * Undefined when it takes too long, fails, or the question may not be sent to the provider: then only words are
   * searched.
   */
  async function meaningOf(
    workspaceId: string,
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

  return async function search(searched: readonly Searched[], question: string, options: Options): Promise<Scored[]> {
    const { limit, meaningTimeoutMs, beginningsOf } = options;
    const asked = question.slice(0, longestQuestion).toWellFormed().trim();
    const workspaceId = searched[0]?.owner.workspaceId;
    if (asked === '' || workspaceId === undefined || limit < 1) return [];
    const considered = Math.max(consideredAtLeast, limit);
    const terms = termsOf(asked);
    const vector = meaningOf(workspaceId, asked, meaningTimeoutMs);
    const found = await Promise.all(
      searched.map(async ({ owner, parts }) => {
        const [meaning, worded] = await Promise.all([
          vector.then(async (known) => {
            if (!known) return undefined;
            const own = { model: embeddings.searchModel, vector: known };
            return { ...own, near: await index.byMeaning(owner, own, parts) };
          }),
          index.byWords(owner, terms, parts, considered),
        ]);
        if (!meaning) return { near: [], worded };
        // Entries found by words may not be among the closest by meaning, so their similarity is computed separately.
        const known = new Set(meaning.near.map(({ entryId }) => entryId));
        const far = worded.filter(({ entryId }) => !known.has(entryId)).map(({ entryId }) => entryId);
        const compared = far.length === 0 ? [] : await index.compare(owner, meaning, parts, far);
        return { near: [...meaning.near, ...compared], worded };
      }),
    );
    const best = together(
      found.flatMap(({ near }) => near),
      found.flatMap(({ worded }) => worded),
    ).slice(0, considered);
    const contents = await beginningsOf(best.map(({ entryId }) => entryId));
    const isExpected = expectedAnswer(asked);
    return best
      .flatMap(({ entryId, score }) => {
        const content = contents.get(entryId);
        if (content === undefined) return [];
        const exact = Math.min(1, score + (isExpected(content) ? weights.answer : 0));
        return exact > 0 ? [{ entryId, score: Math.round(exact * 1_000) / 1_000 }] : [];
      })
      .sort((one, other) => other.score - one.score)
      .slice(0, limit);
  };
}

export type TextSearch = ReturnType<typeof createTextSearch>;
