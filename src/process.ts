import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { backoffMs } from './kernel/backoff.ts';
import type { Clock } from './kernel/clock.ts';
import { AppError } from './kernel/errors.ts';
import type { Log } from './kernel/log.ts';
import type { Database } from './platform/db/database.ts';
import { migrate } from './platform/db/migrate.ts';

/**
 * A part that runs in the background. start and stop are idempotent, also after a failed start; stop waits for work in
 * flight.
 */
type Background = { start(): void | Promise<void>; stop(): Promise<void> };

type Deps = {
  config: Config;
  clock: Clock;
  log: Log;
  app: FastifyInstance;
  database: Database;
  health: { setState(state: 'ready' | 'draining'): void };
  inFlight: () => number;
  farewellMs?: number | undefined;
  /** Parts that all others need, above all while turns end: started before the others, stopped after them. */
  services: readonly Background[];
  /** In the order of their start; stopped together. */
  background: readonly Background[];
};

/** How long a stopping node still listens, so that a load balancer gets 503 from /readiness. */
const usualFarewellMs = 300;

/** The minimum time of each of the three last steps of a stop; all fit into SHUTDOWN_TIMEOUT. */
const lastChanceMs = 300;

/** Whether the work was done in time. */
const within = (timeMs: number, work: Promise<unknown>): Promise<boolean> =>
  Promise.race([work.then(() => true), sleep(timeMs, false, { ref: false })]);

/** A part that fails to stop does not affect the others. */
const stopAll = (parts: readonly Background[]) => Promise.allSettled(parts.map((part) => part.stop()));

export function createProcess({
  config,
  clock,
  log,
  app,
  database,
  health,
  inFlight,
  services,
  background,
  ...given
}: Deps) {
  const { farewellMs = usualFarewellMs } = given;
  let stopping: Promise<void> | undefined;

  /** Waits for a PostgreSQL that is not up yet or goes down meanwhile. */
  async function whenPossible(work: () => void | Promise<void>): Promise<void> {
    for (let attempt = 1; !stopping; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'unavailable')) throw error;
        log.warn({ err: error.details.cause }, 'waiting for the database');
        await sleep(backoffMs(attempt, 250, 1_000));
      }
    }
  }

  /** What was applied before a migration gave way to something else. */
  const applied: string[] = [];
  async function migrateDatabase(): Promise<void> {
    await migrate(database, clock.now(), applied);
    if (applied.length > 0) log.info({ applied }, 'database migrated');
  }

  async function drain(): Promise<void> {
    const deadline = Date.now() + Math.max(0, config.shutdownTimeoutMs - 3 * lastChanceMs);
    health.setState('draining');
    if (config.shutdownGraceMs > 0) {
      // A load balancer needs some time to notice and still sends requests: everything still works.
      await sleep(config.shutdownGraceMs);
      // A later client is refused a connection and can try another node before it sends anything.
      app.server.close();
    }
    const stopped = stopAll(background);
    const farewell = Date.now() + farewellMs;
    while (Date.now() < deadline && (inFlight() > 0 || Date.now() < farewell)) await sleep(20);
    const served = within(Math.max(0, deadline - Date.now()), stopped).then(() => stopAll(services));
    const closed = Promise.all([app.close(), stopped, served]);
    if (!(await within(Math.max(lastChanceMs, deadline - Date.now()), closed))) {
      log.warn({ inFlight: inFlight() }, 'closing requests that did not finish in time');
      app.server.closeAllConnections();
      await within(lastChanceMs, closed);
    }
    // A pool waits for queries under way without a limit.
    if (!(await within(Math.max(lastChanceMs, deadline - Date.now()), database.close())))
      log.warn({}, 'the database was closed with queries under way');
  }

  async function bringUp(): Promise<void> {
    const { scheduleChanged, retryDelaysMs } = config.webhooks;
    if (scheduleChanged) log.warn({ retryDelaysMs }, 'webhooks are retried on another schedule than the default');
    // Errors in the routes are reported before anything starts.
    await app.ready();
    await whenPossible(migrateDatabase);
    for (const part of [...services, ...background]) await whenPossible(() => part.start());
    if (stopping) return;
    // Last: the node accepts no connection until it can serve, so that a proxy uses another node.
    health.setState('ready');
    await app.listen({ host: config.host, port: config.port });
  }

  return {
    async start(): Promise<void> {
      try {
        await bringUp();
      } catch (error) {
        // A node that is stopped while starting finds its database closed: this is not a failure.
        if (!stopping) throw error;
      }
    },
    /** Idempotent: readiness is 503 at once, work under way finishes after the grace period, then everything closes. */
    stop(): Promise<void> {
      stopping ??= drain();
      return stopping;
    },
  };
}
