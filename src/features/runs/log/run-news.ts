import type { Bus } from '../../../platform/bus/bus.ts';

/**
 * Wake-ups for runs that other nodes work on. The bus may lose one, so a wait ends after a timeout and the caller reads the
 * store. Each wait asks the run's node to announce what it stores.
 */
export function createRunNews(bus: Bus) {
  const waiting = new Map<string, Set<() => void>>();
  bus.subscribe('run', (runId) => {
    for (const wake of [...(waiting.get(runId) ?? [])]) wake();
  });

  return function newsOf(runId: string, timeoutMs: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.resolve();
    bus.publish('watch', runId);
    return new Promise((resolve) => {
      const others = waiting.get(runId) ?? new Set();
      const timer = setTimeout(done, timeoutMs);
      function done() {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        others.delete(done);
        if (others.size === 0 && waiting.get(runId) === others) waiting.delete(runId);
        resolve();
      }
      signal?.addEventListener('abort', done);
      waiting.set(runId, others.add(done));
    });
  };
}

export type RunNews = ReturnType<typeof createRunNews>;
