import { createHash } from 'node:crypto';
import { conditionsOf, validatorsOf } from '../../platform/egress/conditional.ts';
import type { Egress, EgressResponse } from '../../platform/egress/egress.ts';
import { EgressError } from '../../platform/egress/egress-error.ts';
import { type Finding, FiringFailed, type ScheduleRow } from '../schedules/index.ts';
import { mediaType, type PageReader, responseText } from '../tools/index.ts';
import { largestFeedBytes } from './feed.ts';
import type { FeedReader } from './feed-reader.ts';
import type { HeartbeatState, HeartbeatStateStore } from './heartbeat-states.store.ts';
import { feedNews, pageNews } from './wake-text.ts';

type Deps = { egress: Egress; states: HeartbeatStateStore; feeds: FeedReader; pages: PageReader; timeoutMs: number };

const largestPageBytes = 1_048_576;
const mostRedirects = 5;
/** Items that have left the feed stay remembered, up to this number: some feeds show old items again. */
const mostRemembered = 2_000;

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

function digestOf({ body, truncated, headers }: EgressResponse): string {
  const hash = createHash('sha256').update(body);
  // Only these headers show a change beyond the part of the body that is read.
  if (truncated)
    for (const name of ['etag', 'last-modified', 'content-length']) hash.update(`\n${headers[name] ?? ''}`);
  return hash.digest('base64url');
}

const unchanged = (httpStatus: number): Finding => ({ message: undefined, itemCount: 0, httpStatus });

/** Fetches the URL of a heartbeat and compares it with the last state. Runs outside of any transaction. */
export function createLook({ egress, states, feeds, pages, timeoutMs }: Deps) {
  async function get(url: string, state: HeartbeatState | undefined, maxBytes: number, signal: AbortSignal) {
    const conditions = conditionsOf(state);
    const accept =
      'application/rss+xml, application/atom+xml, application/feed+json, application/json, application/xml, text/*, */*;q=0.1';
    try {
      const response = await egress.request(url, {
        headers: { accept, 'accept-encoding': 'gzip, br', ...conditions },
        maxRedirects: mostRedirects,
        maxBytes,
        timeoutMs,
        signal,
      });
      return { response, notModified: response.status === 304 && Object.keys(conditions).length > 0 };
    } catch (error) {
      if (error instanceof EgressError) throw new FiringFailed(error.message);
      throw error;
    }
  }

  const stateAfter = (response: EgressResponse, digest: string, seen: string[]): HeartbeatState => ({
    ...validatorsOf(response.headers),
    httpStatus: response.status,
    digest,
    seen,
  });

  async function lookAtFeed(schedule: ScheduleRow, url: string, secret: string, signal: AbortSignal): Promise<Finding> {
    const state = await states.find(schedule.id);
    const { response, notModified } = await get(url, state, largestFeedBytes, signal);
    const { status } = response;
    if (notModified) return unchanged(status);
    if (!isSuccess(status)) throw new FiringFailed(`The feed answered with status ${status}.`, status);
    if (response.truncated)
      throw new FiringFailed(`The feed is larger than ${largestFeedBytes / 1_048_576} MiB.`, status);
    const digest = digestOf(response);
    if (state?.digest === digest) {
      const remembered = stateAfter(response, digest, state.seen);
      return { ...unchanged(status), remember: (tx) => states.save(tx, schedule.id, remembered) };
    }
    const feed = await feeds.read(schedule.workspace_id, response);
    if (feed === 'late') throw new FiringFailed('The feed takes too long to read.', status);
    if (feed === 'crowded') throw new FiringFailed('Too many feeds of the workspace wait to be read.', status);
    if (!feed) throw new FiringFailed('What is there cannot be read as RSS, Atom or JSON Feed.', status);
    const present = feed.items.map(({ key }) => key);
    const known = new Set(state?.seen);
    const news = feed.items.filter(({ key }) => !known.has(key));
    const seen = [...new Set([...present, ...known])].slice(0, Math.max(mostRemembered, present.length));
    return {
      message: news.length > 0 ? await feedNews(schedule, feed, news, secret) : undefined,
      itemCount: news.length,
      httpStatus: status,
      remember: (tx) => states.save(tx, schedule.id, stateAfter(response, digest, seen)),
    };
  }

  async function lookAtPage(schedule: ScheduleRow, url: string, secret: string, signal: AbortSignal): Promise<Finding> {
    const state = await states.find(schedule.id);
    const { response, notModified } = await get(url, state, largestPageBytes, signal);
    const { status } = response;
    if (notModified) return unchanged(status);
    // The text of an error page differs at each request, so only the status is compared.
    const success = isSuccess(status);
    const digest = success ? digestOf(response) : (state?.digest ?? '');
    const next = stateAfter(response, digest, []);
    const remembered = success ? next : { ...next, etag: null, lastModified: null };
    const remember: Finding['remember'] = (tx) => states.save(tx, schedule.id, remembered);
    const hasChanged = state && (state.httpStatus !== status || (success && state.digest !== digest));
    if (!hasChanged) return { ...unchanged(status), remember };
    const contentType = response.headers['content-type'] ?? '';
    const page = {
      status,
      previousStatus: state.httpStatus,
      address: response.url,
      contentType,
      text: responseText(response),
      isHtml: /^(?:text\/html|application\/xhtml\+xml)$/.test(mediaType(contentType)),
    };
    const message = await pageNews(schedule, page, { pages, workspaceId: schedule.workspace_id, secret });
    return { message, itemCount: 1, httpStatus: status, remember };
  }

  return (schedule: ScheduleRow, firingId: string, signal: AbortSignal): Promise<Finding> =>
    (schedule.type === 'rss' ? lookAtFeed : lookAtPage)(schedule, schedule.url ?? '', firingId, signal);
}
