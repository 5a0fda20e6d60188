import type { Log } from '../../../kernel/log.ts';
import { htmlToText } from '../../../platform/documents/html-text.ts';
import { createFairThreads } from '../../../platform/fair-threads.ts';

/** `longest`: how much of the text is wanted. */
export type PageQuestion = { html: string; base: string; longest: number };
export type PageText = { title: string; text: string; length: number };

/** A page of this size takes 5 ms; to ask a thread for it would take longer. */
const smallPage = 16_384;

export function readPage({ html, base, longest }: PageQuestion): PageText {
  const { title, text } = htmlToText(html, base);
  return { title: title.slice(0, longest), text: text.slice(0, longest), length: text.length };
}

/** The text of pages. 1 MB of markup takes up to 0.4 s, so large pages are read in threads. */
export function createPageReader({ log }: { log: Log }) {
  const threads = createFairThreads<PageQuestion, PageText>({
    name: 'pages',
    file: new URL('./page-reader.worker.ts', import.meta.url),
    limits: { maxOldGenerationSizeMb: 256 },
    timeoutMs: 4_000,
    warmUp: { html: '', base: 'https://example.com', longest: 0 },
    mostWaiting: 32,
    log,
  });
  return {
    /** Undefined when it took too long, or when too many pages of the workspace wait. */
    async read(workspaceId: string, page: PageQuestion): Promise<PageText | undefined> {
      if (page.html.length <= smallPage) return readPage(page);
      const outcome = await threads.ask(workspaceId, page);
      return 'answer' in outcome ? outcome.answer : undefined;
    },
    stop: threads.stop,
  };
}

export type PageReader = ReturnType<typeof createPageReader>;
