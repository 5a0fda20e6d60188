import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Embeddings } from '../../platform/embeddings/embeddings.ts';
import type { Models } from '../../platform/models/models.ts';
import type { ModelRules } from '../agents/index.ts';
import type { Budgets } from '../costs/index.ts';
import type { Engine, JobService, StreamRun } from '../runs/index.ts';
import { createAgentModels } from './agent-models.ts';
import { createEmbedTexts } from './embeddings.ts';
import { createInferenceService } from './inference.service.ts';
import { createModelNameStore } from './model-names.store.ts';
import { createModelNames } from './model-names.ts';
import { createProviderModels } from './provider-models.ts';

type Deps = {
  database: Database;
  clock: Clock;
  log: Log;
  models: Pick<Models, 'list' | 'offered' | 'resolve' | 'generate' | 'info'>;
  embeddings: Pick<Embeddings, 'model' | 'dimension' | 'embed' | 'embedTokens'>;
  rules: ModelRules;
  budgets: Budgets;
  runs: { engine: Engine; jobs: JobService; streamRun: StreamRun };
  keepAliveMs: number;
};

/** The gateway as a server that OpenAI's clients can talk to. */
export function createInference({ database, clock, log, models, embeddings, budgets, runs, ...deps }: Deps) {
  const names = createModelNames({
    store: createModelNameStore(database),
    models,
    rules: deps.rules,
    budgets,
    embeddingModel: embeddings.model,
  });
  const providerModels = createProviderModels({ database, models, budgets, clock });
  const inference = createInferenceService({
    names,
    models: providerModels,
    agents: createAgentModels(runs),
    clock,
    log,
    keepAliveMs: deps.keepAliveMs,
  });
  return { names, inference, embed: createEmbedTexts({ embeddings, names, models: providerModels }) };
}
