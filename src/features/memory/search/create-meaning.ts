import type { Clock } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import type { OpenDatabase } from '../../../platform/db/open.ts';
import type { Embeddings } from '../../../platform/embeddings/embeddings.ts';
import { createSearchIndexes } from '../../../platform/search/create-search-indexes.ts';
import { createTextSearch } from '../../../platform/search/text-search.ts';
import { createMemorySearch } from '../recall/memory-search.ts';
import { createEmbedder } from './embedder.ts';
import { createEmbeddingRules } from './embedding-rules.ts';
import { memoryTables, ofPerson } from './memory-tables.ts';
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
  const indexes = createSearchIndexes({ database, dataDirectory, log, ...given });
  const index = indexes.of(memoryTables);
  const embedder = createEmbedder({ database, store, embeddings, mayEmbed, clock, log });

  return {
    search: createMemorySearch({ database, search: createTextSearch({ embeddings, mayEmbed, index }) }),
    mayEmbed,
    indexes,
    wakeEmbedder: embedder.wake,
    forgetVectors: store.forget,
    /** For diagnostics, which show the implementation that compares vectors. */
    index: ofPerson(index),
    background: {
      async start(): Promise<void> {
        await indexes.start();
        embedder.start();
      },
      async stop(): Promise<void> {
        await embedder.stop();
        await indexes.stop();
      },
    },
  };
}
