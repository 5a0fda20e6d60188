import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { createAnchors, createAuditLog, createAuditRetention, createSealer } from '../features/audit/index.ts';
import { createIdempotency } from '../http/idempotency/idempotency.store.ts';
import { createRateLimiter } from '../http/limits/rate-limits.ts';
import { requestContext } from '../http/request-id.ts';
import { type Clock, systemClock } from '../kernel/clock.ts';
import { createQuotas } from '../kernel/quotas.ts';
import { createBus } from '../platform/bus/create-bus.ts';
import { createDatabaseWatch } from '../platform/db/connections/database-watch.ts';
import { openDatabase } from '../platform/db/open.ts';
import { createSharedClock } from '../platform/db/shared-clock.ts';
import { createWordScrub } from '../platform/db/words/word-scrub.ts';
import { createEgress } from '../platform/egress/egress.ts';
import { createDocumentEmbeddings, createEmbeddings } from '../platform/embeddings/create-embeddings.ts';
import type { Embeddings } from '../platform/embeddings/embeddings.ts';
import { createEventLoopDelay } from '../platform/event-loop-delay.ts';
import { createJobs } from '../platform/jobs/jobs.ts';
import { createRecurring } from '../platform/jobs/recurring.ts';
import { createKeyCheck } from '../platform/key-check.ts';
import { createLogger } from '../platform/logger.ts';
import { createMailer } from '../platform/mail/mailer.ts';
import { createMetrics } from '../platform/metrics.ts';
import { createModels } from '../platform/models/models.ts';
import { createSecretBox } from '../platform/secret-box.ts';
import { createCleaning } from '../platform/work/cleaning.ts';

export type Foundation = ReturnType<typeof composeFoundation>;

/** The database, the bus between nodes, and the connections to models and other services. */
export function composeFoundation(
  config: Config,
  given: { clock: Clock; log: Logger | undefined; encoder: Embeddings | undefined },
) {
  const { clock: givenClock } = given;
  const log = given.log ?? createLogger(config.logLevel, () => requestContext.getStore());
  const eventLoopDelay = createEventLoopDelay();
  const metrics = createMetrics(eventLoopDelay.lateness);
  const database = openDatabase(config.database, (error) => log.warn({ err: error }, 'a database connection was lost'));
  // Nodes that share a database share its time; an embedded database has one node. A test's clock is used unchanged.
  const sharedClock =
    database.engine === 'postgres' && givenClock === systemClock ? createSharedClock({ database, log }) : undefined;
  const clock = sharedClock?.clock ?? givenClock;
  const { databaseUrl } = config.database;
  const { connections } = database;
  const databaseWatch = connections && databaseUrl ? createDatabaseWatch({ url: databaseUrl, log }) : undefined;
  if (connections) databaseWatch?.subscribe(connections.setAway);
  const bus = createBus(database, databaseUrl, log);
  const jobs = createJobs({ database, bus, clock, log });
  const sealer = createSealer(config);
  const egress = createEgress({ policy: config.egressPolicy });
  const secrets = createSecretBox({ encryption: config.encryption, jwt: config.jwt, log });
  return {
    clock,
    sharedClock,
    databaseWatch,
    log,
    eventLoopDelay,
    metrics,
    database,
    bus,
    jobs,
    recurring: createRecurring({ database, jobs, clock, log }),
    wordScrub: createWordScrub({ database, jobs, clock }),
    limiter: createRateLimiter(database, clock),
    idempotency: createIdempotency(clock),
    quotas: createQuotas(config.operator.quotas),
    secrets,
    keyCheck: createKeyCheck({ database, secrets, hasOwnKey: config.encryption.key !== undefined, log }),
    mailer: createMailer({ ...config.mail, clock, log }),
    egress,
    models: createModels(config.models, { log, bus, checkedConnect: egress.connect }),
    embeddings: createEmbeddings(config.models, { log, encoder: given.encoder }),
    documentEmbeddings: createDocumentEmbeddings(config.models, { log, encoder: given.encoder }),
    sealer,
    anchors: createAnchors({ database, sealer, clock, log, folder: config.database.anchorDirectory }),
    auditRetention: createAuditRetention({ database, sealer, log }),
    // The embedded engine runs in this thread and blocks it meanwhile.
    cleaning: createCleaning(
      database.engine === 'sqlite' ? { log, portionMs: 10, rows: [200, 400] } : { log, portionMs: 25 },
    ),
    audit: createAuditLog({ clock, sealer, context: () => requestContext.getStore() }),
    /** How long a stop waits for work under way, once nothing new comes. */
    drainTimeoutMs: (config.shutdownTimeoutMs - config.shutdownGraceMs) / 2,
  };
}
