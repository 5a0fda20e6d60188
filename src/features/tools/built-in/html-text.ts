/** Nothing in them is meant to be read. */
const silent = new Set(['script', 'style', 'noscript', 'template', 'svg', 'iframe', 'object', 'head']);
const breaking =
  /^(?:address|article|aside|blockquote|br|dd|div|dl|dt|figcaption|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|tr|ul)$/;

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  apos: "'",
  copy: '©',
  gt: '>',
  hellip: '…',
  laquo: '«',
  ldquo: '“',
  lsquo: '‘',
  lt: '<',
  mdash: '—',
  nbsp: ' ',
  ndash: '–',
  quot: '"',
  raquo: '»',
  rdquo: '”',
  rsquo: '’',
};

const isScalar = (code: number) => code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);

const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,8}));/g, (all, decimal, hex, name) => {
    if (name !== undefined) return entities[name] ?? all;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return isScalar(code) ? String.fromCodePoint(code) : '\ufffd';
  });

function linkTarget(tag: string, base: string): string | undefined {
  const match = /\shref\s*=\s*(?:"([^"]{1,2000})"|'([^']{1,2000})'|([^\s"'>]{1,2000}))/i.exec(tag);
  const href = decodeEntities(match?.[1] ?? match?.[2] ?? match?.[3] ?? '');
  if (!href || href.startsWith('#') || !URL.canParse(href, base)) return undefined;
  const url = new URL(href, base);
  return /^https?:$/.test(url.protocol) ? url.href : undefined;
}

/**
 * What a person would read of a page, with its links as `[text](address)`. One pass over the text: however broken or
 * hostile the page is, it takes time in proportion to its length.
 */
export function htmlToText(html: string, base: string): { title: string; text: string } {
  // Only ASCII: some other letters change their length, and positions would no longer agree.
  const lower = html.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  const pieces: string[] = [];
  let link: string | undefined;
  for (let at = 0; at < html.length; ) {
    const open = html.indexOf('<', at);
    const end = open < 0 ? html.length : open;
    if (end > at) pieces.push(html.slice(at, end).replace(/\s+/g, ' '));
    if (open < 0) break;
    if (lower.startsWith('<!--', open)) {
      const close = html.indexOf('-->', open + 4);
      at = close < 0 ? html.length : close + 3;
      continue;
    }
    const close = html.indexOf('>', open);
    const tag = html.slice(open, close < 0 ? html.length : close + 1);
    const [, slash, name = ''] = /^<(\/?)([a-z][a-z0-9]{0,20})/.exec(tag.slice(0, 24).toLowerCase()) ?? [];
    at = open + tag.length;
    if (!slash && silent.has(name)) {
      const after = lower.indexOf(`</${name}`, at);
      at = after < 0 ? html.length : after;
    } else if (name === 'a') {
      if (link !== undefined) pieces.push(`](${link})`);
      link = slash ? undefined : linkTarget(tag, base);
      if (link !== undefined) pieces.push('[');
    } else if (breaking.test(name)) pieces.push(name === 'li' && !slash ? '\n- ' : '\n');
    else if (name === 'td' || name === 'th') pieces.push(' ');
  }
  const titleAt = lower.indexOf('<title');
  const titleFrom = titleAt < 0 ? -1 : html.indexOf('>', titleAt) + 1;
  const titleTo = titleFrom > 0 ? html.indexOf('<', titleFrom) : -1;
  const tidy = (text: string) => decodeEntities(text).replace(/[^\S\n]+/g, ' ');
  return {
    title: titleTo > 0 ? tidy(html.slice(titleFrom, titleTo).replace(/\s+/g, ' ')).trim() : '',
    text: tidy(pieces.join(''))
      .split('\n')
      .map((line) => line.trim())
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
  };
}
