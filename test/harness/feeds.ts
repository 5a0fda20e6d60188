export type Entry = { id: string; title?: string; text?: string };

const of = (entry: Entry) => ({ title: `Title of ${entry.id}`, text: `Text of ${entry.id}`, ...entry });
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

export const entries = (...ids: string[]): Entry[] => ids.map((id) => ({ id }));

export const rssFeed = (given: readonly Entry[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>News</title>${given
    .map(of)
    .map(
      ({ id, title, text }) =>
        `<item><guid isPermaLink="false">${id}</guid><title>${escaped(title)}</title><link>https://example.com/${id}</link><description>${escaped(text)}</description></item>`,
    )
    .join('')}</channel></rss>`;

export const rdfFeed = (given: readonly Entry[]): string =>
  `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel><title>News</title></channel>${given
    .map(of)
    .map(
      ({ id, title, text }) =>
        `<item rdf:about="https://example.com/${id}"><title>${escaped(title)}</title><link>https://example.com/${id}</link><description>${escaped(text)}</description></item>`,
    )
    .join('')}</rdf:RDF>`;

export const atomFeed = (given: readonly Entry[]): string =>
  `<feed xmlns="http://www.w3.org/2005/Atom"><id>urn:feed</id><title>News</title>${given
    .map(of)
    .map(
      ({ id, title, text }) =>
        `<entry><id>urn:${id}</id><title>${escaped(title)}</title><link href="https://example.com/${id}"/><updated>2026-01-01T00:00:00Z</updated><content type="html">${escaped(`<p>${text}</p>`)}</content></entry>`,
    )
    .join('')}</feed>`;

export const jsonFeed = (given: readonly Entry[]): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'News',
    items: given
      .map(of)
      .map(({ id, title, text }) => ({ id, title, content_text: text, url: `https://example.com/${id}` })),
  });
