import type { Log } from '../../kernel/log.ts';
import type { OpenDatabase } from '../db/open.ts';
import { createLargeScopes } from './large-scopes.store.ts';
import { createKeptSignsOfServer, createKeptThread } from './postgres/kept-signs.store.ts';
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
  const keptThread = createKeptThread(log);

  return {
    of: (tables: SearchedTables): SearchIndex =>
      database.engine === 'sqlite'
        ? createSqliteIndex({ threads, tables })
        : createPostgresIndex({
            database,
            tables,
            engine: () => postgresEngine,
            largeScopes: createLargeScopes({ database, tables, log, from: largeFrom }),
            nearestKept: createKeptSignsOfServer({ database, tables, thread: keptThread, log }),
          }),
    async start(): Promise<void> {
      if (database.engine === 'postgres' && (await findPgvector(database, log))) postgresEngine = 'pgvector';
    },
    async stop(): Promise<void> {
      await Promise.all([threads.stop(), keptThread.stop()]);
    },
  };
}
