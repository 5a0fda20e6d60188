import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import type { DocumentText } from './documents.ts';
import { readArchive } from './zip.ts';

/** What holds text and what says where it is; pictures and fonts are left out. */
const wanted = /^(?:_rels\/\.rels|word\/[\w.-]+\.xml)$/;
/** After unpacking. A long novel has 5 MB. */
const mostBytes = 24 * 1_048_576;

/** Of the elements of a text, in both editions of the standard. The document chooses the prefix. */
const namespace =
  /xmlns:([\w.-]+)\s*=\s*["']http:\/\/(?:schemas\.openxmlformats\.org\/wordprocessingml\/2006|purl\.oclc\.org\/ooxml\/wordprocessingml)\/main["']/;
/** Formats, what was deleted or moved away, and what is there a second time for older programs. */
const silent = new Set(['pPr', 'del', 'moveFrom', 'Choice']);
const signs: Readonly<Record<string, string>> = { tab: '\t', br: '\n', cr: '\n', noBreakHyphen: '\u2011' };

const decoded = (bytes: Buffer): string => new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-8').decode(bytes);

function mainPart(entries: ReadonlyMap<string, Buffer>): string {
  const relationships = decoded(entries.get('_rels/.rels') ?? Buffer.alloc(0)).match(/<Relationship\s[^>]*>/g) ?? [];
  const own = relationships.find((one) => /\/officeDocument["']/.test(one));
  const target = own?.match(/\sTarget\s*=\s*["']\/?([^"']*)["']/)?.[1] ?? '';
  const bytes = entries.get(target) ?? entries.get('word/document.xml');
  if (!bytes) throw new Error('The archive has no document.');
  return decoded(bytes);
}

/**
 * The text of a Word document, paragraph by paragraph, read from its tags in one pass. A package that builds a tree first needed
 * more than the 256 MB of its thread for 500,000 paragraphs, and Node ended the process instead of the thread.
 */
export async function readDocx(bytes: Uint8Array, longest: number): Promise<DocumentText> {
  const xml = mainPart(new Map(readArchive(bytes, wanted, mostBytes).map(({ name, content }) => [name, content])));
  const prefix = `${xml.slice(0, 65_536).match(namespace)?.[1]}:`;
  if (prefix === 'undefined:') throw new Error('The document has no text of Word.');
  const pieces: string[] = [];
  let length = 0;
  let tag = '';
  let isText = false;
  /** The outermost open element that is left out, and how many of the same name are open within it. */
  let hidden: { name: string; depth: number } | undefined;

  const add = (text: string): void => {
    if (hidden || length > longest) return;
    pieces.push(text);
    length += text.length;
  };
  const ownName = (name: string) => (name.startsWith(prefix) ? name.slice(prefix.length) : '');
  const silentName = (name: string) => silent.has(name.slice(name.indexOf(':') + 1));

  function open(name: string): void {
    if (hidden) {
      if (hidden.name === name) hidden.depth += 1;
      return;
    }
    if (silentName(name)) hidden = { name, depth: 1 };
    const own = ownName(name);
    isText = own === 't';
    const sign = signs[own];
    if (sign !== undefined) add(sign);
  }

  function close(name: string): void {
    isText = false;
    if (hidden) {
      if (hidden.name === name) hidden.depth -= 1;
      if (hidden.depth === 0) hidden = undefined;
    } else if (ownName(name) === 'p') add('\n\n');
  }

  const ignore = () => undefined;
  const callbacks: TokenizerCallbacks = {
    onopentagname(start, end) {
      tag = xml.slice(start, end);
    },
    onopentagend: () => open(tag),
    onselfclosingtag() {
      open(tag);
      close(tag);
    },
    onclosetag: (start, end) => close(xml.slice(start, end)),
    ontext(start, end) {
      if (isText) add(xml.slice(start, end));
    },
    ontextentity(codePoint) {
      if (isText) add(String.fromCodePoint(codePoint));
    },
    onattribname: ignore,
    onattribdata: ignore,
    onattribentity: ignore,
    onattribend: ignore,
    oncdata(start, end, endOffset) {
      if (isText) add(xml.slice(start, end - endOffset));
    },
    oncomment: ignore,
    ondeclaration: ignore,
    onprocessinginstruction: ignore,
    onend: ignore,
  };
  const tokenizer = new Tokenizer({ xmlMode: true, decodeEntities: true, recognizeSelfClosing: true }, callbacks);
  tokenizer.write(xml);
  tokenizer.end();

  const text = pieces
    .join('')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  return { text: text.slice(0, longest), cut: length > longest };
}
