import type { Near, Scored } from '../ranking.ts';
import { type Found, type SearchedTables, type SearchIndex, scopeWord, type VectorEngine } from '../search-index.ts';
import { expressionOf } from '../terms.ts';
import { readFound, type SqliteQuestion } from './sqlite-question.ts';
import type { SqliteThreads } from './sqlite-threads.ts';

type Deps = { threads: SqliteThreads; tables: SearchedTables };

export function createSqliteIndex({ threads: { ask, place }, tables }: Deps): SearchIndex {
  let engine: VectorEngine | undefined;
  const near = async (question: SqliteQuestion) =>
    readFound((await ask(question)) as Found, (entryId, similarity): Near => ({ entryId, similarity }));

  return {
    async engine() {
      engine ??= (await ask({ kind: 'probe' })) ? 'sqlite-vec' : 'fallback';
      return engine;
    },
    // In one message, to the model's thread if that can search: a message costs both threads 0.1 ms. The words wait for the
    // vector, about a millisecond.
    async find(owner, { terms, meaning: askMeaning, findBeside, parts, limit, weights }) {
      const scope = scopeWord(owner);
      const expressions = terms.map((term) => ({
        expression: expressionOf('sqlite', scope, [term]),
        weight: term.weight,
      }));
      const all = terms.length > 1 ? expressionOf('sqlite', scope, terms) : null;
      const question = { kind: 'both' as const, tables, owner, parts, expressions, all, limit, weights };
      const meaning = findBeside ? await findBeside({ place: await place(), question }) : await askMeaning();
      const isFound = meaning !== undefined && 'ids' in meaning;
      const found = isFound ? meaning : ((await ask({ ...question, meaning })) as Found);
      return readFound(found, (entryId, score): Scored => ({ entryId, score }));
    },
    byMeaning: (owner, { model, vector }, parts) => near({ kind: 'meaning', tables, owner, parts, model, vector }),
    compare: (owner, { model, vector }, parts, entryIds) =>
      near({ kind: 'meaning', tables, owner, parts, model, vector, entryIds }),
  };
}
