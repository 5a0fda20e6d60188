import type { Clock } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import type { OpenDatabase } from '../../../platform/db/open.ts';
import type { Embeddings } from '../../../platform/embeddings/embeddings.ts';
import { createMemorySearch } from '../recall/memory-search.ts';
import { createEmbedder } from './embedder.ts';
import { createEmbeddingRules } from './embedding-rules.ts';
import { createLargeScopes } from './large-scopes.store.ts';
import { findPgvector } from './postgres/pgvector.store.ts';
import { createPostgresIndex } from './postgres/postgres-index.store.ts';
import type { VectorEngine } from './search-index.ts';
import { createSqliteIndex } from './sqlite/sqlite-index.ts';
import { createVectorStore } from './vectors.store.ts';

type Deps = {
  database: OpenDatabase;
  dataDirectory: string;
  embeddings: Embeddings;
  clock: Clock;
  log: Log;
  /** For tests: the number of entries from which a graph is used; `extension: null` disables sqlite-vec. */
  largeFrom?: number;
  extension?: null;
};

export type Meaning = ReturnType<typeof createMeaning>;

/** The vectors of entries: computed in the background, stored, and searched together with the words. */
export function createMeaning({ database, dataDirectory, embeddings, clock, log, ...given }: Deps) {
  const store = createVectorStore(database);
  const mayEmbed = createEmbeddingRules({ database, model: embeddings.model });
  let postgresEngine: VectorEngine = 'fallback';
  const index =
    database.engine === 'sqlite'
      ? createSqliteIndex({ dataDirectory, log, extension: given.extension })
      : createPostgresIndex({
          database,
          engine: () => postgresEngine,
          largeScopes: createLargeScopes({ database, log, from: given.largeFrom }),
        });
  const embedder = createEmbedder({ database, store, embeddings, mayEmbed, clock, log });

  return {
    search: createMemorySearch({ database, embeddings, mayEmbed, index }),
    wakeEmbedder: embedder.wake,
    forgetVectors: store.forget,
    /** For diagnostics, which show the implementation that compares vectors. */
    index,
    background: {
      async start(): Promise<void> {
        if (database.engine === 'postgres' && (await findPgvector(database, log))) postgresEngine = 'pgvector';
        embedder.start();
      },
      async stop(): Promise<void> {
        await embedder.stop();
        await index.stop();
      },
    },
  };
}
