import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Quotas } from '../../kernel/quotas.ts';
import type { Database } from '../../platform/db/database.ts';
import type { WordScrub } from '../../platform/db/words/word-scrub.ts';
import type { Egress } from '../../platform/egress/egress.ts';
import type { Embeddings } from '../../platform/embeddings/embeddings.ts';
import type { PublishEvent } from '../../platform/events.ts';
import type { Models } from '../../platform/models/models.ts';
import type { SearchIndexes } from '../../platform/search/create-search-indexes.ts';
import { createTextSearch, type MayEmbed } from '../../platform/search/text-search.ts';
import type { AuditLog } from '../audit/index.ts';
import type { Budgets } from '../costs/index.ts';
import type { FileService } from '../files/index.ts';
import { createAddressReader } from './addresses/address-reader.ts';
import { createAddressStore } from './addresses/addresses.store.ts';
import { createDueAddresses } from './addresses/due-addresses.ts';
import { createCollectionService } from './collections/collections.service.ts';
import { createCollectionStore } from './collections/collections.store.ts';
import { createDocumentService } from './documents/documents.service.ts';
import { createDocumentStore } from './documents/documents.store.ts';
import { createKnowledgeErasure } from './erasure.store.ts';
import { createEmbeddingCosts } from './ingestion/embedding-costs.ts';
import { createIngestion } from './ingestion/ingestion.ts';
import { createPassageVectors } from './ingestion/passage-vectors.ts';
import { createPassageStore } from './ingestion/passages.store.ts';
import { createReading } from './ingestion/reading.ts';
import { createSteps } from './ingestion/steps.ts';
import { createWorkStore } from './ingestion/work.store.ts';
import { createAgentCollections } from './retrieval/agent-collections.store.ts';
import { createKnowledgeTool } from './retrieval/knowledge-tool.ts';
import { createRetrieval } from './retrieval/retrieval.ts';
import { createFoundPassageStore } from './search/found-passages.store.ts';
import { knowledgeTables } from './search/knowledge-tables.ts';
import { createPassageSearch } from './search/passage-search.ts';

type Deps = {
  database: Database;
  embeddings: Embeddings;
  indexes: Pick<SearchIndexes, 'of'>;
  mayEmbed: MayEmbed;
  files: Pick<FileService, 'get' | 'bytes'>;
  egress: Pick<Egress, 'assertAllowed' | 'request'>;
  wordScrub: WordScrub;
  publish: PublishEvent;
  audit: AuditLog;
  models: Pick<Models, 'info'>;
  budgets: Budgets;
  quotas: Quotas;
  clock: Clock;
  log: Log;
  /** For tests. */
  readingTimeoutMs?: number | undefined;
};

/** What retrieval needs to know of a turn. */
type TurnOfAgent = {
  admission: {
    agent: { workspaceId: string };
    model: { contextWindow: number | null };
    knowledge: readonly string[];
  };
};

export type Knowledge = ReturnType<typeof createKnowledge>;

/** Collections of documents: read, cut and made searchable in the background, and searched by words and meaning. */
export function createKnowledge(deps: Deps) {
  const {
    database,
    embeddings,
    indexes,
    mayEmbed,
    files,
    egress,
    wordScrub,
    publish,
    audit,
    models,
    budgets,
    quotas,
    clock,
    log,
  } = deps;
  const collectionStore = createCollectionStore(database);
  const documentStore = createDocumentStore(database);
  const work = createWorkStore(database);
  const addresses = createAddressStore(database);
  const readAddress = createAddressReader({ egress, store: addresses });
  const reading = createReading({ files, readAddress, log, timeoutMs: deps.readingTimeoutMs });
  const { searchModel } = embeddings;
  const steps = createSteps({
    work,
    passages: createPassageStore(database),
    collections: collectionStore,
    documents: documentStore,
    reading,
    addresses,
    vectorsOf: createPassageVectors({
      embeddings,
      mayEmbed,
      costs: createEmbeddingCosts({ work, models, budgets, embeddingModel: embeddings.model, clock }),
    }),
    searchModel,
    wordScrub,
    publish,
    quotas,
    clock,
  });
  const ingestion = createIngestion({
    engine: database.engine,
    work,
    steps,
    addresses: createDueAddresses({ store: addresses, documents: documentStore }),
    searchModel,
    clock,
    log,
  });
  const { wake } = ingestion;
  const searchPassages = createPassageSearch({
    collections: collectionStore,
    store: createFoundPassageStore(database),
    search: createTextSearch({ embeddings, mayEmbed, index: indexes.of(knowledgeTables) }),
  });

  const retrieve = createRetrieval({ searchPassages, model: embeddings.model, log });

  return {
    /** For turns of agents with collections. */
    turns: {
      retrieve: ({ admission: { agent, model, knowledge } }: TurnOfAgent, message: string) =>
        retrieve({
          workspaceId: agent.workspaceId,
          collectionIds: knowledge,
          contextWindow: model.contextWindow,
          message,
        }),
    },
    tool: createKnowledgeTool({ collections: createAgentCollections(database), searchPassages }),
    collections: createCollectionService({
      store: collectionStore,
      documents: documentStore,
      wake,
      audit,
      quotas,
      clock,
    }),
    documents: createDocumentService({
      store: documentStore,
      collections: collectionStore,
      files,
      egress,
      wake,
      audit,
      quotas,
      clock,
    }),
    searchPassages,
    searching: { searchPassages, collections: collectionStore },
    erasure: createKnowledgeErasure(database),
    background: {
      start: ingestion.start,
      async stop(): Promise<void> {
        await Promise.all([ingestion.stop(), reading.stop()]);
      },
    },
  };
}
