import { setImmediate } from 'node:timers/promises';

/**
 * What both MCP packages depend on. Importing one of them at once holds the event loop for 250 ms on a slow machine; in
 * steps, others are served in between.
 */
const steps = [() => import('zod/v4/core'), () => import('zod/v4'), () => import('@modelcontextprotocol/core')];

export async function loadMcpBase(): Promise<void> {
  for (const step of steps) {
    await step();
    await setImmediate();
  }
}
