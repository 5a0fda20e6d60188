import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Embeddings } from '../../platform/embeddings/embeddings.ts';
import type { EventLoopDelay } from '../../platform/event-loop-delay.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Models } from '../../platform/models/models.ts';
import { deliveryChecks } from './checks/delivery.ts';
import { modelChecks } from './checks/models.ts';
import { quickChecks } from './checks/quick.ts';
import { realtimeChecks } from './checks/realtime.ts';
import { searchChecks, type VectorSearch } from './checks/search.ts';
import { securityChecks, type VerifyChain } from './checks/security.ts';
import { storageChecks } from './checks/storage.ts';
import { createDiagnostics } from './diagnostics.service.ts';
import { createDiagnosticsStore } from './diagnostics.store.ts';
import { createProbeStore } from './probes.store.ts';

type Deps = {
  database: Database;
  jobs: Jobs;
  models: Models;
  embeddings: Embeddings;
  /** Where documents have a model of their own. */
  documentEmbeddings: Embeddings | undefined;
  clock: Clock;
  /** Only where nodes share a database: the offset from its clock. */
  sharedClock: { aheadMs(): number } | undefined;
  log: Log;
  eventLoopDelay: EventLoopDelay;
  keys: Parameters<typeof securityChecks>[0]['keys'];
  tokens: Parameters<typeof securityChecks>[0]['tokens'];
  probeDatabase(): Promise<void>;
  probeWebSocket(): Promise<void>;
  vectors: VectorSearch;
  verifyChain: VerifyChain;
  seenConnections: Parameters<typeof createDiagnostics>[0]['seenConnections'];
};

/** Twelve checks in six categories; each really uses its subject. */
export function createDiagnosticChecks(deps: Deps) {
  const { database, jobs, models, clock, log, keys, tokens, probeDatabase, probeWebSocket } = deps;
  const store = createProbeStore(database);
  const checks = [
    ...storageChecks(database, store, clock, () => deps.sharedClock?.aheadMs() ?? 0),
    ...searchChecks(store, deps.vectors),
    ...modelChecks(deps),
    ...deliveryChecks({ database, store, jobs, clock }),
    ...realtimeChecks(probeWebSocket, deps.eventLoopDelay.lateness),
    ...securityChecks({ keys, tokens, clock }, deps.verifyChain),
  ];
  return {
    diagnostics: createDiagnostics({
      checks,
      quickChecks: quickChecks({ models, probeDatabase, probeWebSocket }),
      store: createDiagnosticsStore(database),
      seenConnections: deps.seenConnections,
      clock,
      log,
    }),
  };
}
