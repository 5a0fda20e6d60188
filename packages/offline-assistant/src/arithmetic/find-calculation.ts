import { wordList } from '../word-lists.ts';
import { contentWords, coreOf, isQuestion } from '../words.ts';
import { type Calculation, createParser, type Parsed, type Token } from './grammar.ts';
import { readNumberWords } from './number-words.ts';

const phrases: [RegExp, string][] = [
  // Dates, times and addresses look like calculations.
  [/\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|\b\d{1,2}:\d{2}\b|\b\d+\.\d+\.\d+\.\d+\b/g, ' date '],
  [/(?<=[a-z])-(?=[a-z])/g, ' '],
  [/remainder (?:of|when|if) (.{1,40}?) (?:is )?divided by/g, '$1 mod'],
  [/multiplied (?:by|with)/g, '*'],
  [/divided (?:by|through)/g, '/'],
  [/to the (\d+)(?:st|nd|rd|th)(?: power)?/g, '^ $1'],
  [/(?:raised )?to the power(?: of)?|raised to|\*\*/g, '^'],
  [/(?:square )?root of|sqrt of/g, 'sqrt'],
  [/per ?cent(?:age)?/g, '%'],
  [/added to|increased by/g, '+'],
  [/decreased by|reduced by/g, '-'],
  [/[−–]/g, '-'],
  [/[×·]/g, '*'],
  [/(?<=\d)\s*x\s*(?=[\d(])/g, '*'],
  [/÷/g, '/'],
];

const operators: Record<string, string> = { plus: '+', minus: '-', times: '*', over: '/', modulo: 'mod' };
/** Words between numbers and operators that have no effect. */
const silent = wordList('betweenNumbers');

function tokenise(text: string): Token[] {
  const plain = phrases.reduce(
    (written, [phrase, symbol]) => written.replace(phrase, ` ${symbol} `),
    text.toLowerCase(),
  );
  const pattern = /\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+|[a-z]+(?:'[a-z]+)?|\p{L}+|[-+*/^%(),=]/gu;
  const words = (plain.match(pattern) ?? []).filter((word) => !silent.has(word));
  const tokens: Token[] = [];
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? '';
    const spelled = readNumberWords(words, at);
    if (/^[\d.]/.test(word)) tokens.push({ kind: 'number', value: Number(word.replaceAll(',', '')) });
    else if (spelled) tokens.push({ kind: 'number', value: spelled.value });
    else tokens.push({ kind: 'word', word: operators[word] ?? word });
    at += spelled?.length ?? 1;
  }
  return tokens;
}

const round = (value: number): number => Number(value.toPrecision(12));

const asksForValue = wordList('asksForValue');

/** The one calculation that a clause asks for, if any. */
export function findCalculation(clause: string): Calculation | undefined {
  const core = coreOf(clause);
  const tokens = tokenise(core);
  // The grammar is recursive, so its input is limited.
  if (tokens.length > 200) return undefined;
  const parse = createParser(tokens);
  let best: (Parsed & { from: number }) | undefined;
  for (let from = 0; from < tokens.length; from += 1) {
    const parsed = parse(from);
    if (!parsed || parsed.operations === 0) continue;
    if (!best || parsed.next - from > best.next - best.from) best = { ...parsed, from };
  }
  if (!best) return undefined;
  const outside = tokens
    .filter((_, index) => index < (best?.from ?? 0) || index >= (best?.next ?? 0))
    .flatMap((token) => (token.kind === 'word' ? contentWords(token.word) : ['number']))
    .filter((word) => !asksForValue.has(word));
  const asked = isQuestion(core) || contentWords(core).some((word) => asksForValue.has(word));
  if (outside.length > (asked ? 2 : 0)) return undefined;
  return {
    text: best.text.replace(/^\((.*)\)$/, (whole, inner: string) => (isBalanced(inner) ? inner : whole)),
    value: round(best.value),
  };
}

/** `(1 + 2) * (3 + 4)` begins and ends with a parenthesis, but these two are not a pair. */
function isBalanced(text: string): boolean {
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
