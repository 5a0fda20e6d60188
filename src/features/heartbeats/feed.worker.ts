import { createHash } from 'node:crypto';
import { type Atom, type Json, parseFeed, type Rdf, type Rss } from 'feedsmith';
import { answerCalls } from '../../platform/answer-calls.ts';
import { type Feed, type FeedItem, mostItems } from './feed.ts';

const longestTitle = 300;
const longestLink = 2_000;
/** Counted with markup; the text is cut again after the markup is removed. */
const longestText = 16_000;

type Raw = Partial<Record<'id' | 'title' | 'link' | 'date' | 'text', string | undefined>> & { isHtml?: boolean };

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16);

function item({ id, title = '', link = '', date = '', text = '', isHtml = true }: Raw): FeedItem {
  const identity = id?.trim() || link.trim() || `${title}\n${date}\n${text}`;
  return {
    key: digest(identity),
    title: title.slice(0, longestTitle),
    link: link.slice(0, longestLink),
    date: date.slice(0, 100),
    text: text.slice(0, longestText),
    isHtml,
  };
}

const fromRss = (entry: Rss.Item<string>): Raw => ({
  id: entry.guid?.value,
  title: entry.title,
  link: entry.link,
  date: entry.pubDate ?? entry.dc?.dates?.[0],
  text: entry.content?.encoded ?? entry.description,
});

const fromRdf = (entry: Rdf.Item<string>): Raw => ({
  id: entry.rdf?.about,
  title: entry.title,
  link: entry.link,
  date: entry.dc?.dates?.[0],
  text: entry.content?.encoded ?? entry.description,
});

function fromAtom({ id, title, links = [], updated, published, content, summary }: Atom.Entry<string>): Raw {
  const link = links.find(({ rel }) => rel === undefined || rel === 'alternate') ?? links[0];
  const words = content?.value ? content : summary;
  return {
    id,
    title: title?.value,
    link: link?.href,
    date: published ?? updated,
    text: words?.value,
    isHtml: /html|xml/.test(words?.type ?? ''),
  };
}

const fromJson = (entry: Json.Item<string>): Raw => ({
  id: entry.id,
  title: entry.title,
  link: entry.url ?? entry.external_url,
  date: entry.date_published ?? entry.date_modified,
  text: entry.content_text ?? entry.content_html ?? entry.summary,
  isHtml: entry.content_text === undefined && entry.content_html !== undefined,
});

function read(text: string): Feed {
  const parsed = parseFeed(text, { maxItems: mostItems });
  const feed = (title: string | undefined, raws: Raw[] = []): Feed => {
    // Items with the same guid are one item.
    const items = new Map(raws.map((raw) => item(raw)).map((one) => [one.key, one]));
    return { title: (title ?? '').slice(0, longestTitle), items: [...items.values()] };
  };
  if (parsed.format === 'rss') return feed(parsed.feed.title, parsed.feed.items?.map(fromRss));
  if (parsed.format === 'atom') return feed(parsed.feed.title?.value, parsed.feed.entries?.map(fromAtom));
  if (parsed.format === 'rdf') return feed(parsed.feed.title, parsed.feed.items?.map(fromRdf));
  return feed(parsed.feed.title, parsed.feed.items?.map(fromJson));
}

answerCalls<string, Feed>(async (text) => ({ answer: read(text) }));
