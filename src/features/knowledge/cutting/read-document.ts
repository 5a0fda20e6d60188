import { readDocx } from '../../../platform/documents/docx-text.ts';
import { htmlToText } from '../../../platform/documents/html-text.ts';
import { readPdf } from '../../../platform/documents/pdf-text.ts';
import { csvToText } from './csv-text.ts';
import { cutText } from './cut.ts';
import { type Cut, type DocumentFormat, longestDocument, mostPassages } from './passage.ts';

export type ReadQuestion = { format: DocumentFormat; bytes: Uint8Array; maxPages: number };
/** `whole`: false when the document is longer than is read. `title`: of a page. */
export type ReadAnswer = { text: string; cuts: Cut[]; whole: boolean; title?: string };

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const normalised = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    // Neither engine stores NUL in a text.
    .replaceAll('\0', ' ')
    .toWellFormed();

async function textOf({
  format,
  bytes,
  maxPages,
}: ReadQuestion): Promise<{ text: string; cut: boolean; title?: string }> {
  if (format === 'pdf') return readPdf(bytes, maxPages, longestDocument);
  if (format === 'docx') return readDocx(bytes, longestDocument);
  const given = decoded(bytes);
  if (format === 'csv') return csvToText(given, longestDocument);
  if (format === 'html') return { ...htmlToText(given, 'http://localhost/', 'structure'), cut: false };
  return { text: given, cut: false };
}

const longestTitle = 300;
/** Lines that begin with `#` are headings in Markdown; a plain text may have its own. */
const hasMarkdown = /^ {0,3}#{1,6} \S/m;

/** The text of a document, and where it is cut. */
export async function readDocument(question: ReadQuestion): Promise<ReadAnswer> {
  const { format } = question;
  if (question.bytes.length === 0) return { text: '', cuts: [], whole: true };
  const found = await textOf(question);
  const all = normalised(found.text);
  const text = all.slice(0, longestDocument).toWellFormed();
  const markdown = format === 'markdown' || format === 'html' || (format === 'text' && hasMarkdown.test(text));
  const cuts = cutText(text, { markdown, pages: format === 'pdf' });
  const title = found.title?.replace(/\s+/g, ' ').trim().slice(0, longestTitle).toWellFormed();
  return {
    text,
    cuts,
    ...(title && { title }),
    whole: !found.cut && text.length === all.length && cuts.length < mostPassages,
  };
}
