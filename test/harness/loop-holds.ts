import type { Environment } from '../../src/config.ts';
import type { ChildGateway } from './child-gateway.ts';

/** How long the event loop was blocked, and how much CPU its thread used meanwhile. */
export type Hold = { heldMs: number; cpuMs: number; at: number };

/** Settings of a gateway that reports when its event loop is blocked; see loop-watch.ts. */
export const watchedLoop: Environment = {
  NODE_OPTIONS: `--import ${new URL('./loop-watch.ts', import.meta.url).href}`,
};

export const holdsOf = (gateway: ChildGateway): Hold[] =>
  [...gateway.output().matchAll(/^loop held (\{.*\})$/gm)].map(([, json]) => JSON.parse(json ?? '') as Hold);
