import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** In a process of its own: the limits are those of the whole process. What `code` prints is given back. */
function measure(code: string): number[] {
  const module = new URL('./memory-limit.ts', import.meta.url).href;
  const text = `
    import { PerformanceObserver, constants } from 'node:perf_hooks';
    import { setTimeout as sleep } from 'node:timers/promises';
    import { limitMemory } from '${module}';
    let collections = 0;
    new PerformanceObserver((list) => {
      for (const { detail } of list.getEntries()) if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR) collections += 1;
    }).observe({ entryTypes: ['gc'] });
    /** Work that leaves some of its objects behind in each of its rounds. */
    const kept = [];
    async function work(megabytes) {
      for (let n = 0; n < megabytes; n += 1) {
        kept[n % 10] = Array.from({ length: 10_000 }, (_, at) => ({ n, at, text: [n, at] }));
        await sleep(1);
      }
    }
    const heapMb = () => Math.round(process.memoryUsage().heapTotal / 1e6);
    ${code}`;
  const flags = ['--max-semi-space-size=16', '--input-type=module', '-e', text];
  return JSON.parse(execFileSync(process.execPath, flags, { encoding: 'utf8' })) as number[];
}

it('collects soon after the start, instead of when the heap has grown to several times the live data', () => {
  const counted = 'await work(60); console.log(JSON.stringify([collections]));';
  expect(measure(`limitMemory(); ${counted}`)[0]).toBeGreaterThan(measure(counted)[0] ?? 0);
});

it('returns what a start has used as soon as nothing happens', () => {
  const [before, after] = measure(`
    let start = Array.from({ length: 500_000 }, (_, n) => ({ n, text: [n] }));
    const before = heapMb();
    start = undefined;
    limitMemory({ restMs: 200 });
    for (let n = 0; n < 100 && heapMb() > before / 4; n += 1) await sleep(100);
    console.log(JSON.stringify([before, heapMb()]));`);
  expect(before).toBeGreaterThan(40);
  expect(after).toBeLessThan(15);
});

it('does not throw compiled code away once there was a load', () => {
  const collectedAtRest = (workMs: number) =>
    measure(`
      limitMemory({ restMs: 200 });
      // The event loop counts as at work from its second turn on.
      await sleep(10);
      for (const end = performance.now() + ${workMs}; performance.now() < end; );
      const before = collections;
      await sleep(1_000);
      console.log(JSON.stringify([collections - before]));`)[0];
  expect(collectedAtRest(0)).toBeGreaterThan(0);
  expect(collectedAtRest(2_200)).toBe(0);
});
