import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Calls a function outside every request. Background work that a request has woken serves others too: its log lines and
 * audit entries must not name that request or its key.
 */
export const outsideRequests = AsyncLocalStorage.snapshot();
