import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Quotas } from '../../kernel/quotas.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Embeddings } from '../../platform/embeddings/embeddings.ts';
import type { Models } from '../../platform/models/models.ts';
import type { ModelRules, ScopeOf } from '../agents/index.ts';
import type { Budgets } from '../costs/index.ts';
import type { FileService } from '../files/index.ts';
import type { ClientTools, Engine, FollowRun, JobService, MessageReader, StreamRun } from '../runs/index.ts';
import { createAgentModels } from './agent-models.ts';
import { createAgentRuns } from './agent-runs.ts';
import { createEmbedTexts } from './embeddings/embeddings.ts';
import { createRequestFiles } from './files/request-files.ts';
import { createInferenceService } from './inference.service.ts';
import { createAgentMessages } from './messages/agent-messages.ts';
import { createMessagesService } from './messages/messages.service.ts';
import { createModelNameStore } from './model-names.store.ts';
import { agentIn, createModelNames } from './model-names.ts';
import { createProviderModels } from './provider-models.ts';
import { createInputFiles } from './responses/input-files.ts';
import { createResponses } from './responses/responses.service.ts';
import { createResponseStore } from './responses/responses.store.ts';
import { createStoredResponses } from './responses/stored-responses.ts';

type Deps = {
  database: Database;
  clock: Clock;
  log: Log;
  models: Pick<Models, 'operator' | 'ask'>;
  scopeOf: ScopeOf;
  embeddings: Pick<Embeddings, 'model' | 'dimension' | 'embed' | 'embedTokens'>;
  rules: ModelRules;
  budgets: Budgets;
  runs: {
    engine: Engine;
    jobs: JobService;
    streamRun: StreamRun;
    followRun: FollowRun;
    untilStopped(): AbortSignal;
    readMessage: MessageReader;
    clientTools: ClientTools;
  };
  files: FileService;
  releaseFiles: Parameters<typeof createStoredResponses>[0]['releaseFiles'];
  quotas: Quotas;
  maxFileBytes: number;
  keepAliveMs: number;
};

/** The gateway as a server that OpenAI's clients can talk to. */
export function createInference({ database, clock, log, models, embeddings, budgets, runs, ...deps }: Deps) {
  const names = createModelNames({
    store: createModelNameStore(database),
    models,
    scopeOf: deps.scopeOf,
    rules: deps.rules,
    budgets,
    embeddingModel: embeddings.model,
  });
  const providerModels = createProviderModels({ database, models, budgets, clock });
  const openFiles = createRequestFiles({ files: deps.files, maxFileBytes: deps.maxFileBytes });
  const agentRuns = createAgentRuns(runs);
  const agents = createAgentModels({ ...runs, runs: agentRuns });
  const inference = createInferenceService({
    names,
    models: providerModels,
    agents,
    openFiles,
    clock,
    log,
    keepAliveMs: deps.keepAliveMs,
  });
  const messages = createMessagesService({
    names,
    models: providerModels,
    agents: createAgentMessages(agents),
    openFiles,
    log,
    keepAliveMs: deps.keepAliveMs,
  });
  const stored = createStoredResponses({
    store: createResponseStore(database),
    files: deps.files,
    releaseFiles: deps.releaseFiles,
    quotas: deps.quotas,
    clock,
  });
  const keepFiles = createInputFiles({
    readMessage: runs.readMessage,
    mayAsk(caller, model) {
      const agentId = agentIn(model);
      return agentId === undefined ? names.choose(caller, model) : agentRuns.mayStart(caller, agentId);
    },
  });
  return {
    names,
    inference,
    messages,
    embed: createEmbedTexts({ embeddings, names, models: providerModels }),
    responses: createResponses({ inference, stored, keepFiles, clock }),
    stored,
  };
}
