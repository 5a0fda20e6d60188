import type { Embeddings } from '../embeddings/embeddings.ts';
import { expectedAnswer } from './expected-answer.ts';
import type { Scored, Weights } from './ranking.ts';
import type { Found, Meaning, Owner, Parts, SearchBeside, SearchIndex } from './search-index.ts';
import { termsOf } from './terms.ts';

/** Whether the texts of a workspace may be sent to the embedding provider. */
export type MayEmbed = (workspaceId: string) => Promise<boolean>;

type Deps = {
  embeddings: Pick<Embeddings, 'embed' | 'embedAndSearch' | 'searchModel'>;
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
  /** The caller reads the entries it uses: what was deleted during the search need not be left out here. */
  readsEntries?: boolean | undefined;
};

/** A longer question is cut to its beginning. */
const longestQuestion = 2_000;
const consideredAtLeast = 50;

const usualWeights: Weights = { word: 0.4, answer: 0.06, wordsForMeaning: 0.4 };

/** Search by words and meaning: the one ranking of memory and of knowledge. */
export function createTextSearch({ embeddings, mayEmbed, index, weights: given }: Deps) {
  const weights = { ...usualWeights, ...given };

  /**
   * Undefined when it takes too long, fails, or the question may not be sent to the provider: then only words are
   * searched.
   */
  async function withinTime<Result>(
    workspaceId: string,
    meaningTimeoutMs: number | undefined,
    ask: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result | undefined> {
    // A timer that is stopped: `AbortSignal.timeout` would make an error in every turn, after it.
    const giveUp = new AbortController();
    const timer = meaningTimeoutMs === undefined ? undefined : setTimeout(() => giveUp.abort(), meaningTimeoutMs);
    try {
      return (await mayEmbed(workspaceId)) ? await ask(giveUp.signal) : undefined;
    } catch {
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }

  const meaningIn = (vector: Float32Array | undefined): Meaning | undefined =>
    vector?.some((value) => value !== 0) ? { model: embeddings.searchModel, vector } : undefined;

  async function meaningOf(question: string, signal: AbortSignal): Promise<Meaning | undefined> {
    const [vector] = await embeddings.embed([question], { urgent: true, as: 'question', signal });
    return meaningIn(vector);
  }

  return async function search(searched: readonly Searched[], question: string, options: Options): Promise<Scored[]> {
    const { limit, meaningTimeoutMs, beginningsOf, readsEntries = false } = options;
    const asked = question.slice(0, longestQuestion).toWellFormed().trim();
    const workspaceId = searched[0]?.owner.workspaceId;
    if (asked === '' || workspaceId === undefined || limit < 1) return [];
    const considered = Math.max(consideredAtLeast, limit);
    const terms = termsOf(asked);
    let known: Promise<Meaning | undefined> | undefined;
    const meaning = () => {
      known ??= withinTime(workspaceId, meaningTimeoutMs, (signal) => meaningOf(asked, signal));
      return known;
    };
    const { embedAndSearch, searchModel: model } = embeddings;
    const findBeside =
      embedAndSearch &&
      searched.length === 1 &&
      ((search: Omit<SearchBeside, 'model'>): Promise<Found | Meaning | undefined> =>
        withinTime(workspaceId, meaningTimeoutMs, async (signal) => {
          const answer = await embedAndSearch(asked, { ...search, model }, signal);
          return answer instanceof Float32Array ? meaningIn(answer) : answer;
        }));
    const found = await Promise.all(
      searched.map(({ owner, parts }) =>
        index.find(owner, { terms, meaning, findBeside: findBeside || undefined, parts, limit: considered, weights }),
      ),
    );
    const best = found
      .flat()
      .sort((one, other) => other.score - one.score)
      .slice(0, considered);
    const isExpected = expectedAnswer(asked);
    const contents = readsEntries && !isExpected ? undefined : await beginningsOf(best.map(({ entryId }) => entryId));
    return best
      .flatMap(({ entryId, score }) => {
        const content = contents ? contents.get(entryId) : '';
        if (content === undefined) return [];
        const exact = Math.min(1, score + (isExpected?.(content) ? weights.answer : 0));
        return exact > 0 ? [{ entryId, score: Math.round(exact * 1_000) / 1_000 }] : [];
      })
      .sort((one, other) => other.score - one.score)
      .slice(0, limit);
  };
}

export type TextSearch = ReturnType<typeof createTextSearch>;
