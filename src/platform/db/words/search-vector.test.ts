import fc from 'fast-check';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { openPostgres } from '../postgres.ts';
import { searchVector, searchVectorBytes, searchWords } from './search-words.ts';

describe('the words of a text for PostgreSQL', () => {
  const database = openPostgres({ url: inject('postgresUrl'), poolSize: 2, onIdleError: () => undefined });
  afterAll(() => database.close());
  const scope = 'ws01usr02';

  async function same(text: string): Promise<void> {
    const words = searchWords(text);
    if (words === '') return;
    const row = await database.get<Record<'bytes' | 'text', string>>(
      'SELECT CAST(CAST($1 AS tsvector) AS TEXT) AS bytes, CAST(CAST($2 AS tsvector) AS TEXT) AS text',
      [searchVectorBytes(scope, words), searchVector(scope, words)],
    );
    expect(row?.text).toContain(`@${scope}`);
    expect(row?.bytes).toBe(row?.text);
  }

  it('are the same in its own form as in text', async () => {
    const pieces = fc.constantFrom(
      'word',
      'Word',
      'größe',
      'naïve',
      '日本語',
      '🙂',
      "it's",
      'a'.repeat(120),
      '\ud800x',
      '\u0000',
    );
    const text = fc.array(fc.oneof(pieces, fc.string(), fc.string({ unit: 'binary' })), {
      minLength: 1,
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(text, (all) => same(all.join(' '))),
      { numRuns: 300 },
    );
  });

  it.each([
    ['255 words', 255],
    ['256 words', 256],
    ['257 words', 257],
    ['as many words as there are places', 16_000],
    ['more words than places', 16_001],
    ['twice as many', 40_000],
  ])('are the same for %s', async (_what, count) => {
    await same('one '.repeat(count));
    await same(Array.from({ length: count }, (_, at) => `w${at % 7_000}`).join(' '));
  });

  it('are in its own form, unless places begin anew', () => {
    expect(searchVectorBytes(scope, 'one two')).toBeInstanceOf(Buffer);
    expect(searchVectorBytes(scope, 'one '.repeat(16_001).trim())).toBeTypeOf('string');
  });
});
