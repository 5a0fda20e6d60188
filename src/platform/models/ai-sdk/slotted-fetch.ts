import type { FileSlots } from '../parts/file-slots.ts';

type Fetch = typeof globalThis.fetch;

/** Tells the request that a call makes; it does not leave the process. */
const header = 'x-file-slots';

/**
 * The provider packages write a request as one string. They are given short slots instead of files, and the files are put
 * in here, when the request is sent.
 */
export function createSlottedFetch() {
  const open = new Map<string, FileSlots>();
  return {
    headersOf: (slots: FileSlots): Record<string, string> => (slots.mark() ? { [header]: slots.mark() } : {}),
    /** Until `done`, requests with the headers of these slots get their files. */
    expect(slots: FileSlots): () => void {
      const mark = slots.mark();
      if (!mark) return () => undefined;
      open.set(mark, slots);
      return () => void open.delete(mark);
    },
    wrap:
      (fetch: Fetch): Fetch =>
      (input, init) => {
        const headers = Object.fromEntries(new Headers(init?.headers));
        const slots = open.get(headers[header] ?? '');
        if (!slots || typeof init?.body !== 'string') return fetch(input, init);
        delete headers[header];
        const body = slots.bodyOf(init.body);
        if (typeof body === 'string') return fetch(input, { ...init, headers });
        headers['content-length'] = String(body.length);
        const sent = { ...init, headers, body: ReadableStream.from(body.pieces()), duplex: 'half' };
        return fetch(input, sent as RequestInit);
      },
  };
}
