import { ToolError } from '../../../kernel/tool-error.ts';
import type { SharedTool } from '../../tools/index.ts';

const source = 'skill:text';
const longestText = 200_000;
const mostFound = 500;
const mostLines = 2_000;

const text = { type: 'string', maxLength: longestText };
const segments = (granularity: 'word' | 'sentence' | 'grapheme') => new Intl.Segmenter(undefined, { granularity });

/** Not cached, like all tools in this file: results contain the caller's text. */
export const textStatisticsTool: SharedTool = {
  name: 'text_statistics',
  description:
    'Counts words, sentences, paragraphs, lines and characters of a text in any language, with reading time and the most frequent words.',
  source,
  parameters: { type: 'object', properties: { text }, required: ['text'], additionalProperties: false },
  timeoutMs: 5_000,
  external: false,
  async execute(params) {
    const content = String(params.text);
    const frequency = new Map<string, number>();
    let words = 0;
    for (const { segment, isWordLike } of segments('word').segment(content)) {
      if (!isWordLike) continue;
      words += 1;
      const word = segment.toLowerCase();
      frequency.set(word, (frequency.get(word) ?? 0) + 1);
    }
    let characters = 0;
    for (const _ of segments('grapheme').segment(content)) characters += 1;
    let sentences = 0;
    for (const { segment } of segments('sentence').segment(content)) if (segment.trim()) sentences += 1;
    return {
      words,
      uniqueWords: frequency.size,
      characters,
      sentences,
      paragraphs: content.split(/\n\s*\n/).filter((part) => part.trim()).length,
      lines: content === '' ? 0 : content.split('\n').length,
      readingTimeSeconds: Math.round((words / 230) * 60),
      topWords: [...frequency]
        .sort(([one, many], [other, more]) => more - many || (one < other ? -1 : 1))
        .slice(0, 10)
        .map(([word, count]) => ({ word, count })),
    };
  },
};

/** Every repetition is bounded: 200,000 characters of any text take a tenth of a second. */
const patterns: Readonly<Record<string, RegExp>> = {
  emails:
    /(?<![\p{L}\p{N}_%+.-])[\p{L}\p{N}_%+-]{1,64}(?:\.[\p{L}\p{N}_%+-]{1,64}){0,8}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,63}/gu,
  urls: /https?:\/\/[^\s<>"'`)\]}]{1,2000}/g,
  numbers: /[-+]?\d{1,20}(?:[.,]\d{1,20}){0,6}%?/g,
  dates: /\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}/g,
  hashtags: /#[\p{L}\p{N}_]{1,100}/gu,
  mentions: /@[\p{L}\p{N}_]{1,100}/gu,
  quotations: /"[^"\n]{1,500}"|“[^“”\n]{1,500}”|„[^„“”\n]{1,500}[“”]|«[^«»\n]{1,500}»/g,
};

export const textExtractTool: SharedTool = {
  name: 'text_extract',
  description: `Finds everything of one kind in a text, each once and in order: ${Object.keys(patterns).join(', ')}.`,
  source,
  parameters: {
    type: 'object',
    properties: { text, kind: { enum: Object.keys(patterns) } },
    required: ['text', 'kind'],
    additionalProperties: false,
  },
  timeoutMs: 5_000,
  external: false,
  async execute(params) {
    const found = new Set<string>();
    for (const [match] of String(params.text).matchAll(patterns[String(params.kind)] as RegExp)) {
      // Punctuation after a URL belongs to the sentence.
      found.add(params.kind === 'urls' ? match.replace(/[.,;:!?]{1,10}$/, '') : match);
      if (found.size > mostFound) break;
    }
    const items = [...found];
    return {
      items: items.slice(0, mostFound),
      count: Math.min(items.length, mostFound),
      truncated: items.length > mostFound,
    };
  },
};

type Change = { kind: 'same' | 'removed' | 'added'; line: string };

/** The longest common subsequence of what is left without the common beginning and end. */
function compare(before: readonly string[], after: readonly string[]): Change[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1;
  let tail = 0;
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  )
    tail += 1;
  const old = before.slice(head, before.length - tail);
  const fresh = after.slice(head, after.length - tail);
  const width = fresh.length + 1;
  const common = new Uint16Array((old.length + 1) * width);
  for (let row = old.length - 1; row >= 0; row -= 1)
    for (let column = fresh.length - 1; column >= 0; column -= 1)
      common[row * width + column] =
        old[row] === fresh[column]
          ? (common[(row + 1) * width + column + 1] as number) + 1
          : Math.max(common[(row + 1) * width + column] as number, common[row * width + column + 1] as number);
  const middle: Change[] = [];
  let [row, column] = [0, 0];
  while (row < old.length || column < fresh.length) {
    if (row < old.length && column < fresh.length && old[row] === fresh[column]) {
      middle.push({ kind: 'same', line: old[row] as string });
      row += 1;
      column += 1;
    } else if (
      column >= fresh.length ||
      (row < old.length &&
        (common[(row + 1) * width + column] as number) >= (common[row * width + column + 1] as number))
    ) {
      middle.push({ kind: 'removed', line: old[row] as string });
      row += 1;
    } else {
      middle.push({ kind: 'added', line: fresh[column] as string });
      column += 1;
    }
  }
  const same = (line: string): Change => ({ kind: 'same', line });
  return [...before.slice(0, head).map(same), ...middle, ...before.slice(before.length - tail).map(same)];
}

const marks = { same: ' ', removed: '-', added: '+' } as const;

export const textDiffTool: SharedTool = {
  name: 'text_diff',
  description: 'Compares two texts line by line; gives the changes as a diff with three lines of context.',
  source,
  parameters: {
    type: 'object',
    properties: { before: text, after: text },
    required: ['before', 'after'],
    additionalProperties: false,
  },
  timeoutMs: 5_000,
  external: false,
  async execute(params) {
    const [before, after] = [String(params.before).split('\n'), String(params.after).split('\n')];
    if (before.length > mostLines || after.length > mostLines)
      throw new ToolError(`Each text may have at most ${mostLines} lines.`);
    const changes = compare(before, after);
    const near = (index: number) =>
      changes.slice(Math.max(0, index - 3), index + 4).some(({ kind }) => kind !== 'same');
    const lines: string[] = [];
    let skipped = false;
    for (const [index, { kind, line }] of changes.entries()) {
      if (near(index)) lines.push(...(skipped ? ['…'] : []), `${marks[kind]} ${line}`);
      skipped = !near(index);
    }
    const count = (wanted: Change['kind']) => changes.filter(({ kind }) => kind === wanted).length;
    return {
      identical: count('same') === changes.length,
      added: count('added'),
      removed: count('removed'),
      diff: lines.join('\n'),
    };
  },
};
