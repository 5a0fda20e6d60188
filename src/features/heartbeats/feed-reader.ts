import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../kernel/log.ts';
import type { EgressResponse } from '../../platform/egress/egress.ts';
import { createThread, type Thread } from '../../platform/thread.ts';
import type { Feed } from './feed.ts';

/** The worst of the largest size measured 3.5 s. */
const patienceMs = 4_000;
/** How long a workspace whose feed took too long counts as slow. */
const watchedForMs = 600_000;
/** Of one workspace; each may hold 2 MiB. */
const mostWaiting = 32;

/** By the header, else by the byte-order mark or the XML declaration, else UTF-8. */
function textOf({ headers, body }: Pick<EgressResponse, 'headers' | 'body'>): string {
  const named = /charset\s*=\s*"?([\w.:-]{1,40})/i.exec(headers['content-type'] ?? '')?.[1];
  const mark =
    body[0] === 0xff && body[1] === 0xfe ? 'utf-16le' : body[0] === 0xfe && body[1] === 0xff ? 'utf-16be' : undefined;
  const declared = /^<\?xml[^>]{0,100}encoding\s*=\s*["']([\w.:-]{1,40})/i.exec(
    body.subarray(0, 200).toString('latin1'),
  )?.[1];
  try {
    return new TextDecoder(mark ?? named ?? declared ?? 'utf-8').decode(body);
  } catch {
    return new TextDecoder().decode(body);
  }
}

type Reading = Feed | 'late' | 'crowded' | undefined;
type Waiting = { response: Pick<EgressResponse, 'headers' | 'body'>; resolve(reading: Reading): void };
/** One thread, and whose feed is being read in it. */
type Lane = { thread: Thread<string, Feed>; warm: boolean; workspaceId: string | undefined };

/**
 * Feeds are read in two threads of their own: a large or spiteful one takes seconds, and meanwhile everyone else is
 * served. One that takes too long ends with its thread. Workspaces take turns, each with one feed at a time; one whose
 * feed took too long is read in the first thread only for a while, so the second is always soon free for the others.
 */
export function createFeedReader({ log, timeoutMs = patienceMs }: { log: Log; timeoutMs?: number }) {
  const newThread = () =>
    createThread<string, Feed>({
      name: 'feeds',
      file: new URL('./feed.worker.ts', import.meta.url),
      limits: { maxOldGenerationSizeMb: 256 },
      log,
    });
  const lanes: Lane[] = Array.from({ length: 2 }, () => ({ thread: newThread(), warm: false, workspaceId: undefined }));
  /** In the order in which the workspaces have their turn. */
  const queues = new Map<string, Waiting[]>();
  /** Until when a workspace counts as slow. */
  const slowUntil = new Map<string, number>();
  let stopped = false;

  function isSlow(workspaceId: string): boolean {
    const until = slowUntil.get(workspaceId);
    if (until !== undefined && until <= performance.now()) slowUntil.delete(workspaceId);
    return slowUntil.has(workspaceId);
  }

  async function ask(lane: Lane, text: string): Promise<Reading> {
    const giveUp = new AbortController();
    const { thread } = lane;
    // Nothing is no feed; by then the thread has loaded what it reads with, which is not the feed's time.
    if (!lane.warm) await thread.ask('').catch(() => undefined);
    lane.warm = true;
    const answer = thread.ask(text).catch(() => undefined);
    const late = sleep(timeoutMs, 'late' as const, { signal: giveUp.signal, ref: false }).catch(() => undefined);
    const first = await Promise.race([answer, late]);
    giveUp.abort();
    if (first !== 'late') return first;
    lane.warm = false;
    if (!stopped) lane.thread = newThread();
    await thread.stop();
    return 'late';
  }

  async function work(lane: Lane, workspaceId: string, { response, resolve }: Waiting): Promise<void> {
    lane.workspaceId = workspaceId;
    const reading = await ask(lane, textOf(response)).catch(() => undefined);
    if (reading === 'late') slowUntil.set(workspaceId, performance.now() + watchedForMs);
    lane.workspaceId = undefined;
    resolve(reading);
    fill();
  }

  /** The next workspace whose turn it is in this lane; it then goes to the end of the line. */
  function next(lane: Lane): [string, Waiting] | undefined {
    for (const [workspaceId, queue] of queues) {
      if (lanes.some((one) => one.workspaceId === workspaceId)) continue;
      if (lane !== lanes[0] && isSlow(workspaceId)) continue;
      queues.delete(workspaceId);
      const one = queue.shift();
      if (queue.length > 0) queues.set(workspaceId, queue);
      if (one) return [workspaceId, one];
    }
    return undefined;
  }

  function fill(): void {
    // The lane that takes anyone comes last: the first is kept for those who have no other.
    for (const lane of lanes.toReversed()) {
      const found = lane.workspaceId === undefined && !stopped ? next(lane) : undefined;
      if (found) void work(lane, ...found);
    }
  }

  return {
    /** Undefined when it is no feed; `late` when it took too long; `crowded` when too many of the workspace's wait. */
    read(workspaceId: string, response: Pick<EgressResponse, 'headers' | 'body'>): Promise<Reading> {
      return new Promise((resolve) => {
        const queue = queues.get(workspaceId) ?? [];
        if (stopped) return resolve(undefined);
        if (queue.length >= mostWaiting) return resolve('crowded');
        queue.push({ response, resolve });
        queues.set(workspaceId, queue);
        fill();
      });
    },
    async stop(): Promise<void> {
      stopped = true;
      for (const queue of queues.values()) for (const { resolve } of queue) resolve(undefined);
      queues.clear();
      await Promise.all(lanes.map(({ thread }) => thread.stop()));
    },
  };
}

export type FeedReader = ReturnType<typeof createFeedReader>;
