import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

const usable = /^[\x21-\x7e]{1,256}$/;

/** The caller's own id when it is visible ASCII of at most 256 characters; anything else could forge log lines. */
export const requestIdFrom = (header: string | string[] | undefined): string =>
  typeof header === 'string' && usable.test(header) ? header : randomUUID();

/** What a request is called, wherever its work goes: the logger puts it on every line. */
export const requestContext = new AsyncLocalStorage<{ requestId: string }>();
