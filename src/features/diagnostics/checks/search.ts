import { randomBytes } from 'node:crypto';
import type { Database, Transaction } from '../../../platform/db/database.ts';
import { type Check, fail, pass, warn } from '../check.ts';
import { type NearestEntries, probeVectorSearch } from '../probe-vectors.ts';

/** A word no one has written. */
const newWord = () => `probe${randomBytes(8).toString('hex')}`;

/** The indexes of conversations and of memory themselves: what is put in is gone before anyone else can see it. */
async function findInSqlite(tx: Transaction): Promise<boolean> {
  for (const table of ['message_words', 'memory_words']) {
    const word = newWord();
    await tx.run(`INSERT INTO ${table} (scope, words) VALUES ($1, $2)`, ['diagnostics', `some ${word} here`]);
    const found = await tx.get<{ rowid: number }>(`SELECT rowid FROM ${table} WHERE ${table} MATCH $1`, [
      `scope : "diagnostics" AND words : ("${word}")`,
    ]);
    if (!found) return false;
    await tx.run(`DELETE FROM ${table} WHERE rowid = $1`, [found.rowid]);
  }
  return true;
}

/**
 * Rows of the real indexes belong to messages, so a document of ours has a table of its own, indexed in the same way; the
 * real ones are asked for a word that nobody has.
 */
async function findInPostgres(tx: Transaction): Promise<boolean> {
  const word = newWord();
  await tx.script('SET LOCAL enable_seqscan = off');
  await tx.run('INSERT INTO search_probe (content) VALUES ($1)', [word]);
  const found = await tx.get<{ content: string }>(
    "SELECT content FROM search_probe WHERE to_tsvector('simple', content) @@ to_tsquery('simple', $1)",
    [word],
  );
  await tx.run('DELETE FROM search_probe WHERE content = $1', [word]);
  for (const table of ['message_words', 'memory_words'])
    if (await tx.get(`SELECT scope FROM ${table} WHERE words @@ CAST($1 AS tsquery) LIMIT 1`, [word])) return false;
  return found?.content === word;
}

const fullText = (database: Database): Check => ({
  id: 'full-text',
  category: 'search',
  broken: 'Full-text search does not work.',
  hint: 'The tables message_words and memory_words are missing or damaged: restore the database from a backup.',
  needsDatabase: true,
  async examine() {
    const found = await database.transaction(database.engine === 'sqlite' ? findInSqlite : findInPostgres);
    if (!found) return fail('A document was indexed and not found again.', this.hint);
    if (database.engine === 'sqlite') return pass('A document was indexed and found.');
    const { missing } = (await database.get<{ missing: number }>(
      `SELECT count(*) AS missing FROM (VALUES ('message_words_index'), ('memory_words_index')) AS wanted (name)
       LEFT JOIN pg_index ON indexrelid = to_regclass(wanted.name) AND indisvalid WHERE indexrelid IS NULL`,
    )) ?? { missing: 0 };
    if (missing > 0)
      return warn(
        'Search works, but an index is missing or not valid, and every search reads all there is.',
        'REINDEX the tables message_words and memory_words, or restore the database from a backup.',
      );
    return pass('A document was indexed and found.');
  },
});

export type VectorSearch = {
  byMeaning: NearestEntries;
  /** What compares the vectors; `fallback` where the database cannot. */
  engine(): Promise<string>;
};

const vector = (database: Database, { byMeaning, engine }: VectorSearch): Check => ({
  id: 'vector',
  category: 'search',
  broken: 'Search by meaning does not work.',
  hint: 'The tables memory_vectors and memory_bits are missing or damaged: restore the database from a backup.',
  needsDatabase: true,
  async examine() {
    await probeVectorSearch(database, byMeaning);
    const name = await engine();
    if (name === 'fallback')
      return warn(
        'The nearest of some vectors was found, but without a vector extension: slow for people with very much to remember.',
        'Install pgvector on the PostgreSQL server and restart the gateway; with the embedded database, reinstall the package sqlite-vec.',
      );
    return pass(`The nearest of some vectors was found, by ${name}.`);
  },
});

export const searchChecks = (database: Database, vectors: VectorSearch): Check[] => [
  fullText(database),
  vector(database, vectors),
];
