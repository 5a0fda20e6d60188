import fc from 'fast-check';
import { expect, it } from 'vitest';
import { onThisMachine } from '../../../test/harness/this-machine.ts';
import { htmlToText } from './html-text.ts';

const base = 'https://example.com/a/';

it('returns the visible text of a page', () => {
  const html = `<!doctype html><HTML><head><title> News &ndash; today </title><style>p{}</style></head>
    <body><!-- hidden <p>no</p> --><nav><ul><li>One</li><li>Two</li></ul></nav>
    <h1>Title</h1><p>First&nbsp;<b>bold</b> &lt;tag&gt; &#233;&#x1F600;</p><p>See <a class="x" href='../b?q=1&amp;r=2'>this
    page</a>, not <a href="javascript:alert(1)">that</a>.</p><SCRIPT>if (a < b) alert("</p>")</SCRIPT>
    <table><tr><td>a</td><td>b</td></tr></table></body></HTML>`;
  expect(htmlToText(html, base)).toEqual({
    title: 'News – today',
    text: '- One\n\n- Two\n\nTitle\n\nFirst bold <tag> é😀\n\nSee [this page](https://example.com/b?q=1&r=2), not that.\n\na b',
  });
});

it.each([
  ['a < b > c', 'a < b > c'],
  ['1 <2 and <3', '1 <2 and <3'],
  ['<p title="a > b">x</p>', 'x'],
  ['&eacute;&AMP;&madeup;&#128;', 'é&&madeup;€'],
  ['<head><meta charset=utf-8><body>seen</body>', 'seen'],
  ['<svg><svg></svg>hidden</svg>seen', 'seen'],
  ['<textarea><p>as typed</textarea>', '<p>as typed'],
])('reads %s as a browser does', (html, text) => {
  expect(htmlToText(html, base).text).toBe(text);
});

it('accepts any malformed page', () => {
  const piece = fc.constantFrom(
    '<',
    '>',
    '</',
    '<a href="',
    '"',
    '<script>',
    '</script',
    '<!--',
    '-->',
    'İ',
    'x',
    '&#0;',
    '&amp',
    '\n',
  );
  fc.assert(fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => void htmlToText(pieces.join(''), base)));
});

it('takes linear time for any page', () => {
  for (const part of [
    '<',
    '<a href',
    '<a href="x',
    '<!--',
    '<script>',
    '<p>',
    '&',
    '</',
    ' ',
    '<a href=   ',
    '<title>',
    '\n',
    '<ul><li>',
    '<b><svg>',
  ]) {
    const started = performance.now();
    htmlToText(part.repeat(1_000_000 / part.length), base);
    expect(performance.now() - started, part).toBeLessThan(onThisMachine(2_000));
  }
});
