import {
  type Near,
  type SearchedTables,
  type SearchIndex,
  scopeWord,
  type VectorEngine,
  type Worded,
} from '../search-index.ts';
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
    async byWords(owner, terms, parts, limit) {
      if (terms.length === 0) return [];
      const scope = scopeWord(owner);
      const expressions = terms.map((term) => ({
        expression: expressionOf('sqlite', scope, [term]),
        weight: term.weight,
      }));
      const all = terms.length > 1 ? expressionOf('sqlite', scope, terms) : null;
      return (await ask({ kind: 'words', tables, owner, parts, expressions, all, limit })) as Worded[];
    },
    byMeaning: async (owner, { model, vector }, parts) =>
      (await ask({ kind: 'meaning', tables, owner, parts, model, vector })) as Near[],
    compare: async (owner, { model, vector }, parts, entryIds) =>
      (await ask({ kind: 'meaning', tables, owner, parts, model, vector, entryIds })) as Near[],
  };
}
