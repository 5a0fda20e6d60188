import type { Message } from './conversation.ts';
import { wordList } from './word-lists.ts';
import { clausesOf, contentWords, coreOf, isOnlyAbout } from './words.ts';

const verbFirst = /^(?:summari[sz]e|recap|condense|sum (?:\w+ ){0,2}up|tl;?dr|in short)\b/i;
const asksFor =
  /\b(?:give|make|write|provide|show|need|want|get|have|produce|create|do|what is|would like)\b[^.?!]{0,60}\b(?:summary|recap|gist|overview)\b/i;
const nouns = wordList('summaryNouns');
const whatWasSaid = /\bwhat (?:have|did|were) we (?:been )?(?:discuss|talk|say|said|cover|go|gone|speak)/i;

function asksForSummary(clause: string): boolean {
  const core = coreOf(clause);
  return (
    verbFirst.test(core) ||
    asksFor.test(core) ||
    whatWasSaid.test(core) ||
    (/\b(?:summary|recap|gist)\b/i.test(core) && isOnlyAbout(core, nouns))
  );
}

const longestRequest = 600;
const shortestText = 200;

/**
 * The text to summarise: one that came with the request, or the conversation. The request is before the text, or in its
 * own paragraph after it.
 */
export function findSummaryRequest(message: string): { text: string | undefined } | undefined {
  const last = message.slice(message.lastIndexOf('\n\n') + 1).trim();
  const before = message.slice(0, message.length - last.length).trim();
  if (last.length <= longestRequest && before.length > shortestText && asksForSummary(clausesOf(last)[0] ?? ''))
    return { text: before };
  const [first = ''] = clausesOf(message.slice(0, longestRequest));
  if (!asksForSummary(first)) return undefined;
  const text = /[:\n]([\s\S]+)$/.exec(message)?.[1]?.trim() ?? '';
  return { text: text.length > shortestText ? text : undefined };
}

const asksForLastWords =
  /\bwhat did i (?:just )?(?:say|ask|write|tell you)(?: (?:before|last|earlier|just now))*\s*\??$|\bmy (?:last|previous) (?:message|question|sentence)\b/i;

/** `what did I just say?` */
export function findLastWords(clause: string, before: readonly Message[]): string | undefined {
  if (!asksForLastWords.test(clause)) return undefined;
  const said = before.findLast(({ role }) => role === 'user')?.content;
  return said ? `You said: “${clip(said, 300)}”` : 'That was your first message.';
}

const clip = (text: string, length: number): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
};

const shownTurns = 8;

/** `earlier` is the summary of the compacted part of the conversation. */
export function summariseConversation(messages: readonly Message[], earlier: readonly string[]): string {
  const said = messages.filter(
    ({ role, content }) => (role === 'user' || role === 'assistant') && content.trim() !== '',
  );
  if (said.length === 0 && earlier.length === 0)
    return 'There is nothing to sum up yet: this is the first message of our conversation.';
  const tools = [...new Set(messages.flatMap((message) => (message.role === 'tool' ? [message.name] : [])))];
  const shown = said.slice(-2 * shownTurns);
  const lines = shown.map(({ role, content }) => `- ${role === 'user' ? 'You' : 'I'}: ${clip(content, 120)}`);
  const longBefore = earlier
    .slice(0, 6)
    .map((line) => `- ${clip(line, 160)}\n`)
    .join('');
  const unseen = said.length > shown.length ? `- (${said.length - shown.length} messages before these)\n` : '';
  const used = tools.length > 0 ? `\nTools used: ${tools.join(', ')}.` : '';
  return `So far, in ${said.length} messages:\n${longBefore}${unseen}${lines.join('\n')}${used}`;
}

/** The sentences that share most words with all others, in their original order: at most a third of the text. */
export function extract(text: string): string {
  const sentences = [...new Set(text.split(/(?<=[.!?])\s+|\n+/).map((sentence) => clip(sentence, 200)))].filter(
    (sentence) => contentWords(sentence).length > 1,
  );
  const frequency = new Map<string, number>();
  for (const word of sentences.flatMap(contentWords)) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  const scored = sentences.map((sentence, index) => {
    const words = contentWords(sentence);
    const weight = words.reduce((sum, word) => sum + (frequency.get(word) ?? 0), 0);
    return { sentence, index, score: weight / Math.sqrt(words.length) + (index === 0 ? 1 : 0) };
  });
  const budget = Math.min(1_200, text.length / 3);
  let used = 0;
  return scored
    .sort((left, right) => right.score - left.score)
    .filter(({ sentence }) => {
      if (used > 0 && used + sentence.length > budget) return false;
      used += sentence.length;
      return true;
    })
    .sort((left, right) => left.index - right.index)
    .map(({ sentence }) => `- ${sentence}`)
    .join('\n');
}
