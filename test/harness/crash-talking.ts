import type { Environment } from '../../src/config.ts';
import type { Database, Engine } from '../../src/platform/db/database.ts';
import { openDatabase } from '../../src/platform/db/open.ts';
import { type ChildGateway, startChildGateway } from './child-gateway.ts';
import { newPlace } from './databases.ts';
import { startFakeModel } from './fake-model.ts';
import { callTo, startGateway } from './gateway.ts';
import { type Act, actingAs } from './people.ts';
import { newTalker } from './talking.ts';

export type Node = ChildGateway & { act: Act };

/** A person with an agent, and gateways as separate processes that can be killed at any time. */
export async function startCrashTalking(engine: Engine, settings: Environment = {}, agent: object = {}) {
  const [model, place] = await Promise.all([startFakeModel(), newPlace(engine)]);
  const all = {
    ...place.settings,
    OPENAI_COMPATIBLE_BASE_URL: model.url,
    DEFAULT_MODEL: 'openai-compatible/fake',
    RUN_LEASE: '2s',
    ...settings,
  };
  const preparing = await startGateway(engine, { place, settings: all });
  const { accessToken, agentId } = await newTalker(preparing, { agent });
  await preparing.stop();
  const running = new Set<ChildGateway>();

  const killAll = async () => void (await Promise.all([...running].map((child) => child.end('SIGKILL'))));

  return {
    model,
    agentId,
    accessToken,
    async startNode(more: Environment = {}): Promise<Node> {
      const child = await startChildGateway({ ...all, ...more });
      running.add(child);
      void child.exited.then(() => running.delete(child));
      return { ...child, act: actingAs({ call: callTo(child.url) }, { accessToken }) };
    },
    /** The database on disk; on SQLite only while no gateway runs. */
    async inStore<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
      const database = openDatabase(
        { databaseUrl: place.settings.DATABASE_URL, dataDirectory: place.settings.DATA_DIR ?? '', poolSize: 2 },
        () => undefined,
      );
      try {
        return await work(database);
      } finally {
        await database.close();
      }
    },
    killAll,
    async stop() {
      await killAll();
      await model.stop();
      await place.remove();
    },
  };
}

export type CrashTalking = Awaited<ReturnType<typeof startCrashTalking>>;
