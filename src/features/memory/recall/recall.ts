import { utcDay } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import type { Person } from '../../../kernel/person.ts';
import { personSpeaks } from '../capture/own-words.ts';
import type { MemoryStore } from '../entries/memory.store.ts';
import type { MemoryPolicy, SearchMemory } from '../entries/memory.ts';
import type { RecallCounts } from './recall-counts.ts';
import type { RecalledRow } from './recalled-entries.store.ts';

/** The facts about a turn that recall needs. */
export type RecallRequest = {
  person: Person;
  /** The kind of the run. */
  kind: string;
  sessionId: string;
  agent: { workspaceId: string; memoryProfileId: string | null };
  contextWindow: number | null;
  message: string;
  /** The policy of an accepted version, where that is not the agent's current one. */
  policy?: MemoryPolicy | undefined;
};

type Deps = {
  store: Pick<MemoryStore, 'list'>;
  /** These entries, where they are the person's. */
  entriesOf(person: Person, ids: readonly string[]): Promise<RecalledRow[]>;
  search: SearchMemory;
  policyOf(workspaceId: string, memoryProfileId: string | null): Promise<MemoryPolicy>;
  counts: Pick<RecallCounts, 'note'>;
  log: Log;
};

const meaningTimeoutMs = 150;
const mostTokens = 1_000;
/** The share of a small context window that memory may use. */
const windowShare = 1 / 16;
const profileShare = 0.5;
const mostFields = 60;
const longestLine = 500;
const longestQuestion = 1_000;
/** More entries are searched than shown, because entries from outside are left out. */
const candidateCount = 50;
/**
 * With the built-in embeddings an unrelated entry scores 0 in the median and rarely more than 0.25; an answer scores
 * 0.5 and rarely less than 0.23. Other models have other scales, so the score relative to the best one matters most.
 */
const leastScore = 0.05;
const shownShare = 0.35;
const leastCounted = 0.2;
const countedShare = 0.7;

const asksForEverything =
  /\b(?:know|remember|recall|learn(?:ed|t)|memor(?:y|ies)|told you)\b[^.!?]{0,30}\b(?:me|i|my|myself)\b|\bwho am i\b|\bwei(?:ß|ss)t du über mich\b|\bsais(?:-tu)? de moi\b|\bsabes de mí\b|\bsai di me\b|\bsabes? sobre mim\b/i;

/** By entry, closest first, of all tiers and sources. */
type Scores = ReadonlyMap<string, number>;
/** `others`: what may be shown besides the profile. */
type Found = { scores: Scores; others: RecalledRow[] };

const bytesPerToken = 4;
const trusted = ({ source_kind, superseded_by }: RecalledRow) =>
  superseded_by === null && (source_kind === 'user' || source_kind === 'agent');

/** On one line, so that one entry cannot look like two. */
const oneLine = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > longestLine ? `${line.slice(0, longestLine - 1).toWellFormed()}…` : line;
};

function describe({ tier, day, created_at, source_kind }: RecalledRow): string {
  const date = day ?? utcDay(created_at);
  if (tier === 'session') return `[earlier conversation, ${date}]`;
  const who = source_kind === 'user' ? 'said by the person' : 'noted by an agent';
  return `[${tier === 'strategic' ? 'note' : tier} ${date}, ${who}]`;
}
const lineOf = (row: RecalledRow) =>
  row.tier === 'profile' ? `- ${oneLine(row.content)}` : `- ${describe(row)} ${oneLine(row.content)}`;

/** Whole lines while there is room; a line that is too long is left out, and shorter ones may still fit. */
function fitting(rows: readonly RecalledRow[], bytes: number): { rows: RecalledRow[]; lines: string[]; left: number } {
  const fit = { rows: [] as RecalledRow[], lines: [] as string[], left: bytes };
  for (const row of rows) {
    const line = lineOf(row);
    const size = Buffer.byteLength(line) + 1;
    if (size > fit.left) continue;
    fit.rows.push(row);
    fit.lines.push(line);
    fit.left -= size;
  }
  return fit;
}

/**
 * The part of memory that is relevant to a message: the person's profile, then the closest entries. Text from outside
 * is always left out; an agent can find it with `memory_search`.
 */
export function createRecall({ store, entriesOf, search, policyOf, counts, log }: Deps) {
  async function find(request: RecallRequest, policy: MemoryPolicy): Promise<Found> {
    const { person, message } = request;
    const { tiers, recallLimit } = policy;
    const question = message.slice(0, longestQuestion);
    const found =
      recallLimit > 0 && /[\p{L}\p{N}]/u.test(question)
        ? await search(person, question, { limit: candidateCount, tiers, meaningTimeoutMs, readsEntries: true })
        : [];
    const best = found[0]?.score ?? 0;
    const near = found.filter(({ score }) => score >= Math.max(leastScore, best * shownShare));
    const scores = new Map(near.map(({ entryId, score }) => [entryId, score]));
    return { scores, others: await rowsOf(request, scores, policy) };
  }

  /** The closest that may be shown, as many as the policy allows. Most can, so twice as many are read at first. */
  async function rowsOf(
    { person, sessionId }: RecallRequest,
    scores: Scores,
    { recallLimit }: MemoryPolicy,
  ): Promise<RecalledRow[]> {
    const ids = [...scores.keys()];
    const shown: RecalledRow[] = [];
    for (let from = 0; from < ids.length && shown.length < recallLimit; ) {
      const some = ids.slice(from, from === 0 ? 2 * recallLimit : ids.length);
      const rows = new Map((await entriesOf(person, some)).map((row) => [row.id, row]));
      for (const id of some) {
        const row = rows.get(id);
        const own = row?.tier === 'session' && row.source_session_id === sessionId;
        if (row && row.tier !== 'profile' && trusted(row) && !own) shown.push(row);
      }
      from += some.length;
    }
    return shown.slice(0, recallLimit);
  }

  /** For a question about everything that is known: the newest entries. */
  async function latest(person: Person, { tiers, recallLimit }: MemoryPolicy): Promise<RecalledRow[]> {
    const wanted = (['strategic', 'daily'] as const).filter((tier) => tiers.includes(tier));
    const rows = await Promise.all(wanted.map((tier) => store.list(person, { tier, limit: recallLimit })));
    return rows
      .flat()
      .filter(trusted)
      .sort((one, other) => other.created_at - one.created_at);
  }

  async function recall(request: RecallRequest): Promise<string | undefined> {
    const { person, agent, contextWindow, message } = request;
    const policy = request.policy ?? (await policyOf(agent.workspaceId, agent.memoryProfileId));
    if (policy.tiers.length === 0) return undefined;
    const [fields, { scores, others }] = await Promise.all([
      policy.tiers.includes('profile') ? store.list(person, { tier: 'profile', limit: mostFields }) : [],
      // If the search fails, the profile is still recalled.
      find(request, policy).catch((error): Found => {
        log.warn({ err: error }, 'memory could not be searched');
        return { scores: new Map(), others: [] };
      }),
    ]);
    const tokens = Math.min(mostTokens, (contextWindow ?? Number.POSITIVE_INFINITY) * windowShare);
    const bytes = Math.floor(tokens * bytesPerToken);

    // If not all fields fit, those closest to the message come first.
    const ranked = fields.filter(trusted).sort((one, other) => (scores.get(other.id) ?? 0) - (scores.get(one.id) ?? 0));
    const profile = fitting(ranked, Math.floor(bytes * profileShare));
    const newest = asksForEverything.test(message.slice(0, longestQuestion)) ? await latest(person, policy) : [];
    const entries = fitting(
      [...new Map([...others, ...newest].map((row) => [row.id, row])).values()].slice(0, policy.recallLimit),
      bytes - Math.floor(bytes * profileShare) + profile.left,
    );
    const worthCounting = Math.max(leastCounted, (scores.get(others[0]?.id ?? '') ?? 0) * countedShare);
    // Only a person's question shows which entries are useful; the text of a feed does not.
    const counted = personSpeaks.has(request.kind) ? entries.rows : [];
    counts.note(
      counted.filter(({ id }) => (scores.get(id) ?? 0) >= worthCounting).map(({ id }) => id),
      message,
    );
    const lines = [...profile.lines, ...entries.lines];
    return lines.length > 0 ? lines.join('\n') : undefined;
  }

  /** If recall fails, the turn continues without memory. */
  return async function recallFor(request: RecallRequest): Promise<string | undefined> {
    try {
      return await recall(request);
    } catch (error) {
      log.warn({ err: error }, 'nothing could be recalled');
      return undefined;
    }
  };
}
