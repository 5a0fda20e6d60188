import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

const usable = /^[\x21-\x7e]{1,256}$/;

/** The client's own id if it is visible ASCII of at most 256 characters; other characters could forge log lines. */
export const requestIdFrom = (header: string | string[] | undefined): string =>
  typeof header === 'string' && usable.test(header) ? header : randomUUID();

/**
 * The ids of the current request and run, in all code that works for them: the logger adds both to every line. A run
 * without a request, such as a schedule's, has only a run id. `keyId`: the personal key that the request was sent with.
 */
export const requestContext = new AsyncLocalStorage<{ requestId?: string; runId?: string; keyId?: string }>();
