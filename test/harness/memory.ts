import { setTimeout as sleep } from 'node:timers/promises';
import { createMemoryStore } from '../../src/features/memory/entries/memory.store.ts';
import type { NewEntry } from '../../src/features/memory/entries/memory.ts';
import { createMeaning } from '../../src/features/memory/index.ts';
import { type Clock, systemClock } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import type { Log } from '../../src/kernel/log.ts';
import type { Person } from '../../src/kernel/person.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { openDatabase } from '../../src/platform/db/open.ts';
import { createBuiltInEmbeddings } from '../../src/platform/embeddings/built-in.ts';
import type { Embeddings } from '../../src/platform/embeddings/embeddings.ts';

const quiet: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

type Options<Model extends Embeddings> = {
  settings: { DATABASE_URL?: string; DATA_DIR?: string };
  poolSize?: number;
  embeddings?: Model;
  clock?: Clock;
  log?: Log;
  largeFrom?: number;
  extension?: null;
  /** If false, nothing is embedded. */
  start?: boolean;
};

/** Memory on a real database, without the rest of the gateway. */
export async function openMemory<Model extends Embeddings = Embeddings>({
  settings,
  poolSize = 4,
  clock = systemClock,
  log = quiet,
  ...options
}: Options<Model>) {
  const dataDirectory = settings.DATA_DIR ?? '';
  const database = openDatabase({ databaseUrl: settings.DATABASE_URL, dataDirectory, poolSize }, () => undefined);
  await migrate(database, clock.now());
  const embeddings = options.embeddings ?? (createBuiltInEmbeddings({ log }) as Model);
  const { largeFrom, extension } = options;
  const meaning = createMeaning({
    database,
    dataDirectory,
    embeddings,
    clock,
    log,
    ...(largeFrom !== undefined && { largeFrom }),
    ...(extension === null && { extension }),
  });
  const store = createMemoryStore({ database, publish: async () => undefined as never, ...meaning });
  if (options.start ?? true) await meaning.background.start();

  return {
    database,
    embeddings,
    store,
    ...meaning,

    async newPerson(): Promise<Person> {
      const person = { workspaceId: newId('ws', Date.now()), userId: newId('usr', Date.now()) };
      const now = clock.now();
      await database.transaction(async (tx) => {
        await tx.run(
          "INSERT INTO users (id, email, password_hash, default_workspace_id, created_at) VALUES ($1, $2, '', $3, $4)",
          [person.userId, `${person.userId}@example.com`, person.workspaceId, now],
        );
        await tx.run("INSERT INTO workspaces (id, name, created_at) VALUES ($1, 'Test', $2)", [
          person.workspaceId,
          now,
        ]);
      });
      return person;
    },

    /** Returns the ids, in order. */
    remember: (person: Person, contents: readonly string[], entry: Partial<NewEntry> = {}): Promise<string[]> =>
      database.transaction(async (tx) => {
        const ids: string[] = [];
        for (const content of contents) {
          const whole = { tier: 'session' as const, source: { kind: 'user' as const }, ...entry, content };
          ids.push((await store.insertEntry(tx, person, whole, clock.now())).id);
        }
        return ids;
      }),

    /** Waits until all entries have a vector. */
    async embedded(): Promise<void> {
      while (await database.get('SELECT 1 FROM memory_unembedded LIMIT 1')) await sleep(10);
    },

    async stop(): Promise<void> {
      await meaning.background.stop();
      await embeddings.stop();
      await database.close();
    },
  };
}

export type OpenMemory = Awaited<ReturnType<typeof openMemory>>;
