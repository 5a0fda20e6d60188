import { setTimeout as sleep } from 'node:timers/promises';

type Options = {
  /** How long a place stays empty after work that took so long. */
  restMs?(tookMs: number): number;
};

/** Runs work at most so many at a time; the rest waits, first come first served. */
export function createAtMost(most: number, { restMs }: Options = {}) {
  const waiting: (() => void)[] = [];
  let running = 0;
  /** Work that ends gives its place to the first that waits. */
  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
  return async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (running < most) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    const began = performance.now();
    try {
      return await work();
    } finally {
      if (restMs) void sleep(restMs(performance.now() - began)).then(leave);
      else leave();
    }
  };
}

export type AtMost = ReturnType<typeof createAtMost>;
