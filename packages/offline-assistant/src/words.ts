import synonymLines from './synonyms.json' with { type: 'json' };
import { wordList, words } from './word-lists.ts';

/** Words without a meaning of their own in a question or request. */
const withoutMeaning = wordList('withoutMeaning');
const questionOpeners = wordList('questionOpeners');
/** Words with little weight if the question has a better one. */
const weak = wordList('weak');
/** Groups of words that count as equal in a lookup. */
const synonyms = synonymLines.map(words);

const contractions: [RegExp, string][] = [
  [/[‘’]/g, "'"],
  [/\b(what|who|where|when|how|that|it|there|here|name|he|she)'s\b/gi, '$1 is'],
  [/\b(what|who|where|how)s\b/gi, '$1 is'],
  [/\bi'?m\b/gi, 'I am'],
  [/\b(i|you|we|they)'ve\b/gi, '$1 have'],
  [/\b(i|you|we|they|he|she|it)'ll\b/gi, '$1 will'],
  [/\b(i|you|we|they)'d\b/gi, '$1 would'],
  [/\b(you|we|they|what)'re\b/gi, '$1 are'],
  [/\bcan't\b|\bcannot\b/gi, 'can not'],
  [/\bwon't\b/gi, 'will not'],
  [/\b(do|does|did)nt\b/gi, '$1 not'],
  [/\b(\w+)n't\b/gi, '$1 not'],
];

/** Expands contractions, so that one rule covers both forms. */
const writeOut = (text: string): string =>
  contractions.reduce((written, [short, long]) => written.replace(short, long), text);

export const wordsOf = (text: string): string[] =>
  writeOut(text)
    .toLowerCase()
    .replace(/'s\b/g, '')
    .match(/[\p{L}\p{N}]+(?:[-'][\p{L}\p{N}]+)*/gu) ?? [];

export const contentWords = (text: string): string[] => wordsOf(text).filter((word) => !withoutMeaning.has(word));

/** Whether all meaningful words are in this vocabulary, and there is at least one. */
export function isOnlyAbout(text: string, vocabulary: ReadonlySet<string>): boolean {
  const content = contentWords(text);
  return content.length > 0 && content.every((word) => vocabulary.has(word));
}

export const isQuestion = (clause: string): boolean =>
  /\?\s*$/.test(clause) || questionOpeners.has(wordsOf(clause)[0] ?? '');

const leads = [
  /^(?:hey|hi|hello)(?: there| everyone| all| again)?\b[\s,:!-]*/i,
  /^(?:please|kindly|ok|okay|so|well|now|then|also|and|but|oh|yes|no|thanks|actually|listen|look|btw|fyi|sorry|pardon|excuse me)\b[\s,:!-]*/i,
  /^(?:by the way|for (?:future reference|the record|your information)|just so you know|in case you wonder|make sure (?:to|you)|be sure to|let me introduce myself|(?:if )?you (?:can|could|would|might))\b[\s,:]*/i,
  /^(?:can|could|would|will) you\b(?: please| kindly| just)*[\s,]*/i,
  /^(?:i want|i need|i would like|i wish)(?: you)? to (?!know\b)/i,
  /^(?:i want|i need|i would like) to know\b[\s,:]*/i,
  /^(?:tell me|let me know|show me|explain)\b(?! about)[\s,:]*/i,
  /^(?:do you (?:happen to )?know|any idea|i wonder|i am wondering|i was wondering)\b(?! about| anything| of)[\s,:]*(?:if )?/i,
  /^(?:please|kindly|just|quickly|go ahead and)\b[\s,]*/i,
];

/** A request without its polite phrases. */
export function coreOf(clause: string): string {
  let core = writeOut(clause).trim();
  for (let before = ''; before !== core; ) {
    before = core;
    for (const lead of leads) core = core.replace(lead, '');
  }
  return core === '' ? clause.trim() : core;
}

/** Makes `drinks`, `drinking` and `drink` one word. */
function stem(word: string): string {
  const group = synonyms.findIndex((each) => each.includes(word));
  if (group >= 0) return `#${group}`;
  const short = word
    .replace(/'s$/, '')
    .replace(/ies$/, 'y')
    .replace(/(?:([^aeiou])\1|([a-z]))(?:ing|ed)$/, '$1$2')
    .replace(/(?<=[a-z]{3})(?:es|s|e)$/, '');
  const again = synonyms.findIndex((others) => others.some((each) => each === short || each === `${short}e`));
  return again >= 0 ? `#${again}` : short;
}

/** The share of a question's words that a text covers: 0 to 1. */
export function relevance(question: string, text: string): number {
  const asked = contentWords(question);
  if (asked.length === 0) return 0;
  const present = new Set(contentWords(text).map(stem));
  const weigh = (word: string) => (weak.has(word) ? 0.3 : 1);
  const total = asked.reduce((sum, word) => sum + weigh(word), 0);
  return asked.reduce((sum, word) => sum + (present.has(stem(word)) ? weigh(word) : 0), 0) / total;
}

const joint =
  /,?\s+(?:and|then|but|also)\s+(?:then\s+|also\s+)?(?=(?:what|who|where|when|which|how|tell|remember|calculate|compute|i|my)\b)/gi;
const verb =
  /\b(?:is|am|are|was|were|has|have|do|does|like|love|hate|prefer|live|work|drink|eat|use|called|want|tell|remember|call|note|plus|minus|times)\b|\d/i;

/** Splits a text into sentences and clauses. A decimal point does not end a sentence. */
export const clausesOf = (text: string): string[] =>
  text
    .split(/(?<=[.!?…])\s+(?=\S)|\n+|;\s+/)
    .flatMap(splitJoined)
    .map((clause) => clause.trim())
    .filter(Boolean);

/** `my name is Zoe and I like chess` is two statements, `my wife and I like chess` one: only the first has two verbs. */
function splitJoined(sentence: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const match of sentence.matchAll(joint)) {
    const part = sentence.slice(from, match.index);
    if (!verb.test(writeOut(part))) continue;
    parts.push(part);
    from = match.index + match[0].length;
  }
  return [...parts, sentence.slice(from)];
}

const flips: Record<string, string> = {
  i: 'you',
  me: 'you',
  my: 'your',
  mine: 'yours',
  myself: 'yourself',
  am: 'are',
  we: 'you',
  our: 'your',
  us: 'you',
};

/** Rewrites what the user said about themselves to the second person. */
export function toSecondPerson(text: string): string {
  const flipped = writeOut(text)
    .trim()
    .replace(/[.!\s]+$/, '')
    .replace(/\bI was\b/g, 'you were')
    .replace(/\b(?:i|me|my|mine|myself|am|we|our|us)\b/gi, (word) => flips[word.toLowerCase()] ?? word);
  return `${flipped.charAt(0).toLowerCase()}${flipped.slice(1)}`;
}

export const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
