import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Log } from '../../../kernel/log.ts';
import { createThread } from '../../thread.ts';
import type { SqlitePlace } from '../search-index.ts';
import type { SqliteAnswer, SqliteQuestion } from './sqlite-question.ts';

type Deps = {
  dataDirectory: string;
  log: Log;
  /** The path of `sqlite-vec`; null disables it. */
  extension?: string | null | undefined;
};

/**
 * The second thread starts when two searches run at once, so that no search waits for the scan of a very large memory.
 */
const threadCount = 2;

export type SqliteThreads = ReturnType<typeof createSqliteThreads>;

/**
 * node:sqlite is synchronous and blocks the event loop, so searches run in threads with their own connections. They
 * start with the first search.
 */
export function createSqliteThreads({ dataDirectory, log, extension }: Deps) {
  let threads: ReturnType<typeof prepareThreads> | undefined;
  let place: Promise<SqlitePlace> | undefined;
  const findPlace = async (): Promise<SqlitePlace> => ({
    key: randomUUID(),
    file: join(dataDirectory, 'gateway.db'),
    extension: extension === undefined ? await findExtension() : extension,
  });
  const placeOf = () => {
    place ??= findPlace();
    return place;
  };
  async function prepareThreads() {
    const data = await placeOf();
    return Array.from({ length: threadCount }, () =>
      createThread<SqliteQuestion, SqliteAnswer>({
        name: 'memory search',
        file: new URL('./sqlite-index.worker.ts', import.meta.url),
        data,
        limits: { maxYoungGenerationSizeMb: 16 },
        log,
      }),
    );
  }

  return {
    /** The database, for another thread that searches it. */
    place: placeOf,
    async ask(question: SqliteQuestion): Promise<SqliteAnswer> {
      threads ??= prepareThreads();
      const [first, ...others] = await threads;
      if (!first) throw new Error('There is no thread to search with.');
      return others.reduce((least, one) => (one.waiting() < least.waiting() ? one : least), first).ask(question);
    },
    async stop(): Promise<void> {
      await Promise.all((await threads)?.map((thread) => thread.stop()) ?? []);
    },
  };
}

async function findExtension(): Promise<string | null> {
  try {
    return (await import('sqlite-vec')).getLoadablePath();
  } catch {
    return null;
  }
}
