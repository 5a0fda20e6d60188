import { answerCalls } from '../answer-calls.ts';
import type { DocumentQuestion, DocumentText } from './documents.ts';
import { guardMemory } from './memory-guard.ts';

// Before the packages are loaded.
guardMemory();
const [{ readDocx }, { readPdf }] = await Promise.all([import('./docx-text.ts'), import('./pdf-text.ts')]);

answerCalls<DocumentQuestion, DocumentText>(async ({ kind, bytes, maxPages, longest }) => {
  if (bytes.length === 0) return { answer: { text: '', cut: false } };
  return { answer: kind === 'pdf' ? await readPdf(bytes, maxPages, longest) : await readDocx(bytes, longest) };
});
