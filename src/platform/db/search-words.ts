import type { Engine } from './database.ts';

/** Scripts whose words are not told apart by spaces: Thai, Lao, Myanmar, Khmer, Japanese, Chinese. */
const unspaced =
  /[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3040-\u30FF\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF]|[\ud840-\ud888][\udc00-\udfff]/;
const beyondAscii = /[^\p{ASCII}]/u;
const marks = /\p{M}+/gu;
const notWord = /[^\p{L}\p{N}]+/gu;

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/**
 * The words of a text in one spelling: lower case, no accents, letters and digits only, and a space between any two,
 * so that both engines index and find the same words in every language. ASCII, the common case, costs one pass.
 */
export function searchWords(text: string): string {
  if (!beyondAscii.test(text)) return text.toLowerCase().replace(notWord, ' ').trim();
  const plain = text.normalize('NFKD').replace(marks, '').normalize('NFC').toLowerCase();
  if (!unspaced.test(plain)) return plain.replace(notWord, ' ').trim();
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(plain)) {
    const word = segment.replace(notWord, '');
    if (isWordLike && word) words.push(word);
  }
  return words.join(' ');
}

export type SearchTerm = { phrase: string[]; excluded: boolean };

/** Words, "phrases" and -not; whatever else is typed is just text, so there is no syntax to get wrong. */
export function parseSearch(query: string): SearchTerm[] {
  const terms: SearchTerm[] = [];
  for (const [, minus, quoted, plain] of query.slice(0, 1_000).matchAll(/(?<![^\s"])(-?)(?:"([^"]*)"?|([^\s"]+))/g)) {
    const words = searchWords(quoted ?? plain ?? '')
      .split(' ')
      .filter(Boolean);
    if (words.length === 0) continue;
    if (quoted === undefined && minus === '' && words.length > 1 && !unspaced.test(plain ?? '')) {
      for (const word of words) terms.push({ phrase: [word], excluded: false });
    } else terms.push({ phrase: words, excluded: minus === '-' });
  }
  return terms.slice(0, 32);
}

/** Undefined when nothing is asked for: exclusions alone find nothing. */
export function searchExpression(engine: Engine, terms: readonly SearchTerm[]): string | undefined {
  const wanted = terms.filter(({ excluded }) => !excluded);
  if (wanted.length === 0) return undefined;
  const unwanted = terms.filter(({ excluded }) => excluded);
  if (engine === 'sqlite') {
    const phrase = ({ phrase: words }: SearchTerm) => `"${words.join(' ')}"`;
    const positive = wanted.map(phrase).join(' AND ');
    return unwanted.length === 0 ? positive : `(${positive}) NOT (${unwanted.map(phrase).join(' OR ')})`;
  }
  const phrase = ({ phrase: words }: SearchTerm) => `(${words.map((word) => `'${word}'`).join(' <-> ')})`;
  return [...wanted.map(phrase), ...unwanted.map((term) => `!${phrase(term)}`)].join(' & ');
}
