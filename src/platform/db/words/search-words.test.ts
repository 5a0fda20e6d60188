import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { searchWords, wordsForSqlite } from './search-words.ts';

describe('the words of a text for SQLite', () => {
  const connection = new DatabaseSync(':memory:');
  // As in the migrations.
  connection.exec(`
    CREATE VIRTUAL TABLE texts USING fts5 (scope, words, content = '', contentless_delete = 1, tokenize = 'ascii');
    CREATE VIRTUAL TABLE found USING fts5vocab (texts, instance)`);
  afterAll(() => connection.close());
  const insert = connection.prepare("INSERT INTO texts (rowid, scope, words) VALUES (1, 'me', ?)");
  const read = connection.prepare("SELECT term, offset FROM found WHERE col = 'words' ORDER BY offset");
  const indexed = (words: string) => {
    insert.run(words);
    const rows = read.all();
    connection.exec('DELETE FROM texts');
    return rows;
  };
  const same = (text: string): void => {
    expect(indexed(wordsForSqlite(text))).toEqual(indexed(searchWords(text)));
  };

  it('are those of searchWords, in the same places', () => {
    const ascii = fc.string({ unit: fc.integer({ min: 0, max: 127 }).map((code) => String.fromCharCode(code)) });
    const pieces = fc.constantFrom(
      'Foo_bar',
      "it's",
      'C++',
      'v24.1',
      '\u0000',
      '\r\n',
      'é',
      '日本',
      '🙂',
      'a'.repeat(100),
    );
    const text = fc.array(fc.oneof(ascii, pieces, fc.string()), { maxLength: 6 }).map((all) => all.join(' '));
    fc.assert(fc.property(text, same), { numRuns: 1_000 });
  });

  it.each([
    ['a long word', 'x'.repeat(101)],
    ['a long text', 'word '.repeat(60_000)],
    ['a long text whose last word is cut', `${'a '.repeat(124_999)}bcd`],
    ['nothing', ''],
  ])('are those of searchWords for %s', (_what, text) => same(text));

  it('are the text itself if it is ASCII', () => {
    expect(wordsForSqlite('Order #4711, please!')).toBe('Order #4711, please!');
    expect(wordsForSqlite('Größe')).toBe('grosse');
  });
});
