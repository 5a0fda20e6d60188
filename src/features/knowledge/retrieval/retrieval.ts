import type { Log } from '../../../kernel/log.ts';
import type { Citation } from '../../../kernel/parts.ts';
import type { ScoredPassage, SearchPassages } from '../search/passage-search.ts';

/** The facts about a turn that retrieval needs. */
export type RetrievalRequest = {
  /** Of the agent, which may be lent to another workspace. */
  workspaceId: string;
  collectionIds: readonly string[];
  contextWindow: number | null;
  message: string;
};

type Deps = {
  searchPassages: SearchPassages;
  /** `provider/model` of the embeddings. */
  model: string;
  log: Log;
};

const meaningTimeoutMs = 300;
/** The first question of a process that finds something waits until the model is loaded, which takes a second. */
const firstMeaningTimeoutMs = 3_000;
const mostTokens = 2_000;
/** The share of a small context window that passages may use. */
const windowShare = 1 / 8;
const bytesPerToken = 4;
const longestQuestion = 1_000;
const candidateCount = 12;
/**
 * A passage that says nothing about the question mostly scores less; the score relative to the best one matters most. By MiniLM, 60
 * messages about other things ("Hello", "How long do I boil an egg?") had best scores of 0.25 in the middle, and 170 of 171
 * passages that answer a question had more.
 */
const leastScoreOf = (model: string): number => (model === 'local/all-minilm-l6-v2' ? 0.25 : 0.15);
const shownShare = 0.4;

export const citationOf = ({ documentId, title, page, content, start, end }: ScoredPassage): Citation => ({
  documentId,
  title,
  ...(page !== null && { page }),
  quote: content,
  start,
  end,
});

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Many documents begin with their title as a heading: it is said once. */
function placeOf(title: string, heading: string): string {
  const headings = oneLine(heading).split(' › ');
  if (headings[0]?.toLowerCase() === title.toLowerCase()) headings.shift();
  return [title, ...headings].filter(Boolean).join(' › ');
}

/** With its number, and where it is from. */
function shown({ title, heading, page, content }: ScoredPassage, number: number): string {
  const place = placeOf(oneLine(title), heading);
  return `[${number}] ${place}${page === null ? '' : `, page ${page}`}\n${content}`;
}

/** The passages that bear on a message, best first, as many as there is room for. */
export function createRetrieval({ searchPassages, model, log }: Deps) {
  const leastScore = leastScoreOf(model);
  let isFirst = true;

  async function retrieve({ workspaceId, collectionIds, contextWindow, message }: RetrievalRequest) {
    const question = message.slice(0, longestQuestion);
    if (!/[\p{L}\p{N}]/u.test(question)) return undefined;
    const found = await searchPassages({
      workspaceId,
      collectionIds,
      question,
      limit: candidateCount,
      meaningTimeoutMs: isFirst ? firstMeaningTimeoutMs : meaningTimeoutMs,
    });
    if (found.length > 0) isFirst = false;
    const least = Math.max(leastScore, (found[0]?.score ?? 0) * shownShare);
    let room = Math.floor(
      Math.min(mostTokens, (contextWindow ?? Number.POSITIVE_INFINITY) * windowShare) * bytesPerToken,
    );
    const texts: string[] = [];
    const citations: Citation[] = [];
    for (const passage of found) {
      if (passage.score < least) break;
      const text = shown(passage, texts.length + 1);
      const size = Buffer.byteLength(text) + 2;
      if (size > room) continue;
      room -= size;
      texts.push(text);
      citations.push(citationOf(passage));
    }
    return texts.length > 0 ? { text: texts.join('\n\n'), citations } : undefined;
  }

  /** If it fails, the turn goes on without documents. */
  return async (request: RetrievalRequest) => {
    try {
      return await retrieve(request);
    } catch (error) {
      log.warn({ err: error }, 'documents could not be searched');
      return undefined;
    }
  };
}
