import type { Log } from '../../src/kernel/log.ts';
import type { Bus } from '../../src/platform/bus/bus.ts';
import { createLocalBus } from '../../src/platform/bus/local-bus.ts';
import { createPostgresBus } from '../../src/platform/bus/postgres-bus.ts';
import type { Database, Engine } from '../../src/platform/db/database.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { openPostgres } from '../../src/platform/db/postgres.ts';
import { openSqlite } from '../../src/platform/db/sqlite.ts';
import { createJobs, type Jobs } from '../../src/platform/jobs/jobs.ts';
import { newPlace, type Place } from './databases.ts';

export type TestClock = { now(): number; offsetMs: number };
export type TestNode = { database: Database; bus: Bus; jobs: Jobs; clock: TestClock };

const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

export const newTestClock = (): TestClock => ({
  offsetMs: 0,
  now() {
    return Date.now() + this.offsetMs;
  },
});

/**
 * Nodes on one empty, migrated database. On PostgreSQL each has its own connections and bus, like a process; on SQLite
 * they share the one process that may open the file.
 */
export async function newTestNodes(engine: Engine) {
  const place: Place = await newPlace(engine);
  const url = place.settings.DATABASE_URL ?? '';
  const openPool = () => openPostgres({ url, poolSize: 5, onIdleError: () => undefined });
  const database = engine === 'postgres' ? openPool() : openSqlite(place.settings.DATA_DIR ?? '');
  await migrate(database, Date.now());
  const localBus = createLocalBus({ log: silent });
  const nodes: TestNode[] = [];

  return {
    database,
    url,
    async add(options: Partial<Parameters<typeof createJobs>[0]> = {}): Promise<TestNode> {
      const pooled = engine === 'postgres' ? openPool() : undefined;
      const own = pooled ?? database;
      const bus = pooled ? createPostgresBus({ url, pool: pooled.connections, log: silent }) : localBus;
      await bus.start();
      const clock = newTestClock();
      const jobs = createJobs({ database: own, bus, clock, log: silent, ...options });
      const node = { database: own, bus, jobs, clock };
      nodes.push(node);
      return node;
    },
    count: async (condition = '1 = 1') =>
      Number((await database.get<{ n: number }>(`SELECT count(*) AS n FROM jobs WHERE ${condition}`))?.n),
    /** Ends the nodes and empties the queue. */
    async clear(): Promise<void> {
      for (const node of nodes.splice(0)) {
        await node.jobs.stop();
        await node.bus.stop();
        if (node.database !== database) await node.database.close();
      }
      await database.run('DELETE FROM jobs');
      await database.run('DELETE FROM recurring_jobs');
    },
    async remove(): Promise<void> {
      await this.clear();
      await database.close();
      await place.remove();
    },
  };
}

export type TestNodes = Awaited<ReturnType<typeof newTestNodes>>;
