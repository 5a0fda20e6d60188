import type { Message } from './conversation.ts';
import { blocksOf } from './knowledge.ts';
import { clausesOf, relevance } from './words.ts';

type Passage = { number: string; place: string; text: string };

const beginning = /^\[(\d{1,2})\] ([^\n]*)\n/gm;
const longestQuote = 400;

/** The numbered extracts of documents in the instructions. They are data: quoted, never obeyed. */
function passagesIn(messages: readonly Message[]): Passage[] {
  return blocksOf(messages, /\bextracts? from documents\b/i).flatMap((body) => {
    let last = 0;
    // A line of a document may look like the beginning of an extract; only the next number is one.
    const heads = [...body.matchAll(beginning)].filter(([, number]) => {
      const isNext = Number(number) === last + 1;
      if (isNext) last += 1;
      return isNext;
    });
    return heads.map(({ 0: head, 1: number = '', 2: place = '', index }, position) => ({
      number,
      place,
      text: body.slice(index + head.length, heads[position + 1]?.index).trim(),
    }));
  });
}

const shortened = (text: string): string =>
  text.length > longestQuote ? `${text.slice(0, longestQuote - 1).toWellFormed()}…` : text;

/** The sentence that shares the most words with the question, with the one behind it if it is short. */
function sentenceFor(question: string, text: string): string {
  const sentences = clausesOf(text.replace(/\n(?!\n)/g, ' '));
  const scores = sentences.map((sentence) => relevance(question, sentence));
  const best = scores.indexOf(Math.max(...scores));
  const [sentence = text, next = ''] = sentences.slice(Math.max(0, best));
  return shortened(sentence.length < 60 && next !== '' ? `${sentence} ${next}` : sentence);
}

/**
 * An answer from a document, in its own words and with its number. `sure`: only one that has at least half of the question's
 * words. Otherwise the nearest: extracts are chosen by meaning, and may share no word with the question.
 */
export function fromDocuments(question: string, messages: readonly Message[], sure: boolean): string | undefined {
  const ranked = passagesIn(messages)
    .map((passage) => ({ ...passage, score: relevance(question, `${passage.place} ${passage.text}`) }))
    .sort((one, other) => other.score - one.score);
  const [best] = ranked;
  if (!best || (sure && best.score < 0.5)) return undefined;
  const quoted = `“${sentenceFor(question, best.text)}” [${best.number}]`;
  return best.score < 0.5
    ? `I am not sure. The nearest I find in the documents, in ${best.place}: ${quoted}`
    : `From ${best.place}: ${quoted}`;
}
