import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import mammoth from 'mammoth';
import { expect, it } from 'vitest';
import { docxOf, docxParts } from '../../../test/harness/sample-files.ts';
import { readDocx } from './docx-text.ts';
import { writeArchive } from './zip.ts';

/** A Word document with this body. */
const withBody = (body: string): Buffer =>
  writeArchive(
    docxParts([]).map(({ name, content }) => ({
      name,
      content:
        name === 'word/document.xml'
          ? Buffer.from(content.toString().replace('<w:body></w:body>', `<w:body>${body}</w:body>`))
          : content,
    })),
  );
const textOf = async (bytes: Buffer) => (await readDocx(bytes, 1_000)).text;

it('reads tabs, ends of lines, links, fields, tables and signs, and leaves out what was deleted or is there twice', async () => {
  const run = (content: string) => `<w:r>${content}</w:r>`;
  const word = (text: string) => run(`<w:t xml:space="preserve">${text}</w:t>`);
  const paragraph = (...runs: string[]) => `<w:p>${runs.join('')}</w:p>`;
  const body = [
    paragraph('<w:pPr><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr>', word('a'), run('<w:tab/>'), word(' b &amp; c')),
    paragraph(`<w:hyperlink>${word('link')}</w:hyperlink>`, run('<w:br/>'), word('<![CDATA[<line>]]>')),
    paragraph(`<w:del>${run('<w:delText>gone</w:delText>')}${word('gone')}</w:del>`, `<w:ins>${word('new')}</w:ins>`),
    paragraph(run('<w:instrText>PAGE</w:instrText>'), word('field'), run('<w:noBreakHyphen/>'), word('&#x1F600;')),
    `<w:tbl><w:tr><w:tc>${paragraph(word('one'))}</w:tc><w:tc>${paragraph(word('two'))}</w:tc></w:tr></w:tbl>`,
    '<w:p/>',
    `<x:AlternateContent><x:Choice>${paragraph(word('same'))}</x:Choice><x:Fallback>${paragraph(word('same'))}</x:Fallback></x:AlternateContent>`,
    '<a:t>of a drawing</a:t>',
  ].join('');
  expect(await textOf(withBody(body))).toBe(
    'a\t b & c\n\nlink\n<line>\n\nnew\n\nfield\u2011\u{1F600}\n\none\n\ntwo\n\nsame',
  );
});

it('reads as much as is asked for', async () => {
  expect(await readDocx(docxOf(['one', 'two', 'three']), 6)).toEqual({ text: 'one\n\nt', cut: true });
});

it('reads what mammoth reads from its own sample documents', async () => {
  const folder = join(dirname(createRequire(import.meta.url).resolve('mammoth/package.json')), 'test/test-data');
  const samples = readdirSync(folder).filter((name) => name.endsWith('.docx'));
  expect(samples.length).toBeGreaterThan(10);
  for (const name of samples) {
    const bytes = readFileSync(join(folder, name));
    const { value } = await mammoth.extractRawText({ buffer: bytes });
    expect(await textOf(bytes), name).toBe(value.replaceAll(/\n{3,}/g, '\n\n').trim());
  }
});
