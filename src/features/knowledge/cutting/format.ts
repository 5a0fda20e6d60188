import type { DocumentFormat } from './passage.ts';

const byMediaType: Record<string, DocumentFormat> = {
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'text/csv': 'csv',
  'text/tab-separated-values': 'csv',
  'text/markdown': 'markdown',
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'application/json': 'text',
  'application/xml': 'text',
};
/** Formats that servers and files often have as plain text. */
const byEnding: readonly [RegExp, DocumentFormat][] = [
  [/\.x?html?$/i, 'html'],
  [/\.(?:md|markdown)$/i, 'markdown'],
  [/\.(?:csv|tsv)$/i, 'csv'],
];

export const formatsRead = 'text, Markdown, HTML, CSV, PDF and DOCX';

/** Undefined for a format that has no text we can read. */
export function formatOf(mediaType: string, name: string): DocumentFormat | undefined {
  const byName = mediaType.startsWith('text/') ? byEnding.find(([ending]) => ending.test(name))?.[1] : undefined;
  return byName ?? byMediaType[mediaType] ?? (mediaType.startsWith('text/') ? 'text' : undefined);
}
