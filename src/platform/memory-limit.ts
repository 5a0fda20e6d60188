import { constants, PerformanceObserver, performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const busyShare = 0.02;
/** The event loop has worked this long after some thousand turns. From then on the compiled code is worth more than the memory. */
const longestWorkMs = 2_000;

/**
 * Each collection sets how large the heap may become before the next one. The last one of a start allows 106 MB, which the first
 * load fills, and V8 keeps the pages: 30 of 200 MB. So one is asked for at once. Most of it happens in other threads: on
 * busy cores the event loop waited for 10 to 30 ms, and for 100 if it was done by `gc`.
 */
function collectSoon(): void {
  // Marking begins as soon as a hundredth of the allowed growth is used.
  setFlagsFromString('--incremental-marking-soft-trigger=1');
  const collections = new PerformanceObserver((list) => {
    const kinds = list.getEntries().map((one) => (one as unknown as { detail: { kind: number } }).detail.kind);
    if (!kinds.includes(constants.NODE_PERFORMANCE_GC_MAJOR)) return;
    collections.disconnect();
    setFlagsFromString('--incremental-marking-soft-trigger=0');
  });
  collections.observe({ entryTypes: ['gc'] });
}

/**
 * After a start V8 keeps the space that the start has used: 32 of 148 MB. It is returned once, in the first five seconds in
 * which nothing happens, because it takes 0.2 s. Later V8 does it itself, within 40 s of the last load. This collection throws
 * compiled code away, too: after a load that began right after the start, the next two thousand turns would take 1.7 times
 * the CPU. So it is left to V8 then.
 */
function returnAtRest(restMs: number): void {
  const first = performance.eventLoopUtilization();
  let last = first;
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    if (performance.eventLoopUtilization(now, first).active > longestWorkMs) return clearInterval(timer);
    if (utilization > busyShare) return;
    clearInterval(timer);
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as NodeJS.GCFunction;
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }, restMs);
  timer.unref();
}

/** Called when a start is over, because the start itself would take longer: 0.1 s by the first line alone. */
export function limitMemory({ restMs = 5_000 } = {}): void {
  // By default V8 lets garbage grow to several times the live data before it collects. Measured with 200 stalled streams
  // of 20 MB each and 20 %: a third of the memory, and no more CPU for a turn. 40 % take 5 % less CPU for a turn than 20 %.
  setFlagsFromString('--heap-growing-percent=40');
  collectSoon();
  returnAtRest(restMs);
}
