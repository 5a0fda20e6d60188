import type { Engine } from '../database.ts';
import { oneSpelling, scanRuns } from './spelling.ts';

/**
 * A longer text is found by its beginning. PostgreSQL keeps 1 MiB of words for a row and 2 KiB for a word, and with its
 * place a word takes up to twice its bytes there.
 */
const mostBytes = 250_000;
const longestWord = 100;
const mostPhrases = 64;
/** PostgreSQL counts places up to 16,383. Past that we begin anew, so that phrases are found in long texts too. */
const places = 16_000;

/** `alone`: one character of an unspaced script, where the text has pairs. */
type Token = { text: string; alone: boolean };

const short = (text: string) => (text.length > longestWord ? text.slice(0, longestWord).toWellFormed() : text);
const isAstral = (unit: number) => (unit & 0xf800) === 0xd800;

/** Every two neighbours: whatever part of the run is asked for is found, which no dictionary of words can promise. */
function* pairsOf(run: string): Generator<string, void, void> {
  let at = 0;
  let next = isAstral(run.charCodeAt(0)) ? 2 : 1;
  if (next >= run.length) yield run;
  while (next < run.length) {
    const end = next + (isAstral(run.charCodeAt(next)) ? 2 : 1);
    yield run.slice(at, end);
    at = next;
    next = end;
  }
}

/**
 * The words of a text as both engines index them: in one spelling, with a space between any two, so that both find the
 * same in every language. Characters of unspaced scripts stand once more at the end, each by itself.
 */
export function searchWords(text: string): string {
  const words: string[] = [];
  const single = new Set<string>();
  let bytes = 0;
  const isFull = (token: string) => {
    bytes += Buffer.byteLength(token) + 1;
    return bytes > mostBytes;
  };
  scanRuns(oneSpelling(text.slice(0, mostBytes)), (run, isUnspaced) => {
    if (!isUnspaced) {
      const token = short(run);
      if (isFull(token)) return false;
      words.push(token);
      return true;
    }
    for (const pair of pairsOf(run)) {
      if (isFull(pair)) return false;
      words.push(pair);
      for (const character of pair) {
        if (single.has(character)) continue;
        if (isFull(character)) return false;
        single.add(character);
      }
    }
    return true;
  });
  for (const character of single) words.push(character);
  return words.join(' ');
}

const isInWord = Uint8Array.from({ length: 128 }, (_, code) => (/[a-z0-9]/i.test(String.fromCharCode(code)) ? 1 : 0));

/** ASCII with no word that would be cut. A loop: patterns took two and a half times as long. */
function isPlain(text: string): boolean {
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 127) return false;
    length = isInWord[code] === 1 ? length + 1 : 0;
    if (length > longestWord) return false;
  }
  return true;
}

/**
 * The same for FTS5. Its tokenizer splits ASCII as `searchWords` does and writes it in lower case, so such a text is given to it as it
 * is.
 */
export const wordsForSqlite = (text: string): string =>
  text.length < mostBytes && isPlain(text) ? text : searchWords(text);

/** All of its phrases together, in any order; a phrase is words in a row. */
export type SearchTerm = { phrases: string[][]; excluded: boolean };

/** Word by word; a word of letters is one token, an emoji too. */
function tokensOf(text: string): Token[][] {
  const words: Token[][] = [];
  scanRuns(oneSpelling(text), (run, isUnspaced, goesOn) => {
    const pairs = isUnspaced ? [...pairsOf(run)] : [short(run)];
    const alone = isUnspaced && pairs[0] === run && Array.from(run).length === 1;
    const tokens = pairs.map((token) => ({ text: token, alone }));
    if (goesOn) words.at(-1)?.push(...tokens);
    else words.push(tokens);
    return true;
  });
  return words;
}

function phrasesOf(tokens: readonly Token[]): string[][] {
  const phrases: string[][] = [];
  let open: string[] | undefined;
  for (const { text, alone } of tokens) {
    if (alone) {
      phrases.push([text]);
      open = undefined;
    } else if (open) open.push(text);
    else {
      open = [text];
      phrases.push(open);
    }
  }
  return phrases;
}

/** Words, "phrases" and -not; whatever else is typed is just text, so there is no syntax to get wrong. */
export function parseSearch(query: string): SearchTerm[] {
  const terms: SearchTerm[] = [];
  for (const [, minus, quoted, plain] of query.slice(0, 1_000).matchAll(/(?<![^\s"])(-?)(?:"([^"]*)"?|([^\s"]+))/g)) {
    const words = tokensOf(quoted ?? plain ?? '');
    const excluded = minus === '-';
    const asTyped = quoted !== undefined || excluded;
    for (const tokens of asTyped ? [words.flat()] : words)
      if (tokens.length > 0) terms.push({ phrases: phrasesOf(tokens), excluded });
  }
  let phrases = 0;
  return terms.filter((term) => {
    phrases += term.phrases.length;
    return phrases <= mostPhrases;
  });
}

/** Undefined when nothing is asked for: exclusions alone find nothing. Words are letters, so nothing needs escaping. */
export function searchExpression(engine: Engine, scope: string, terms: readonly SearchTerm[]): string | undefined {
  const [and, phraseOf] =
    engine === 'sqlite'
      ? [' AND ', (words: string[]) => `"${words.join(' ')}"`]
      : [' & ', (words: string[]) => words.map((one) => `'${one}'`).join(' <-> ')];
  const expression = ({ phrases }: SearchTerm) => `(${phrases.map((words) => `(${phraseOf(words)})`).join(and)})`;
  const wanted = terms.filter(({ excluded }) => !excluded).map(expression);
  const unwanted = terms.filter(({ excluded }) => excluded).map(expression);
  if (wanted.length === 0) return undefined;
  if (engine === 'postgres') return [`'@${scope}'`, ...wanted, ...unwanted.map((term) => `!${term}`)].join(and);
  const found = `scope : "${scope}" AND words : (${wanted.join(and)})`;
  return unwanted.length === 0 ? found : `(${found}) NOT words : (${unwanted.join(' OR ')})`;
}

/**
 * For PostgreSQL, past its parser, which knows fewer letters than Unicode and no emoji. The scope is a word of the
 * vector that no text can have, so the index itself leaves out other people's messages.
 */
export const searchVector = (scope: string, words: string): string =>
  `'@${scope}' ${words
    .split(' ')
    .map((one, index) => `'${one}':${(index % places) + 1}`)
    .join(' ')}`;

/** PostgreSQL keeps so many places of one word, and refuses more in its own form. */
const mostPlaces = 256;

/**
 * The same in PostgreSQL's own form: it took 4 % of what the server computes for a turn to read the text of two vectors, and takes a
 * quarter of that to read these. To write one takes 1 µs longer than to write the text.
 */
export function searchVectorBytes(scope: string, words: string): string | Buffer {
  // A character here is a byte.
  const text = Buffer.byteLength(words) === words.length ? words : Buffer.from(words).toString('latin1');
  const list = text.split(' ');
  // There places begin anew, and these have to be in order.
  if (list.length > places) return searchVector(scope, words);
  const placesOf = new Map<string, number | number[]>();
  for (const [index, word] of list.entries()) {
    const known = placesOf.get(word);
    if (known === undefined) placesOf.set(word, index + 1);
    else if (typeof known === 'number') placesOf.set(word, [known, index + 1]);
    else if (known.length < mostPlaces) known.push(index + 1);
  }
  const vector = Buffer.allocUnsafe(text.length + scope.length + 8 + 6 * list.length);
  let end = vector.writeInt32BE(placesOf.size + 1);
  const add = (number: number) => {
    vector[end++] = number >> 8;
    vector[end++] = number & 0xff;
  };
  const addWord = (word: string) => {
    for (let at = 0; at < word.length; at += 1) vector[end++] = word.charCodeAt(at);
    vector[end++] = 0;
  };
  addWord(`@${scope}`);
  add(0);
  for (const [word, found] of placesOf) {
    addWord(word);
    if (typeof found === 'number') {
      add(1);
      add(found);
    } else {
      add(found.length);
      for (const place of found) add(place);
    }
  }
  return vector.subarray(0, end);
}
