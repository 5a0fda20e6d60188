import type { Log } from '../../kernel/log.ts';
import type { OpenDatabase } from '../db/open.ts';
import { createLargeScopes } from './large-scopes.store.ts';
import { findPgvector } from './postgres/pgvector.store.ts';
import { createPostgresIndex } from './postgres/postgres-index.store.ts';
import type { SearchedTables, SearchIndex, VectorEngine } from './search-index.ts';
import { createSqliteIndex } from './sqlite/sqlite-index.ts';
import { createSqliteThreads } from './sqlite/sqlite-threads.ts';

type Deps = {
  database: OpenDatabase;
  dataDirectory: string;
  log: Log;
  /** For tests: the number of entries from which a graph is used; `extension: null` disables sqlite-vec. */
  largeFrom?: number | undefined;
  extension?: null | undefined;
};

export type SearchIndexes = ReturnType<typeof createSearchIndexes>;

/** Search by words and meaning over any tables of the right shape. All of them share the engine's threads. */
export function createSearchIndexes({ database, dataDirectory, log, largeFrom, extension }: Deps) {
  let postgresEngine: VectorEngine = 'fallback';
  const threads = createSqliteThreads({ dataDirectory, log, extension });

  return {
    of: (tables: SearchedTables): SearchIndex =>
      database.engine === 'sqlite'
        ? createSqliteIndex({ threads, tables })
        : createPostgresIndex({
            database,
            tables,
            engine: () => postgresEngine,
            largeScopes: createLargeScopes({ database, tables, log, from: largeFrom }),
          }),
    async start(): Promise<void> {
      if (database.engine === 'postgres' && (await findPgvector(database, log))) postgresEngine = 'pgvector';
    },
    stop: threads.stop,
  };
}
