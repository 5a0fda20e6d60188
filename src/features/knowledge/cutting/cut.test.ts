import { describe, expect, it } from 'vitest';
import { docxOf, pdfOf } from '../../../../test/harness/sample-files.ts';
import { onThisMachine } from '../../../../test/harness/this-machine.ts';
import { longestPassage } from './passage.ts';
import { readDocument } from './read-document.ts';

const read = (format: 'text' | 'markdown' | 'html' | 'csv' | 'pdf' | 'docx', content: string | Buffer) =>
  readDocument({ format, bytes: Buffer.from(content), maxPages: 100 });
const passages = async (...given: Parameters<typeof read>) => {
  const { text, cuts } = await read(...given);
  return cuts.map((cut) => ({ ...cut, quote: text.slice(cut.start, cut.end) }));
};

describe('cutting documents', () => {
  it('keeps the headings above a passage, and never crosses one', async () => {
    const text = `# Handbook\n\nWelcome.\n\n## Travel\n\nTrains are paid.\n\nSo are buses.\n\n### Abroad\n\nAsk first.\n\n## Food\n\nLunch is free.\n`;
    expect((await passages('markdown', text)).map(({ heading, quote }) => [heading, quote])).toEqual([
      ['Handbook', 'Welcome.'],
      ['Handbook › Travel', 'Trains are paid.\n\nSo are buses.'],
      ['Handbook › Travel › Abroad', 'Ask first.'],
      ['Handbook › Food', 'Lunch is free.'],
    ]);
  });

  it('finds the headings of a plain text, and underlined ones of Markdown', async () => {
    const plain = '1. Definitions\n\n"License" means the terms.\n\nTERMS AND CONDITIONS\n\nYou may copy it.\n';
    expect((await passages('text', plain)).map(({ heading }) => heading)).toEqual([
      '1. Definitions',
      'TERMS AND CONDITIONS',
    ]);
    const underlined = 'Guide\n=====\n\nHello.\n\nSetup\n-----\n\n# not\n```\n# a comment\n```\n';
    expect((await passages('markdown', underlined)).map(({ heading }) => heading)).toEqual(['Guide', 'not']);
  });

  it('cuts long texts behind sentences, and loses nothing but space', async () => {
    const sentence = (index: number) => `Sentence number ${index} says that the emoji 🦘 is one character. `;
    const text = Array.from({ length: 120 }, (_, index) => sentence(index)).join('');
    const found = await passages('text', text);
    expect(found.length).toBeGreaterThan(5);
    for (const { quote } of found) {
      expect(quote.length).toBeLessThanOrEqual(longestPassage);
      expect(quote.endsWith('.')).toBe(true);
      expect(quote.isWellFormed()).toBe(true);
    }
    expect(found.map(({ quote }) => quote).join(' ')).toBe(text.trim());
    const unbroken = await passages('text', '🦘'.repeat(3_000));
    expect(unbroken.map(({ quote }) => quote).join('')).toBe('🦘'.repeat(3_000));
    expect(unbroken.every(({ quote }) => quote.isWellFormed())).toBe(true);
  });

  it('cuts lines of one width behind sentences too, and code behind lines', async () => {
    const sentence =
      'If you begin a suit over the work,\n   then the licences that were granted to you\n   end on that day.\n   ';
    const wrapped = await passages('text', sentence.repeat(30));
    expect(wrapped.length).toBeGreaterThan(2);
    for (const { quote } of wrapped) expect(quote).toMatch(/^If you.*that day\.$/s);
    const code = await passages('text', 'const one = two + three\n'.repeat(100));
    for (const { quote } of code) expect(quote).toMatch(/^const.*three$/s);
  });

  it('gives the rows of a table its header', async () => {
    const row = (index: number) => `| Town ${index} | ${index} people live here, and they like it very much |`;
    const table = ['| Town | People |', '|---|---|', ...Array.from({ length: 40 }, (_, index) => row(index))];
    const found = await passages('markdown', `# Towns\n\n${table.join('\n')}\n\nThe end.`);
    expect(found.length).toBeGreaterThan(2);
    expect(found.slice(0, -1).every(({ heading }) => heading === 'Towns › | Town | People |')).toBe(true);
    expect(found.at(-1)).toMatchObject({ heading: 'Towns', quote: 'The end.' });
    const csv = await read('csv', 'city;people\n"Bern; CH";"134 ""thousand"""\r\nBiel;55\n');
    expect(csv.text).toBe('city: Bern; CH; people: 134 "thousand"\n\ncity: Biel; people: 55');
  });

  it('reads HTML by its headings and tables, without scripts', async () => {
    const html =
      '<html><head><title>T</title></head><body><h1>Rules</h1><script>alert(1)</script><p>Be <b>kind</b>.</p><h2>Fees</h2><table><tr><th>Thing</th><th>Price</th></tr><tr><td>Tea</td><td>2</td></tr></table></body></html>';
    expect((await passages('html', html)).map(({ heading, quote }) => [heading, quote])).toEqual([
      ['Rules', 'Be kind.'],
      ['Rules › Fees › | Thing | Price', '| Thing | Price\n\n| Tea | 2'],
    ]);
  });

  it('reads PDF by pages, and DOCX', async () => {
    expect(await passages('pdf', pdfOf(['Kiwis fly south.', 'Emus run north.']))).toMatchObject([
      { page: 1, quote: 'Kiwis fly south.' },
      { page: 2, quote: 'Emus run north.' },
    ]);
    expect(await passages('docx', docxOf(['The wombat digs.']))).toMatchObject([{ quote: 'The wombat digs.' }]);
  });

  it('takes bounded time for hostile texts', async () => {
    const hostile: [Parameters<typeof read>[0], string][] = [
      ['html', '<ul><li>'.repeat(60_000)],
      ['html', '<div>'.repeat(200_000)],
      ['markdown', 'a\nb\n---\n'.repeat(30_000)],
      ['markdown', `a\nb\n${'---\n'.repeat(60_000)}`],
      ['text', '#'.repeat(300_000)],
      ['text', ' \n'.repeat(150_000)],
      ['csv', `a,b\n${'"'.repeat(300_000)}`],
      ['csv', ','.repeat(300_000)],
    ];
    for (const [format, text] of hostile) {
      const began = performance.now();
      const { cuts } = await read(format, text);
      expect(cuts.length).toBeLessThanOrEqual(10_000);
      expect(performance.now() - began).toBeLessThan(onThisMachine(8_000));
    }
  });
});
