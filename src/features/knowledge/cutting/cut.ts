import { type Block, blocksOf } from './blocks.ts';
import { type Cut, longestPassage, mostPassages, shortestPassage } from './passage.ts';

const longestHeading = 300;
const sentenceEnd = /[.!?…。！？](?=[\s"'”’)\]])/g;

/** Behind the last sentence of a text; behind its last line where that has no sentences, as in code. Not below `least`; -1 for none. */
function lastEnd(window: string, least: number): number {
  let place = -1;
  for (const found of window.matchAll(sentenceEnd)) place = found.index + found[0].length;
  // A line ends inside a sentence where a text has lines of one width.
  if (place < window.length / 2) place = Math.max(place, window.lastIndexOf('\n') + 1);
  return place < least ? -1 : place;
}

/** Where a text that is too long is cut: behind a sentence, else behind a word, else anywhere but inside a character. */
function* pieces(text: string, start: number, end: number): Generator<{ start: number; end: number }> {
  let from = start;
  while (end - from > longestPassage) {
    const limit = from + longestPassage;
    const window = text.slice(from, limit);
    let place = lastEnd(window, shortestPassage);
    if (place < 0) place = window.lastIndexOf(' ');
    if (place < shortestPassage) place = longestPassage;
    let to = from + place;
    // Not between the two halves of one character.
    if (/[\uD800-\uDBFF]/.test(text[to - 1] ?? '') && /[\uDC00-\uDFFF]/.test(text[to] ?? '')) to -= 1;
    yield { start: from, end: to };
    from = to;
    while (from < end && /\s/.test(text[from] ?? '')) from += 1;
  }
  if (from < end) yield { start: from, end };
}

const headingText = (text: string, { start, end }: Block): string =>
  text
    .slice(start, Math.min(end, start + 400))
    .replace(/^[\s#]+|[\s#]+$/g, '')
    .replace(/[*_`]+/g, '')
    .replace(/\s+/g, ' ')
    .slice(0, longestHeading)
    .toWellFormed();

const rowText = (text: string, { start, end }: Block): string =>
  text
    .slice(start, Math.min(end, start + longestHeading))
    .replace(/\s+/g, ' ')
    .toWellFormed()
    .trim();
const isRule = (row: string) => /^[\s|:-]+$/.test(row);

/**
 * Cuts a text at its structure: a passage never crosses a heading or a page, and ends at a paragraph or a sentence where it can.
 * A row of a table has the table's first row as the last of its headings.
 */
export function cutText(text: string, options: { markdown: boolean; pages: boolean }): Cut[] {
  const cuts: Cut[] = [];
  const path: { level: number; text: string }[] = [];
  let open: Cut | undefined;
  let table: string | undefined;

  const heading = (last?: string) =>
    [...path.map((one) => one.text), ...(last === undefined ? [] : [last])]
      .join(' › ')
      .slice(-longestHeading)
      .toWellFormed();
  const trimmed = (cut: Cut): Cut => {
    let { start, end } = cut;
    while (start < end && /\s/.test(text[start] ?? '')) start += 1;
    while (end > start && /\s/.test(text[end - 1] ?? '')) end -= 1;
    return { ...cut, start, end };
  };
  const close = () => {
    if (open) {
      const whole = trimmed(open);
      if (whole.end > whole.start) cuts.push(whole);
    }
    open = undefined;
  };

  for (const block of blocksOf(text, options)) {
    if (cuts.length >= mostPassages) break;
    const { start, end, kind, level, page } = block;
    if (kind === 'heading') {
      close();
      table = undefined;
      while ((path.at(-1)?.level ?? 0) >= level) path.pop();
      path.push({ level, text: headingText(text, block) });
      continue;
    }
    if (kind === 'row') {
      const isNew = table === undefined;
      const row = rowText(text, block);
      if (isNew) {
        close();
        table = row;
      }
      if (isRule(row)) continue;
    } else if (table !== undefined) {
      close();
      table = undefined;
    }
    const title = heading(table);
    const fits = open && open.page === page && open.heading === title && end - open.start <= longestPassage;
    if (fits && open) {
      open.end = end;
      continue;
    }
    close();
    for (const piece of pieces(text, start, end)) {
      close();
      open = { ...piece, heading: title, ...(page !== undefined && { page }) };
    }
  }
  close();
  // A document of headings only is found by them.
  if (cuts.length === 0 && path.length > 0) {
    const whole = trimmed({ start: 0, end: Math.min(text.length, longestPassage), heading: '' });
    if (whole.end > whole.start) cuts.push(whole);
  }
  return cuts;
}
