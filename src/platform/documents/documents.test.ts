import { monitorEventLoopDelay } from 'node:perf_hooks';
import { deflateSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { docxOf, docxParts, pdfOf, pdfStream, png, zipBomb } from '../../../test/harness/sample-files.ts';
import { silentLog } from '../models/test-models.ts';
import { createDocuments, type DocumentKind } from './documents.ts';
import { writeArchive } from './zip.ts';

const documents = createDocuments({ log: silentLog, maxPages: 3 });
afterAll(() => documents.stop());

let count = 0;
function read(kind: DocumentKind, bytes: Buffer) {
  count += 1;
  return documents.read('ws_1', { fileId: `fil_${count}`, kind }, async () => bytes);
}

it('reads the pages of a PDF up to the limit, and says how many there are', async () => {
  expect(await read('pdf', pdfOf(['Good morning (all)', 'Second']))).toEqual({
    text: '[Page 1]\nGood morning (all)\n\n[Page 2]\nSecond',
    pages: 2,
    cut: false,
  });
  const long = await read('pdf', pdfOf(['one', 'two', 'three', 'four', 'five']));
  expect(long).toMatchObject({ pages: 5, cut: true });
  expect('text' in long && long.text).toMatch(/^\[Page 1\]\none[\s\S]*three$/);
});

it('reads a Word document', async () => {
  expect(await read('docx', docxOf(['Dear Ada,', 'all is &lt;well&gt;.']))).toEqual({
    text: 'Dear Ada,\n\nall is <well>.',
    cut: false,
  });
});

it('gives no text for a PDF that has none, and fails for what is no document', async () => {
  expect(await read('pdf', pdfOf([pdfStream(Buffer.from('q Q'))]))).toEqual({ text: '', pages: 1, cut: false });
  expect(await read('pdf', png)).toEqual({ failed: 'unreadable' });
  expect(await read('docx', png)).toEqual({ failed: 'unreadable' });
  expect(await read('docx', writeArchive(docxParts([]).slice(0, 2)))).toEqual({ failed: 'unreadable' });
});

it('reads a document once while it is remembered', async () => {
  const load = async () => {
    loads += 1;
    return pdfOf(['Again']);
  };
  let loads = 0;
  const file = { fileId: 'fil_again', kind: 'pdf' as const };
  expect(await documents.read('ws_1', file, load)).toEqual(await documents.read('ws_1', file, load));
  expect(loads).toBe(1);
  const broken = { fileId: 'fil_broken', kind: 'docx' as const };
  expect(await documents.read('ws_1', broken, load)).toEqual({ failed: 'unreadable' });
  expect(await documents.read('ws_1', broken, load)).toEqual({ failed: 'unreadable' });
  expect(loads).toBe(2);
});

it('does not unpack hostile documents, and goes on with others meanwhile', async () => {
  const spaces = Buffer.alloc(320 * 1_048_576, ' ');
  const stream = deflateSync(spaces, { level: 1 });
  const bombs = {
    pdf: pdfOf([pdfStream(stream, '/Filter /FlateDecode')]),
    docx: zipBomb('word/document.xml', spaces.subarray(0, 100 * 1_048_576)),
  };
  expect(bombs.pdf.length + bombs.docx.length).toBeLessThan(4_000_000);
  global.gc?.();
  const before = process.memoryUsage().rss;
  let highest = 0;
  const watch = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage().rss - before);
  }, 20);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const [pdf, docx, other] = await Promise.all([
    read('pdf', bombs.pdf),
    read('docx', bombs.docx),
    documents.read('ws_2', { fileId: 'fil_other', kind: 'pdf' }, async () => pdfOf(['Fine'])),
  ]);
  delay.disable();
  clearInterval(watch);
  expect(other).toMatchObject({ text: '[Page 1]\nFine' });
  expect(docx).toEqual({ failed: 'unreadable' });
  // The package leaves out a page that it cannot unpack.
  expect('failed' in pdf || pdf.text === '').toBe(true);
  expect(highest / 1_048_576).toBeLessThan(400);
  expect(delay.percentile(99) / 1e6).toBeLessThan(100);
});
