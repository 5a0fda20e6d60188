import { monitorEventLoopDelay } from 'node:perf_hooks';

const windowMs = 60_000;
/** Each sample wakes the process: every 10 and every 20 ms took 7 ms of CPU a second at rest, every 100 ms takes 0.5 (x64). */
const sampleEveryMs = 100;

export type Lateness = { meanMs: number; p50Ms: number; p90Ms: number; p99Ms: number; longestMs: number };
export type EventLoopDelay = ReturnType<typeof createEventLoopDelay>;

const none: Lateness = { meanMs: 0, p50Ms: 0, p90Ms: 0, p99Ms: 0, longestMs: 0 };

/** How late the event loop was, in this minute and the one before: the larger figure of the two. libuv measures it, outside JavaScript. */
export function createEventLoopDelay() {
  let histogram: ReturnType<typeof monitorEventLoopDelay> | undefined;
  let before = none;
  let timer: NodeJS.Timeout | undefined;

  function read(): Lateness {
    if (!histogram || histogram.count === 0) return none;
    // The histogram holds the time between two samples.
    const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - sampleEveryMs);
    return {
      meanMs: late(histogram.mean),
      p50Ms: late(histogram.percentile(50)),
      p90Ms: late(histogram.percentile(90)),
      p99Ms: late(histogram.percentile(99)),
      longestMs: late(histogram.max),
    };
  }

  return {
    start(): void {
      if (histogram) return;
      histogram = monitorEventLoopDelay({ resolution: sampleEveryMs });
      histogram.enable();
      timer = setInterval(() => {
        before = read();
        histogram?.reset();
      }, windowMs).unref();
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      histogram?.disable();
      histogram = undefined;
    },
    lateness(): Lateness {
      const now = read();
      return {
        meanMs: Math.max(now.meanMs, before.meanMs),
        p50Ms: Math.max(now.p50Ms, before.p50Ms),
        p90Ms: Math.max(now.p90Ms, before.p90Ms),
        p99Ms: Math.max(now.p99Ms, before.p99Ms),
        longestMs: Math.max(now.longestMs, before.longestMs),
      };
    },
  };
}
