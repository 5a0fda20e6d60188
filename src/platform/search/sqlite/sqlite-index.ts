import type { Near, Scored } from '../ranking.ts';
import { type SearchedTables, type SearchIndex, scopeWord, type VectorEngine } from '../search-index.ts';
import { expressionOf } from '../terms.ts';
import type { SqliteThreads } from './sqlite-threads.ts';

type Deps = { threads: SqliteThreads; tables: SearchedTables };

export function createSqliteIndex({ threads: { ask }, tables }: Deps): SearchIndex {
  let engine: VectorEngine | undefined;

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
      return (await ask({ kind: 'both', ...question })) as Scored[];
    },
    byMeaning: async (owner, { model, vector }, parts) =>
      (await ask({ kind: 'meaning', tables, owner, parts, model, vector })) as Near[],
    compare: async (owner, { model, vector }, parts, entryIds) =>
      (await ask({ kind: 'meaning', tables, owner, parts, model, vector, entryIds })) as Near[],
  };
}
