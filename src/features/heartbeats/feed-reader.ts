import type { Log } from '../../kernel/log.ts';
import type { EgressResponse } from '../../platform/egress/egress.ts';
import { createFairThreads } from '../../platform/fair-threads.ts';
import type { Feed } from './feed.ts';

/** The slowest feed of the largest size measured 3.5 s. */
const longestReadMs = 4_000;
/** For one workspace; each may hold 2 MiB. */
const mostWaiting = 32;

/** Decodes by the charset of the header, else by the byte-order mark or the XML declaration, else as UTF-8. */
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

type Response = Pick<EgressResponse, 'headers' | 'body'>;
type Reading = Feed | 'late' | 'crowded' | undefined;

/** Feeds are parsed in threads: a large or hostile one takes seconds. */
export function createFeedReader({ log, timeoutMs = longestReadMs }: { log: Log; timeoutMs?: number }) {
  const threads = createFairThreads<string, Feed>({
    name: 'feeds',
    file: new URL('./feed.worker.ts', import.meta.url),
    limits: { maxOldGenerationSizeMb: 256 },
    timeoutMs,
    warmUp: '',
    mostWaiting,
    log,
  });
  return {
    /**
     * Undefined when the text is no feed; `late` when parsing took too long; `crowded` when too many feeds of the
     * workspace wait.
     */
    async read(workspaceId: string, response: Response): Promise<Reading> {
      const outcome = await threads.ask(workspaceId, textOf(response));
      if ('answer' in outcome) return outcome.answer;
      if (outcome.failed === 'late') return 'late';
      return outcome.failed === 'busy' ? 'crowded' : undefined;
    },
    stop: threads.stop,
  };
}

export type FeedReader = ReturnType<typeof createFeedReader>;
