import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../kernel/log.ts';
import type { EgressResponse } from '../../platform/egress/egress.ts';
import { createThread } from '../../platform/thread.ts';
import type { Feed } from './feed.ts';

const patienceMs = 5_000;

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

/**
 * Feeds are read in a thread of their own, one after the other: a large or spiteful one takes seconds, and meanwhile
 * everyone else is served. One that takes too long ends with its thread.
 */
export function createFeedReader({ log }: { log: Log }) {
  const newThread = () =>
    createThread<string, Feed>({
      name: 'feeds',
      file: new URL('./feed.worker.ts', import.meta.url),
      limits: { maxOldGenerationSizeMb: 256 },
      log,
    });
  let thread = newThread();
  let last: Promise<unknown> = Promise.resolve();
  let stopped = false;

  async function ask(text: string): Promise<Feed | undefined> {
    const giveUp = new AbortController();
    const current = thread;
    const answer = current.ask(text).catch(() => undefined);
    const late = sleep(patienceMs, 'late' as const, { signal: giveUp.signal, ref: false }).catch(() => undefined);
    const first = await Promise.race([answer, late]);
    giveUp.abort();
    if (first !== 'late') return first;
    if (!stopped) thread = newThread();
    await current.stop();
    return undefined;
  }

  return {
    /** Undefined when it is no feed. */
    read(response: Pick<EgressResponse, 'headers' | 'body'>): Promise<Feed | undefined> {
      const turn = last.then(() => ask(textOf(response)));
      last = turn.catch(() => undefined);
      return turn;
    },
    async stop(): Promise<void> {
      stopped = true;
      await thread.stop();
    },
  };
}

export type FeedReader = ReturnType<typeof createFeedReader>;
