import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startFakeModel } from '../harness/fake-model.ts';
import { entries, rssFeed } from '../harness/feeds.ts';
import { startLocalServer } from '../harness/local-server.ts';
import { startReceiver } from '../harness/webhook-receiver.ts';
import { nodeHeader } from './nodes.ts';
import type { Random } from './random.ts';

export const deadPath = '/dead';
/** Slow enough that a node dies in the middle of an answer. */
const chunkDelayMs = 15;
const itemEveryMs = 2_000;

/** A model that echoes, sometimes calls a tool first, and can stop answering. */
export async function startModel(random: Random) {
  const model = await startFakeModel();
  let stalled: PromiseWithResolvers<void> | undefined;
  model.reply(async ({ body }) => {
    await stalled?.promise;
    const messages = body.messages ?? [];
    const asked = messages.findLast(({ role }) => role === 'user')?.content ?? '';
    const last = messages.at(-1)?.role;
    if (last === 'user' && String(asked).includes(' tool '))
      return { toolCalls: [{ name: 'calculator', arguments: { expression: '6*7' } }] };
    return {
      text: `Echo: ${asked}`,
      usage: { promptTokens: 10, completionTokens: 50 },
      delayMs: random.integer(0, 60),
      chunks: 6,
      chunkDelayMs,
    };
  });
  return {
    ...model,
    stall(): void {
      stalled ??= Promise.withResolvers();
    },
    heal(): void {
      stalled?.resolve();
      stalled = undefined;
    },
  };
}

/** One answer of 200: the delivery, the node, and the time. */
export type Taking = { id: string; node: string; at: number };

/** An endpoint that counts, sometimes refuses, and can stop answering. Requests to `/dead` are always refused. */
export async function startHooks(random: Random) {
  const receiver = await startReceiver();
  const taken = new Map<string, Taking[]>();
  const lateness = monitorEventLoopDelay({ resolution: 10 });
  lateness.enable();
  let stalled = false;
  receiver.reply(({ path, headers }) => {
    if (path === deadPath) return { status: 500 };
    if (stalled) return { hang: true };
    if (random.chance(0.03)) return { status: 503 };
    const id = String(headers['webhook-id']);
    taken.set(id, [...(taken.get(id) ?? []), { id, node: String(headers[nodeHeader]), at: Date.now() }]);
    return { status: 200 };
  });
  return {
    ...receiver,
    /** The successful attempts of each delivery, by its id. */
    taken,
    /** The longest delay of this process itself, which shows a busy machine. */
    worstDelayMs: () => Math.round(lateness.max / 1e6),
    stall(): void {
      stalled = true;
    },
    heal(): void {
      stalled = false;
    },
  };
}

/** A feed for each tenant, with a new item every two seconds. */
export async function startFeeds() {
  const began = Date.now();
  const server = await startLocalServer(async ({ path, response }) => {
    const canary = path.slice(1);
    const count = 1 + Math.floor((Date.now() - began) / itemEveryMs);
    const ids = Array.from({ length: count }, (_, index) => `${canary}-item-${index}-`).reverse();
    response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(rssFeed(entries(...ids.slice(0, 100))));
  });
  return { urlOf: (canary: string) => `${server.origin}/${canary}`, stop: server.stop };
}
