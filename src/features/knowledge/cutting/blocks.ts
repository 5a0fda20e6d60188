/** A piece of a text that is not cut without need: a paragraph, an item of a list, a row of a table. */
export type Block = {
  start: number;
  end: number;
  kind: 'heading' | 'row' | 'text';
  /** Of a heading: 1 to 6. */
  level: number;
  page?: number;
};

const markdownHeading = /^ {0,3}(#{1,6})[ \t]+\S/;
/** A line of signs below a line of text makes that a heading. */
const underline = /^ {0,3}(=+|-+)\s*$/;
const numbered =
  /^(?:\d{1,2}(?:\.\d{1,2}){0,4}\.?|[A-Z]\.|Appendix [A-Z]\.?|Chapter \d+|Section \d+\.?)[ \t]+\p{Lu}[^.!?]{1,80}$/u;
const capitals = /^[\p{Lu}\d][\p{Lu}\d ,&'’()/-]{3,70}$/u;
const item = /^\s*(?:[-*+•]|\d{1,3}[.)]|\([a-z\d]{1,3}\))\s+/;
const fence = /^ {0,3}(?:```|~~~)/;
const pageMark = /^\[Page (\d{1,6})\]$/;

type Line = { start: number; end: number; text: string };

function* linesOf(text: string): Generator<Line> {
  for (let start = 0; start <= text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    yield { start, end, text: text.slice(start, Math.min(end, start + 400)) };
    start = end + 1;
  }
}

/** How a plain line, with nothing above it in its paragraph, stands for a heading; 0 when it does not. */
function plainLevel(line: string): number {
  const text = line.trim();
  if (numbered.test(text))
    return Math.min(6, (/^[\d.]+/.exec(text)?.[0].replace(/\.$/, '').split('.').length ?? 1) + 1);
  return capitals.test(text) && /\p{Lu}{3}/u.test(text) && text.length <= 70 ? 2 : 0;
}

/** `pages`: lines such as `[Page 3]` begin a page and are no part of the text. */
export function blocksOf(text: string, options: { markdown: boolean; pages: boolean }): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  let page: number | undefined;
  let inFence = false;

  const close = () => {
    open = undefined;
  };
  const add = (block: Omit<Block, 'page'>): Block => {
    const made = page === undefined ? block : { ...block, page };
    blocks.push(made);
    return made;
  };

  for (const line of linesOf(text)) {
    const isBlank = line.text.trim() === '';
    if (options.pages) {
      const mark = pageMark.exec(line.text);
      if (mark) {
        page = Number(mark[1]);
        close();
        continue;
      }
    }
    if (options.markdown && fence.test(line.text)) inFence = !inFence;
    if (isBlank) {
      if (!inFence) close();
      continue;
    }
    const { start, end } = line;
    if (!inFence && options.markdown) {
      const level = markdownHeading.exec(line.text)?.[1]?.length ?? 0;
      if (level > 0) {
        close();
        add({ start, end, kind: 'heading', level });
        continue;
      }
      const last: Block | undefined = open;
      const isOneLine =
        last !== undefined && last.end === start - 1 && text.lastIndexOf('\n', last.end - 1) < last.start;
      if (last?.kind === 'text' && isOneLine && underline.test(line.text)) {
        last.kind = 'heading';
        last.level = line.text.trim().startsWith('=') ? 1 : 2;
        close();
        continue;
      }
    }
    if (!inFence && line.text.trimStart().startsWith('|')) {
      add({ start, end, kind: 'row', level: 0 });
      close();
      continue;
    }
    if (!inFence && !open && !options.markdown) {
      const level = plainLevel(line.text);
      const isAlone = text.startsWith('\n', end + 1) || text.slice(end + 1, end + 80).trim() === '';
      if (level > 0 && end - start < 100 && isAlone) {
        add({ start, end, kind: 'heading', level });
        continue;
      }
    }
    if (!inFence && item.test(line.text)) close();
    if (open) open.end = end;
    else open = add({ start, end, kind: 'text', level: 0 });
  }
  return blocks;
}
