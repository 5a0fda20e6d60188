import type { EventLoopDelay } from '../../../platform/event-loop-delay.ts';
import { type Check, fail, pass, warn } from '../check.ts';

const slowMs = 100;
const stuckMs = 1_000;

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

const eventLoopDelay = (lateness: EventLoopDelay['lateness']): Check => ({
  id: 'event-loop-delay',
  category: 'realtime',
  broken: 'The event loop could not be measured.',
  hint: 'Restart the gateway.',
  async examine() {
    const { p99Ms, longestMs } = lateness();
    const message = `In the last two minutes the event loop was late by ${p99Ms.toFixed(1)} ms at the 99th percentile, ${longestMs.toFixed(0)} ms at most.`;
    const hint =
      'This node has more to do than one core can: add nodes (DATABASE_URL), give it a faster core, or see what else runs on the machine.';
    if (p99Ms > stuckMs) return fail(message, hint);
    if (p99Ms > slowMs || longestMs > stuckMs) return warn(message, hint);
    return pass(message);
  },
});

export const realtimeChecks = (probe: () => Promise<void>, lateness: EventLoopDelay['lateness']): Check[] => [
  webSocketEcho(probe),
  eventLoopDelay(lateness),
];
