import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * A PostgreSQL with pgvector, in its own thread, behind a socket. It has only one session: connections are served one
 * after the other, so a client must use a pool of one.
 */
export async function startPglite() {
  const worker = new Worker(new URL('./pglite.worker.ts', import.meta.url), { execArgv: [] });
  const [port] = (await once(worker, 'message')) as [number];
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async stop(): Promise<void> {
      await worker.terminate();
    },
  };
}
