import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, expect, it } from 'vitest';
import { docxOf, docxParts, docxType, pdfOf, pdfStream } from '../../../../test/harness/sample-files.ts';
import { onThisMachine } from '../../../../test/harness/this-machine.ts';
import { writeArchive } from '../../../platform/documents/zip.ts';
import { silentLog } from '../../../platform/models/test-models.ts';
import { createReading } from './reading.ts';
import type { VersionRow } from './work.store.ts';

const timeoutMs = 8_000;
const uploaded = new Map<string, { mediaType: string; bytes: Buffer }>();
const reading = createReading({
  files: {
    get: async (_, id) => ({ name: id, mediaType: uploaded.get(id)?.mediaType, bytes: 0 }) as never,
    bytes: async (_, id) => uploaded.get(id)?.bytes as Buffer,
  },
  readAddress: async () => ({ failed: '' }),
  log: silentLog,
  timeoutMs,
});
afterAll(() => reading.stop());

const { signal } = new AbortController();
const version = { workspace_id: 'ws_1', user_id: 'usr_1', document_id: 'doc_1' } as VersionRow;
const tags = 1_000_000;
const deepDocx = writeArchive(
  docxParts([]).map(({ name, content }) => ({
    name,
    content: Buffer.from(
      content
        .toString()
        .replace('<w:body>', `<w:body>${'<w:tbl><w:tr><w:tc>'.repeat(200_000)}<w:p><w:r><w:t>deep</w:t></w:r></w:p>`),
    ),
  })),
);

/** Each entity is ten of the one before: a reader that expands them has a billion letters. */
const entities = Array.from({ length: 10 }, (_, level) =>
  level === 0 ? '<!ENTITY e0 "x">' : `<!ENTITY e${level} "${`&e${level - 1};`.repeat(10)}">`,
).join('');
const entityDocx = writeArchive(
  docxParts(['Before.', 'BOMB', 'After.']).map(({ name, content }) => ({
    name,
    content: Buffer.from(
      content
        .toString()
        .replace(/^(<\?xml[^>]*\?>)?/, `$1<!DOCTYPE d [${entities}]>`)
        .replace('BOMB', '&e9;'),
    ),
  })),
);

const late = 'longer than 8 seconds';
/** What each of them comes to, unless the machine is so busy that it takes too long. */
const documents: [name: string, mediaType: string, bytes: Buffer, outcome: string][] = [
  ['nested.html', 'text/html', Buffer.from(`${'<div>'.repeat(tags)}deep`), '1 passages'],
  ['lists.html', 'text/html', Buffer.from('<ul><li>x'.repeat(tags / 2)), '2500 passages'],
  ['headings.html', 'text/html', Buffer.from('<h2>a</h2><p>b'.repeat(tags / 2)), 'more than 4000000 characters'],
  ['attributes.html', 'text/html', Buffer.from(`<a ${'href=x '.repeat(tags)}`), 'no text'],
  ['deep.docx', docxType, deepDocx, '1 passages'],
  ['paragraphs.docx', docxType, docxOf(Array.from({ length: 500_000 }, () => 'x')), '1498 passages'],
  ['entities.docx', docxType, entityDocx, '1 passages'],
  ['long.docx', docxType, docxOf(['x'.repeat(20_000_000)]), 'more than 4000000 characters'],
  ['deep.pdf', 'application/pdf', pdfOf([pdfStream(Buffer.from('q '.repeat(5_000_000)))]), late],
  ['arrays.pdf', 'application/pdf', pdfOf([pdfStream(Buffer.from('['.repeat(5_000_000)))]), 'no text'],
];

async function outcomeOf(name: string): Promise<string> {
  const found = await reading.read({ ...version, format: 'file', file_id: name }, signal);
  if (found === 'again' || 'unchanged' in found) return 'nothing';
  return 'failed' in found ? found.failed : `${found.cuts.length} passages`;
}

it('ends with every hostile document in bounded time and memory, outside the event loop, and reads the next one', async () => {
  await reading.read({ ...version, format: 'text', given: 'The threads are ready.' }, signal);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  let highest = 0;
  const watch = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage().rss);
  }, 20);
  delay.enable();
  const before = process.memoryUsage().rss;
  const ends: { outcome: string; tookMs: number }[] = [];
  for (const [name, mediaType, bytes] of documents) {
    uploaded.set(name, { mediaType, bytes });
    const began = performance.now();
    ends.push({ outcome: await outcomeOf(name), tookMs: performance.now() - began });
  }
  delay.disable();
  clearInterval(watch);
  for (const [index, [name, , , expected]] of documents.entries()) {
    const { outcome = '', tookMs = 0 } = ends[index] ?? {};
    expect(tookMs, name).toBeLessThan(onThisMachine(timeoutMs + 2_000));
    if (!outcome.includes(late)) expect(outcome, name).toContain(expected);
  }
  // Both threads together: each may have 256 MB of heap and 192 MB of buffers.
  expect((highest - before) / 1_048_576).toBeLessThan(900);
  expect(delay.percentile(99) / 1e6).toBeLessThan(onThisMachine(100));
  expect(await reading.read({ ...version, format: 'text', given: 'Fine.' }, signal)).toMatchObject({ text: 'Fine.' });
}, 120_000);
