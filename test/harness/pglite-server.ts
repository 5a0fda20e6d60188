import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/**
 * A PostgreSQL that has pgvector, in a thread of its own, behind a socket. It has one session only: connections are served
 * one after the other, so whoever uses it must do with a pool of one.
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
