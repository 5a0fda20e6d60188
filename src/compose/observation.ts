import type { Config } from '../config.ts';
import { createChainCheck } from '../features/audit/index.ts';
import { createDiagnosticChecks } from '../features/diagnostics/index.ts';
import {
  createHealthService,
  measureBacklog,
  measureTotals,
  probeDatabase,
  probeSearch,
  probeWebSocket,
} from '../features/health/index.ts';
import { signaturesFor } from '../http/hmac-rules.ts';
import { version } from '../version.ts';
import type { Connections } from './connections.ts';
import type { Foundation } from './foundation.ts';
import type { Memory } from './memory.ts';
import type { People } from './people.ts';
import type { Tenants } from './tenants.ts';

export type Observation = ReturnType<typeof composeObservation>;
type Parts = {
  people: People;
  memory: Memory;
  tenants: Tenants;
  connections: Connections;
  /** Known once the server listens. */
  listeningOn(): string;
};

/** Health, diagnostics and metrics. */
export function composeObservation(
  config: Config,
  foundation: Foundation,
  { people, memory, tenants, connections, listeningOn }: Parts,
) {
  const { database, log, metrics, clock } = foundation;
  const probes = {
    database: probeDatabase(database),
    search: probeSearch(database),
    websocket: probeWebSocket(
      () => `ws://${listeningOn()}`,
      people.probe.secret,
      signaturesFor(config.hmacRules, 'GET', '/ws'),
    ),
  };
  const { diagnostics } = createDiagnosticChecks({
    ...foundation,
    keys: config,
    tokens: people.tokens,
    probeDatabase: probes.database,
    probeWebSocket: probes.websocket,
    vectors: memory.meaning.index,
    verifyChain: createChainCheck(foundation),
    seenConnections: connections.seenConnections,
  });
  metrics.gauges('gateway_build_info', 'The version that runs here.', ['version'], async () => [
    { labels: { version }, value: 1 },
  ]);
  metrics.gauges(
    'gateway_clock_ahead_seconds',
    'How far the clock of this node is ahead of the database.',
    [],
    async () => foundation.sharedClock && [{ value: foundation.sharedClock.aheadMs() / 1_000 }],
  );
  measureTotals(metrics, clock, tenants.costs.overall.read);
  measureBacklog(database, metrics, clock);
  return {
    health: createHealthService({
      probes,
      isDatabaseAway: () => foundation.databaseWatch?.isAway() ?? false,
      version,
      log,
    }),
    diagnostics,
  };
}
