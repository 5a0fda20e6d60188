import type { Near, Scored } from '../ranking.ts';
import { type SearchedTables, type SearchIndex, scopeWord, type VectorEngine } from '../search-index.ts';
import { expressionOf } from '../terms.ts';
import { type Found, readFound, type SqliteQuestion } from './sqlite-question.ts';
import type { SqliteThreads } from './sqlite-threads.ts';

type Deps = { threads: SqliteThreads; tables: SearchedTables };

export function createSqliteIndex({ threads: { ask }, tables }: Deps): SearchIndex {
  let engine: VectorEngine | undefined;
  const near = async (question: SqliteQuestion) =>
    readFound((await ask(question)) as Found, (entryId, similarity): Near => ({ entryId, similarity }));

  return {
    async engine() {
      engine ??= (await ask({ kind: 'probe' })) ? 'sqlite-vec' : 'fallback';
      return engine;
    },
    // In one message: each costs both threads more than most searches. The words wait for the vector, about a millisecond.
    async find(owner, { terms, meaning, parts, limit, weights }) {
      const scope = scopeWord(owner);
      const expressions = terms.map((term) => ({
        expression: expressionOf('sqlite', scope, [term]),
        weight: term.weight,
      }));
      const all = terms.length > 1 ? expressionOf('sqlite', scope, terms) : null;
      const question = { tables, owner, parts, expressions, all, limit, weights, meaning: await meaning };
      const found = (await ask({ kind: 'both', ...question })) as Found;
      return readFound(found, (entryId, score): Scored => ({ entryId, score }));
    },
    byMeaning: (owner, { model, vector }, parts) => near({ kind: 'meaning', tables, owner, parts, model, vector }),
    compare: (owner, { model, vector }, parts, entryIds) =>
      near({ kind: 'meaning', tables, owner, parts, model, vector, entryIds }),
  };
}
