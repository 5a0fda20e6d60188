import { candidateCount, type Found, type SearchBeside } from '../search-index.ts';
import { openSqliteSearch } from './sqlite-search.store.ts';

/**
 * More entries would keep other questions from the model: with so many a search takes 2 ms, and 9 if all of them have all of
 * twenty words; with a thousand, 29.
 */
const mostEntries = candidateCount;

/**
 * For the thread of a model: a question is searched where its vector was computed, without a message to another thread and
 * back. Undefined where there is too much to search, or the search failed: then the caller asks the threads that search.
 */
export function createSearchBeside() {
  /** A process has one database; tests have several. */
  const opened = new Map<string, ReturnType<typeof openSqliteSearch>>();

  return function searchBeside({ place, model, question }: SearchBeside, vector: Float32Array): Found | undefined {
    try {
      const search = opened.get(place.key) ?? openSqliteSearch(place);
      opened.set(place.key, search);
      // A text without known words has a vector of zeros, and is searched by its words only.
      const meaning = vector.some((value) => value !== 0) ? { model, vector } : undefined;
      return search({ ...question, meaning, mostEntries }) as Found | undefined;
    } catch {
      return undefined;
    }
  };
}
