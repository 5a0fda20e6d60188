import { setImmediate as nextTurnOfLoop } from 'node:timers/promises';
import { htmlToText } from '../../platform/documents/html-text.ts';
import { quotedData } from '../../platform/models/parts/quoted-data.ts';
import type { ScheduleRow } from '../schedules/index.ts';
import type { PageReader } from '../tools/index.ts';
import type { Feed, FeedItem } from './feed.ts';

const mostShown = 20;
const longestItem = 2_000;
const longestFeed = 40_000;
const longestPage = 30_000;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
const cut = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length)}…` : text);
/** Lone surrogates and NUL are replaced: PostgreSQL stores neither. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');
const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

function entry({ title, link, date, text, isHtml }: FeedItem, number: number, base: string): string {
  const plain = isHtml ? htmlToText(text, base).text : text.trim();
  const lines = [oneLine(isHtml ? htmlToText(title, base).text : title) || '(no title)', oneLine(link), oneLine(date)];
  return [`${number}. ${lines.filter(Boolean).join('\n')}`, cut(plain, longestItem)].filter(Boolean).join('\n');
}

/** Without the heartbeat's name: every member may change it, and the agent would read it as the owner's words. */
type Source = Pick<ScheduleRow, 'message' | 'url'>;

/** The message about new items: the owner's words, then the items as quoted data. */
export async function feedNews(
  { message, url }: Source,
  feed: Feed,
  news: readonly FeedItem[],
  secret: string,
): Promise<string> {
  const entries: string[] = [];
  let length = 0;
  for (const [index, found] of news.slice(0, mostShown).entries()) {
    // An item is at most 16,000 characters of markup, which takes 5 ms: other requests are served between two items.
    await nextTurnOfLoop();
    const text = entry(found, index + 1, url ?? '');
    length += text.length;
    if (length > longestFeed && entries.length > 0) break;
    entries.push(text);
  }
  const more = news.length - entries.length;
  return storable(
    [
      message,
      `A heartbeat found ${counted(news.length, 'new item')} in the feed at ${url}.`,
      quotedData('content of the feed', [`Feed: ${oneLine(feed.title)}`, ...entries].join('\n\n'), secret),
      ...(more > 0 ? [`${counted(more, 'more new item')} ${more === 1 ? 'is' : 'are'} not shown here.`] : []),
    ].join('\n\n'),
  );
}

type Page = {
  status: number;
  previousStatus: number;
  address: string;
  contentType: string;
  text: string;
  isHtml: boolean;
};

type Place = { pages: PageReader; workspaceId: string; secret: string };

/** The message about a URL whose answer has changed. */
export async function pageNews(
  { message, url }: Source,
  page: Page,
  { pages, workspaceId, secret }: Place,
): Promise<string> {
  const read = page.isHtml
    ? await pages.read(workspaceId, { html: page.text, base: page.address, longest: longestPage + 1 })
    : undefined;
  const { title, text, length } = read ?? {
    title: '',
    text: page.isHtml ? '(The page takes too long to read.)' : page.text,
    length: page.text.length,
  };
  const change =
    page.status === page.previousStatus
      ? `The content at ${url} has changed.`
      : `${url} answers ${page.status} now; it answered ${page.previousStatus} before.`;
  const head = [
    `Address: ${page.address}`,
    `Content type: ${oneLine(page.contentType)}`,
    ...(title ? [`Title: ${title}`] : []),
  ];
  const isCut = text.length > longestPage;
  return storable(
    [
      message,
      `A heartbeat found a change. ${change}`,
      quotedData('content of the page', `${head.join('\n')}\n\n${cut(text, longestPage)}`, secret),
      ...(isCut ? [`Only the first ${longestPage} of ${length} characters are shown here.`] : []),
    ].join('\n\n'),
  );
}
