import type { Engine } from './database.ts';

/**
 * A longer text is found by its beginning. PostgreSQL keeps 1 MiB of words for a row and 2 KiB for a word, and with its
 * place a word takes up to twice its bytes there.
 */
const mostBytes = 250_000;
const longestWord = 100;
const longestRun = 50_000;
const mostPhrases = 64;

const beyondAscii = /[^\p{ASCII}]/u;
const asciiGap = /[^a-z0-9]+/g;
const longAsciiWord = /([a-z0-9]{100})[a-z0-9]+/g;
/**
 * The accents of Latin, Greek and Cyrillic, the points of Hebrew and Arabic, and what is not seen at all. Other scripts
 * keep their marks: without its vowel signs Hindi or Thai is another word, and so is Japanese without its dakuten.
 */
const marks =
  /[[\p{Mn}\p{Me}]&&[\p{scx=Inherited}\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Hebrew}\p{scx=Arabic}]]|[\p{Cf}\u0640]/gv;
/** Letters whose plain form Unicode does not know. */
const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ı: 'i',
  ς: 'σ',
};
const oddLetter = /[ßæœøđłıς]/g;
const word = /[\p{L}\p{N}\p{M}]+|\p{RI}{2}|\p{Extended_Pictographic}/gu;

/** Written without spaces, or with endings that stick to the word. */
const unspacedScripts = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai', 'Lao', 'Khmer', 'Myanmar']
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join('');
const unspaced = new RegExp(`[${unspacedScripts}]`, 'u');
const runs = new RegExp(`[${unspacedScripts}]+|[^${unspacedScripts}]+`, 'gu');

/** `alone`: one character of an unspaced script, where the text has pairs. */
type Token = { text: string; alone: boolean };

const short = (text: string) => (text.length > longestWord ? text.slice(0, longestWord).toWellFormed() : text);

export const oneSpelling = (text: string): string =>
  beyondAscii.test(text)
    ? text
        .normalize('NFKD')
        .replace(marks, '')
        .normalize('NFC')
        .toLowerCase()
        .replace(oddLetter, (letter) => plainLetters[letter] ?? letter)
    : text.toLowerCase();

/** Every two neighbours: whatever part of the run is asked for is found, which no dictionary of words can promise. */
function pairs(run: string): Token[] {
  const characters = Array.from(run.slice(0, longestRun).toWellFormed());
  if (characters.length === 1) return [{ text: run, alone: true }];
  return characters.slice(1).map((next, index) => ({ text: `${characters[index]}${next}`, alone: false }));
}

/** Word by word; a word of letters is one token, an emoji too. */
function* tokensOf(text: string): Generator<Token[], void, void> {
  for (const [found] of oneSpelling(text).matchAll(word))
    yield (found.match(runs) ?? []).flatMap((run) =>
      unspaced.test(run) ? pairs(run) : [{ text: short(run), alone: false }],
    );
}

/**
 * The words of a text as both engines index them: in one spelling, with a space between any two, so that both find the
 * same in every language. ASCII, the common case, costs one pass.
 */
export function searchWords(given: string): string {
  const text = given.slice(0, mostBytes);
  if (!beyondAscii.test(text)) return text.toLowerCase().replace(asciiGap, ' ').replace(longAsciiWord, '$1').trim();
  const words: string[] = [];
  const single = new Set<string>();
  let bytes = 0;
  for (const tokens of tokensOf(text)) {
    for (const token of tokens) {
      bytes += Buffer.byteLength(token.text) + 1;
      if (unspaced.test(token.text))
        for (const character of token.text) {
          if (!single.has(character)) bytes += Buffer.byteLength(character) + 1;
          single.add(character);
        }
      if (bytes > mostBytes) break;
      words.push(token.text);
    }
    if (bytes > mostBytes) break;
  }
  return [...words, ...single].join(' ');
}

/** All of its phrases together, in any order; a phrase is words in a row. */
export type SearchTerm = { phrases: string[][]; excluded: boolean };

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
    const words = [...tokensOf(quoted ?? plain ?? '')];
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
    .map((one, index) => `'${one}':${index + 1}`)
    .join(' ')}`;
