import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

const usable = /^[\x21-\x7e]{1,256}$/;

/** The caller's own id when it is visible ASCII of at most 256 characters; anything else could forge log lines. */
export const requestIdFrom = (header: string | string[] | undefined): string =>
  typeof header === 'string' && usable.test(header) ? header : randomUUID();

/**
 * What a request is called, and the run that is worked on, wherever the work goes: the logger puts both on every line. A run
 * nobody asked for, such as a schedule's, has no request.
 */
export const requestContext = new AsyncLocalStorage<{ requestId?: string; runId?: string }>();
