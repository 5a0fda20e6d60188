import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { backoffMs } from './kernel/backoff.ts';
import type { Clock } from './kernel/clock.ts';
import { AppError } from './kernel/errors.ts';
import type { Log } from './kernel/log.ts';
import type { Database } from './platform/db/database.ts';
import { migrate } from './platform/db/migrate.ts';

/** Everything that runs by itself: idempotent, also after a start that failed, and stop waits for the work in flight. */
type Background = { start(): void | Promise<void>; stop(): Promise<void> };

type Deps = {
  config: Config;
  clock: Clock;
  log: Log;
  app: FastifyInstance;
  database: Database;
  health: { setState(state: 'ready' | 'draining'): void };
  inFlight: () => number;
  /** What everything else is served by, turns that come to their end above all: started before it, stopped after it. */
  services: readonly Background[];
  /** In the order of their start; stopped together. */
  background: readonly Background[];
};

/** How long a node that was told to stop still listens, so that a load balancer that asks /readiness gets 503. */
const farewellMs = 300;

/** Each of the three last steps of a stop gets at least this long; all of them fit into SHUTDOWN_TIMEOUT. */
const lastChanceMs = 300;

/** Whether it was done in time. */
const within = (timeMs: number, work: Promise<unknown>): Promise<boolean> =>
  Promise.race([work.then(() => true), sleep(timeMs, false, { ref: false })]);

/** One that fails to stop keeps no other from it. */
const stopAll = (parts: readonly Background[]) => Promise.allSettled(parts.map((part) => part.stop()));

export function createProcess({ config, clock, log, app, database, health, inFlight, services, background }: Deps) {
  let stopping: Promise<void> | undefined;

  /** A PostgreSQL that is not there yet, or goes away meanwhile, is waited for. */
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

  async function migrateDatabase(): Promise<void> {
    const applied = await migrate(database, clock.now());
    if (applied.length > 0) log.info({ applied }, 'database migrated');
  }

  async function drain(): Promise<void> {
    const deadline = Date.now() + Math.max(0, config.shutdownTimeoutMs - 3 * lastChanceMs);
    health.setState('draining');
    if (config.shutdownGraceMs > 0) {
      // A load balancer needs a moment to notice, and sends more requests until then: everything still works.
      await sleep(config.shutdownGraceMs);
      // A client that comes later is refused a connection and tries another node, before anything was sent.
      app.server.close();
    }
    const stopped = stopAll(background);
    const farewell = Date.now() + farewellMs;
    while (Date.now() < deadline && (inFlight() > 0 || Date.now() < farewell)) await sleep(20);
    const served = within(Math.max(0, deadline - Date.now()), stopped).then(() => stopAll(services));
    const closed = Promise.all([app.close(), stopped, served]);
    if (!(await within(Math.max(lastChanceMs, deadline - Date.now()), closed))) {
      log.warn({ inFlight: inFlight() }, 'cutting what did not finish in time');
      app.server.closeAllConnections();
      await within(lastChanceMs, closed);
    }
    // A pool waits for the queries that are under way, however long they take.
    if (!(await within(Math.max(lastChanceMs, deadline - Date.now()), database.close())))
      log.warn({}, 'leaving the database with work under way');
  }

  async function bringUp(): Promise<void> {
    const { scheduleChanged, retryDelaysMs } = config.webhooks;
    if (scheduleChanged) log.warn({ retryDelaysMs }, 'webhooks are retried on another schedule than the default');
    // What is wrong with the routes is said before anything is begun.
    await app.ready();
    await whenPossible(migrateDatabase);
    for (const part of [...services, ...background]) await whenPossible(() => part.start());
    if (stopping) return;
    // Last: until it can serve it takes no connection, so that a proxy goes to another node.
    health.setState('ready');
    await app.listen({ host: config.host, port: config.port });
  }

  return {
    async start(): Promise<void> {
      try {
        await bringUp();
      } catch (error) {
        // Told to stop while starting, it finds its database closed: that is no failure.
        if (!stopping) throw error;
      }
    },
    /** Idempotent: readiness turns 503 at once, after the grace what is under way finishes, then everything closes. */
    stop(): Promise<void> {
      stopping ??= drain();
      return stopping;
    },
  };
}
