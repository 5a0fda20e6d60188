import { join } from 'node:path';
import type { Log } from '../../../../kernel/log.ts';
import { createThread } from '../../../../platform/thread.ts';
import { memoryScope } from '../../entries/memory-words.store.ts';
import type { Near, SearchIndex, VectorEngine, Worded } from '../search-index.ts';
import { expressionOf } from '../terms.ts';
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

/**
 * node:sqlite is synchronous and blocks the event loop, so searches run in threads with their own connections. They
 * start with the first search.
 */
export function createSqliteIndex({ dataDirectory, log, extension }: Deps): SearchIndex {
  let threads: ReturnType<typeof prepareThreads> | undefined;
  async function prepareThreads() {
    const path = extension === undefined ? await findExtension() : extension;
    return Array.from({ length: threadCount }, () =>
      createThread<SqliteQuestion, SqliteAnswer>({
        name: 'memory search',
        file: new URL('./sqlite-index.worker.ts', import.meta.url),
        data: { file: join(dataDirectory, 'gateway.db'), extension: path },
        limits: { maxYoungGenerationSizeMb: 16 },
        log,
      }),
    );
  }
  async function ask(question: SqliteQuestion): Promise<SqliteAnswer> {
    threads ??= prepareThreads();
    const [first, ...others] = await threads;
    if (!first) throw new Error('There is no thread to search with.');
    return others.reduce((least, one) => (one.waiting < least.waiting ? one : least), first).ask(question);
  }
  let engine: VectorEngine | undefined;

  return {
    async stop() {
      await Promise.all((await threads)?.map((thread) => thread.stop()) ?? []);
    },
    async engine() {
      engine ??= (await ask({ kind: 'probe' })) ? 'sqlite-vec' : 'fallback';
      return engine;
    },
    async byWords(person, terms, tiers, limit) {
      if (terms.length === 0) return [];
      const scope = memoryScope(person);
      const expressions = terms.map((term) => ({
        expression: expressionOf('sqlite', scope, [term]),
        weight: term.weight,
      }));
      const all = terms.length > 1 ? expressionOf('sqlite', scope, terms) : null;
      return (await ask({ kind: 'words', person, tiers, expressions, all, limit })) as Worded[];
    },
    byMeaning: async (person, { model, vector }, tiers) =>
      (await ask({ kind: 'meaning', person, tiers, model, vector })) as Near[],
    compare: async (person, { model, vector }, tiers, entryIds) =>
      (await ask({ kind: 'meaning', person, tiers, model, vector, entryIds })) as Near[],
  };
}

async function findExtension(): Promise<string | null> {
  try {
    return (await import('sqlite-vec')).getLoadablePath();
  } catch {
    return null;
  }
}
