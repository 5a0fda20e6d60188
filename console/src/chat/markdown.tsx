import { Marked, type Token, type Tokens } from 'marked';
import { Fragment, memo, type ReactNode, useRef } from 'react';
import { CodeBlock } from './code-block.tsx';

/** Formulas stay as they are written: their stars and underlines are not Markdown. */
const formula = (name: string, level: 'block' | 'inline', begin: RegExp, whole: RegExp) => ({
  name,
  level,
  start: (text: string) => begin.exec(text)?.index,
  tokenizer(text: string) {
    const raw = whole.exec(text)?.[0];
    return raw === undefined ? undefined : { type: 'formula', raw, text: raw.trim(), isBlock: level === 'block' };
  },
});

const markdown = new Marked({
  extensions: [
    formula('formulaBlock', 'block', /\$\$|\\\[/, /^(?:\$\$[\s\S]+?\$\$|\\\[[\s\S]+?\\\])(?:\n|$)/),
    formula('formulaInLine', 'inline', /\$\$|\\\(/, /^(?:\$\$[^\n]+?\$\$|\\\([^\n]+?\\\))/),
  ],
});

/** Blocks that cannot change any more are in pages of this many; a page is compared and laid out as one. */
const pageLength = 24;
/** `length` is that of the text of all pages. */
type Blocks = { text: string; pages: Token[][]; length: number; tail: Token[] };

/**
 * The blocks of a text that grows: only its last two can still change, so only they are read again. A long answer would
 * otherwise take longer with every word.
 */
function grown(before: Blocks | undefined, given: string): Blocks {
  const text = given.replaceAll('\r\n', '\n');
  if (text === before?.text) return before;
  const { pages, length, tail } = before && text.startsWith(before.text) ? before : { pages: [], length: 0, tail: [] };
  const sure = tail.slice(0, -2);
  const sureLength = sure.reduce((sum, { raw }) => sum + raw.length, length);
  const next = { text, pages, length, tail: [...sure, ...markdown.lexer(text.slice(sureLength))] };
  while (next.tail.length > pageLength + 2) {
    const page = next.tail.slice(0, pageLength);
    next.pages = [...next.pages, page];
    next.length += page.reduce((sum, { raw }) => sum + raw.length, 0);
    next.tail = next.tail.slice(pageLength);
  }
  return next;
}

/**
 * Renders Markdown as elements, never as HTML: text of a model or a tool reaches the page only as text inside the elements
 * of this file. HTML in the text is shown as text.
 */
const plainText = (text: string) =>
  text.replace(
    /&(lt|gt|amp|quot|#39);/g,
    (_, name: string) => ({ lt: '<', gt: '>', amp: '&', quot: '"', '#39': "'" })[name] ?? '',
  );

/** Only http, https and mailto become links; other addresses stay text. */
function safeAddress(href: string): string | undefined {
  if (!URL.canParse(href)) return undefined;
  const url = new URL(href);
  return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : undefined;
}

function Anchor({ href, children }: { href: string; children: ReactNode }) {
  const address = safeAddress(href);
  if (!address) return <>{children}</>;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}

const all = (tokens: Token[] | undefined): ReactNode =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the text only grows at its end.
  tokens?.map((token, index) => <Fragment key={index}>{element(token)}</Fragment>);

const table = ({ header, rows, align }: Tokens.Table) => {
  const cell = (index: number) => ({ className: align[index] ? `align-${align[index]}` : undefined });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="table-scroll" tabIndex={0} aria-label="Table">
      <table>
        <thead>
          <tr>
            {header.map((column, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their places.
              <th key={index} scope="col" {...cell(index)}>
                {all(column.tokens)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows keep their places.
            <tr key={place}>
              {row.map((column, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their places.
                <td key={index} {...cell(index)}>
                  {all(column.tokens)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

const list = ({ ordered, start, items }: Tokens.List) => {
  const children = items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: items keep their places.
    <li key={index}>
      {item.task && <input type="checkbox" checked={item.checked ?? false} readOnly disabled aria-label="Task" />}
      {all(item.tokens)}
    </li>
  ));
  return ordered ? <ol start={start === '' ? 1 : start}>{children}</ol> : <ul>{children}</ul>;
};

function element(token: Token): ReactNode {
  switch (token.type) {
    case 'paragraph':
      return <p>{all(token.tokens)}</p>;
    case 'heading': {
      // The page itself has the headings of level 1 and 2.
      const Heading = `h${Math.min(6, token.depth + 2)}` as 'h3';
      return <Heading>{all(token.tokens)}</Heading>;
    }
    case 'text':
      return token.tokens ? all(token.tokens) : plainText(token.text);
    case 'strong':
      return <strong>{all(token.tokens)}</strong>;
    case 'em':
      return <em>{all(token.tokens)}</em>;
    case 'del':
      return <del>{all(token.tokens)}</del>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'code':
      return <CodeBlock code={token.text} language={token.lang?.split(/\s/)[0]} />;
    case 'formula':
      return token.isBlock ? <p className="formula">{token.text}</p> : <span className="formula">{token.text}</span>;
    case 'link':
      return <Anchor href={token.href}>{all(token.tokens)}</Anchor>;
    case 'image':
      // An image becomes a link: fetching an address that a model wrote could leak data.
      return <Anchor href={token.href}>{token.text || token.href}</Anchor>;
    case 'list':
      return list(token as Tokens.List);
    case 'blockquote':
      return <blockquote>{all(token.tokens)}</blockquote>;
    case 'table':
      return table(token as Tokens.Table);
    case 'hr':
      return <hr />;
    case 'br':
      return <br />;
    case 'escape':
      return token.text;
    case 'space':
    case 'def':
    case 'checkbox':
      return null;
    default:
      return token.raw;
  }
}

const Block = memo(({ token }: { token: Token }) => element(token));

const blocksOf = (tokens: Token[]) =>
  tokens.map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the text only grows at its end.
    <Block key={index} token={token} />
  ));

const Page = memo(({ tokens }: { tokens: Token[] }) => <div className="markdown-page">{blocksOf(tokens)}</div>);

export const Markdown = memo(({ text }: { text: string }) => {
  const blocks = useRef<Blocks | undefined>(undefined);
  blocks.current = grown(blocks.current, text);
  const { pages, tail } = blocks.current;
  return (
    <div className="markdown">
      {pages.map((tokens, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text only grows at its end.
        <Page key={index} tokens={tokens} />
      ))}
      {blocksOf(tail)}
    </div>
  );
});
