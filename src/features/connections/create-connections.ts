import type { Clock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import type { Quotas } from '../../kernel/quotas.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Egress } from '../../platform/egress/egress.ts';
import type { PublishEvent } from '../../platform/events.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { Models } from '../../platform/models/models.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import type { AuditLog } from '../audit/index.ts';
import { createAttemptCounts } from './attempts.ts';
import { createConnectionHours } from './connection-hours.store.ts';
import { createConnectionService } from './connections.service.ts';
import { createConnectionStore } from './connections.store.ts';
import { createHealth } from './health.ts';
import { createReachable } from './reachable.ts';
import { createRefusedKeys } from './refused-keys.ts';
import { createScopes } from './scopes.ts';

type Deps = {
  database: Database;
  quotas: Quotas;
  egress: Egress;
  secrets: SecretBox;
  audit: AuditLog;
  clock: Clock;
  models: Models;
  metrics: Metrics;
  publish: PublishEvent;
  log: Log;
};

/** Workspaces' own connections to providers of models, and how all connections do. */
export function createConnections(deps: Deps) {
  const { database, models } = deps;
  const store = createConnectionStore(database);
  const hours = createConnectionHours(database);
  const counts = createAttemptCounts({ ...deps, hours });
  const refusedKeys = createRefusedKeys({ ...deps, store });
  const { scopeOf, scopeFor, connect, ownerOf } = createScopes({ ...deps, store, onRefused: refusedKeys.know });
  models.onAttempt((attempt) => {
    const workspaceId = ownerOf(attempt.candidate.connection) ?? attempt.workspaceId;
    counts.observe(attempt, workspaceId);
    refusedKeys.observe(attempt, workspaceId);
  });
  return {
    connections: createConnectionService({
      ...deps,
      store,
      connect,
      observe: createHealth({ ...deps, hours, counts }),
      operatorsOf: async (workspaceId) =>
        (await scopeFor(workspaceId)).connections.filter(({ own, catalogue }) => !own && catalogue !== 'local'),
    }),
    scopeOf,
    scopeFor,
    reachable: createReachable(store, { connections: models.providers, names: models.operator.names }),
    hoursBefore: hours.before,
    seenConnections: counts.seen,
    background: {
      start: counts.background.start,
      stop: async () => void (await Promise.all([counts.background.stop(), refusedKeys.stop()])),
    },
  };
}
