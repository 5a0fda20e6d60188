import type { ModelMessage } from '../model.ts';
import { contentWords } from './words.ts';

const asksForSummary =
  /\b(?:summari[sz]e|summary|recap|sum (?:it |this |that |everything )?up|tl;?dr|in short|condense|gist)\b|\bwhat (?:have|did|were) we (?:been )?(?:discuss|talk|say|said|cover|go|gone|speak)/i;

export const isAboutSummary = (text: string): boolean => asksForSummary.test(text);

/** What follows the request, if it is long enough to be what is meant. */
export function textToSummarise(message: string): string | undefined {
  const at = asksForSummary.exec(message);
  const after = message.slice((at?.index ?? 0) + (at?.[0].length ?? 0));
  const body = /[:\n]([\s\S]+)$/.exec(after)?.[1]?.trim() ?? '';
  return body.length > 200 ? body : undefined;
}

const clip = (text: string, length: number): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
};

const shownTurns = 8;

export function summariseConversation(messages: readonly ModelMessage[]): string {
  const said = messages.filter(
    ({ role, content }) => (role === 'user' || role === 'assistant') && content.trim() !== '',
  );
  if (said.length === 0) return 'There is nothing to sum up yet: this is the first message of our conversation.';
  const tools = [...new Set(messages.flatMap((message) => (message.role === 'tool' ? [message.name] : [])))];
  const shown = said.slice(-2 * shownTurns);
  const lines = shown.map(({ role, content }) => `- ${role === 'user' ? 'You' : 'I'}: ${clip(content, 120)}`);
  const earlier = said.length > shown.length ? `- (${said.length - shown.length} earlier messages)\n` : '';
  const used = tools.length > 0 ? `\nTools used: ${tools.join(', ')}.` : '';
  return `So far, in ${said.length} messages:\n${earlier}${lines.join('\n')}${used}`;
}

/** The sentences that share most words with all others, in their order: at most a third of the text. */
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
