import { setImmediate as nextTurnOfLoop } from 'node:timers/promises';
import { type Page, pageSize } from '../../http/pagination.ts';
import { iso } from '../../kernel/clock.ts';
import { invalidField } from '../../kernel/errors.ts';
import type { Person } from '../../kernel/person.ts';
import type { Database } from '../../platform/db/database.ts';
import { parseSearch, type SearchTerm, searchExpression, searchWords } from '../../platform/db/words/search-words.ts';
import { oneSpelling } from '../../platform/db/words/spelling.ts';
import { consideredLength, createMessageSearchStore, newestMessage } from './message-search.store.ts';
import type { MessageWords } from './message-words.ts';
import { searchScope } from './messages.store.ts';
import type { SearchHit } from './sessions.schema.ts';

const snippetLength = 160;
/** For words of messages that are not indexed yet; all that are usually missing take 50 ms. */
const longestWaitMs = 1_000;
/** Characters of all messages of a page from which snippets and scores are made. */
const consideredOfPage = 400_000;

/** Without duplicates: every phrase is looked for in every message. */
const wantedPhrases = (terms: readonly SearchTerm[]): string[][] => {
  const phrases = terms.filter(({ excluded }) => !excluded).flatMap((term) => term.phrases);
  return [...new Map(phrases.map((phrase) => [phrase.join(' '), phrase])).values()];
};

/** Pairs of characters of a script without spaces overlap: `東京 京都` was written 東京都. */
const asWritten = (phrase: readonly string[]) => {
  const [first = ''] = phrase;
  return Array.from(first).length === 2 && first.charCodeAt(0) > 127
    ? first +
        phrase
          .slice(1)
          .map((pair) => Array.from(pair).at(-1))
          .join('')
    : first;
};

/** The text around the first match. The normalised text is as long as the original, apart from ligatures. */
function snippet(content: string, phrases: readonly string[][]): string {
  const plain = oneSpelling(content);
  const places = phrases.map((phrase) => {
    const word = asWritten(phrase);
    const whole = new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'u').exec(plain)?.index;
    return whole ?? plain.indexOf(word);
  });
  const found = places.filter((place) => place >= 0);
  const from = Math.max(0, (found.length > 0 ? Math.min(...found) : 0) - snippetLength / 2);
  const text = content
    .slice(from, from + snippetLength)
    // Removes half a surrogate pair at either end.
    .replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return `${from > 0 ? '…' : ''}${text}${from + snippetLength < content.length ? '…' : ''}`;
}

/** From 0 to 1, by how often the phrases occur; the first matches count most. */
function score(content: string, phrases: readonly string[][]): number {
  const words = ` ${searchWords(content)} `;
  const sum = phrases.reduce((total, phrase) => {
    const text = ` ${phrase.join(' ')} `;
    let count = 0;
    for (let at = words.indexOf(text); at >= 0; at = words.indexOf(text, at + text.length - 1)) count += 1;
    return total + Math.max(1, count) / (Math.max(1, count) + 1);
  }, 0);
  return Math.round((sum / phrases.length) * 1_000) / 1_000;
}

function readCursor(cursor: string | undefined): string {
  if (cursor === undefined) return newestMessage;
  const match = /^before\.(msg_[0-9a-z]{1,60})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8'));
  if (!match?.[1]) throw invalidField('cursor', 'is not one of ours');
  return match[1];
}

export function createMessageSearch(database: Database, words: Pick<MessageWords, 'upToDate'>) {
  const store = createMessageSearchStore(database);

  return async (
    { workspaceId, userId }: Person,
    question: string,
    limit: number | undefined,
    cursor: string | undefined,
  ): Promise<Page<SearchHit>> => {
    const size = pageSize(limit);
    const before = readCursor(cursor);
    const terms = parseSearch(question);
    const scope = searchScope(workspaceId, userId);
    const expression = searchExpression(database.engine, scope, terms);
    if (expression === undefined) return { data: [], nextCursor: null };
    await words.upToDate(longestWaitMs);
    const rows = await store.search({ person: { workspaceId, userId }, expression, before, limit: size + 1 });
    const phrases = wantedPhrases(terms);
    const shown = rows.slice(0, size);
    const considered = Math.floor(consideredOfPage / Math.max(1, shown.length));
    const data: SearchHit[] = [];
    let sinceOthers = 0;
    for (const row of shown) {
      const content = row.content.slice(0, considered);
      sinceOthers += content.length;
      if (sinceOthers > consideredLength) {
        sinceOthers = content.length;
        await nextTurnOfLoop();
      }
      data.push({
        sessionId: row.session_id,
        messageId: row.id,
        agentId: row.agent_id,
        role: row.role,
        snippet: snippet(content, phrases),
        score: score(content, phrases),
        createdAt: iso(row.created_at),
      });
    }
    return {
      data,
      nextCursor: rows.length > size ? Buffer.from(`before.${shown.at(-1)?.id}`).toString('base64url') : null,
    };
  };
}

export type MessageSearch = ReturnType<typeof createMessageSearch>;
