import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type Check, fail, pass, warn } from '../check.ts';

const windowMs = 60_000;
const slowMs = 100;
const stuckMs = 1_000;

type Delay = { p99Ms: number; longestMs: number };

/** How late the event loop was, in this minute and the one before. libuv measures it, outside JavaScript. */
export function createEventLoopMonitor() {
  const resolution = 20;
  let histogram: ReturnType<typeof monitorEventLoopDelay> | undefined;
  let before: Delay = { p99Ms: 0, longestMs: 0 };
  let timer: NodeJS.Timeout | undefined;

  const read = (): Delay => {
    if (!histogram || histogram.count === 0) return { p99Ms: 0, longestMs: 0 };
    // The histogram holds the time between two samples.
    const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolution);
    return { p99Ms: late(histogram.percentile(99)), longestMs: late(histogram.max) };
  };

  return {
    start(): void {
      if (histogram) return;
      histogram = monitorEventLoopDelay({ resolution });
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
    delay(): Delay {
      const now = read();
      return {
        p99Ms: Math.round(Math.max(now.p99Ms, before.p99Ms) * 10) / 10,
        longestMs: Math.round(Math.max(now.longestMs, before.longestMs)),
      };
    },
  };
}

export const webSocketEcho = (probe: () => Promise<void>): Check => ({
  id: 'websocket-echo',
  category: 'realtime',
  broken: 'A WebSocket to this gateway could not be opened, or did not echo.',
  hint: 'See that the gateway still listens on HOST and PORT, and that no rule on this machine cuts connections to itself.',
  timeoutMs: 5_000,
  async examine() {
    await probe();
    return pass('A WebSocket was opened through the listening port, and echoed.');
  },
});

const eventLoopDelay = (delay: () => Delay): Check => ({
  id: 'event-loop-delay',
  category: 'realtime',
  broken: 'The event loop could not be measured.',
  hint: 'Restart the gateway.',
  async examine() {
    const { p99Ms, longestMs } = delay();
    const message = `In the last two minutes the event loop was late by ${p99Ms} ms at the 99th percentile, ${longestMs} ms at most.`;
    const hint =
      'This node has more to do than one core can: add nodes (DATABASE_URL), give it a faster core, or see what else runs on the machine.';
    if (p99Ms > stuckMs) return fail(message, hint);
    if (p99Ms > slowMs || longestMs > stuckMs) return warn(message, hint);
    return pass(message);
  },
});

export const realtimeChecks = (probe: () => Promise<void>, delay: () => Delay): Check[] => [
  webSocketEcho(probe),
  eventLoopDelay(delay),
];
