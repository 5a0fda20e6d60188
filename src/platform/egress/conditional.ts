import type { HeaderMap } from './headers.ts';

/** What a server says about the form of its answer. Sent back later, it answers 304 if nothing has changed. */
export type Validators = { etag: string | null; lastModified: string | null };

/** Sent back only if it is printable ASCII. */
const validator = (value: string | undefined): string | null =>
  value && /^[\x20-\x7e]{1,500}$/.test(value) ? value : null;

export const validatorsOf = (headers: HeaderMap): Validators => ({
  etag: validator(headers.etag),
  lastModified: validator(headers['last-modified']),
});

export const conditionsOf = (known: Validators | undefined): HeaderMap => ({
  ...(known?.etag ? { 'if-none-match': known.etag } : {}),
  ...(known?.lastModified ? { 'if-modified-since': known.lastModified } : {}),
});
