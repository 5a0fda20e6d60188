import { type Check, fail, pass, warn } from '../check.ts';
import { type NearestEntries, probeVectorSearch } from '../probe-vectors.ts';
import type { ProbeStore } from '../probes.store.ts';

const fullText = (store: ProbeStore): Check => ({
  id: 'full-text',
  category: 'search',
  broken: 'Full-text search does not work.',
  hint: 'The tables message_words and memory_words are missing or damaged: restore the database from a backup.',
  needsDatabase: true,
  async examine() {
    if (!(await store.findsNewDocument())) return fail('A document was indexed and not found again.', this.hint);
    if (await store.lacksSearchIndex())
      return warn(
        'Search works, but an index is missing or not valid, and every search reads all there is.',
        'REINDEX the tables message_words and memory_words, or restore the database from a backup.',
      );
    return pass('A document was indexed and found.');
  },
});

export type VectorSearch = {
  byMeaning: NearestEntries;
  /** Which implementation compares vectors; `fallback` where the database has none. */
  engine(): Promise<string>;
};

const vector = (store: ProbeStore, { byMeaning, engine }: VectorSearch): Check => ({
  id: 'vector',
  category: 'search',
  broken: 'Search by meaning does not work.',
  hint: 'The tables memory_vectors and memory_bits are missing or damaged: restore the database from a backup.',
  needsDatabase: true,
  async examine() {
    await probeVectorSearch(store, byMeaning);
    const name = await engine();
    if (name === 'fallback')
      return warn(
        'The nearest of some vectors was found, but without a vector extension: slow for people with very much to remember.',
        'Install pgvector on the PostgreSQL server, or let a superuser run CREATE EXTENSION vector where the log says that the gateway may not, and restart; with the embedded database, reinstall the package sqlite-vec.',
      );
    return pass(`The nearest of some vectors was found, by ${name}.`);
  },
});

export const searchChecks = (store: ProbeStore, vectors: VectorSearch): Check[] => [
  fullText(store),
  vector(store, vectors),
];
