import { getDocumentProxy } from 'unpdf';
import type { DocumentText } from './documents.ts';

type Page = { getTextContent(): Promise<{ items: object[] }>; cleanup(): boolean };

async function textOf(page: Page): Promise<string> {
  const { items } = await page.getTextContent();
  page.cleanup();
  return items
    .map((item) => ('str' in item && 'hasEOL' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''))
    .join('')
    .trim();
}

/** The text of the first pages. */
export async function readPdf(bytes: Uint8Array, maxPages: number, longest: number): Promise<DocumentText> {
  // The package refuses Node's own kind of bytes.
  const plain = new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
  const pdf = await getDocumentProxy(plain, { verbosity: 0, disableFontFace: true });
  try {
    const read: string[] = [];
    let length = 0;
    const last = Math.min(pdf.numPages, maxPages);
    for (let number = 1; number <= last && length <= longest; number += 1) {
      const text = await textOf(await pdf.getPage(number));
      read.push(text);
      length += text.length;
    }
    const hasText = read.some((text) => text !== '');
    const text = hasText ? read.map((page, index) => `[Page ${index + 1}]\n${page}`).join('\n\n') : '';
    return { text: text.slice(0, longest), pages: pdf.numPages, cut: length > longest || last < pdf.numPages };
  } finally {
    await pdf.loadingTask.destroy();
  }
}
