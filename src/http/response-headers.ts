/**
 * What every answer says unless its route says otherwise: it is what its content type says, and nobody on the way keeps
 * it. Most answers hold somebody's words, some hold tokens; what may be kept (the console's parts, the reference) says so.
 */
export const cautious = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' } as const;

/** For answers that are written past the framework, as their part of the head. */
export const cautiousLines: readonly string[] = ['X-Content-Type-Options: nosniff', 'Cache-Control: no-store'];

/** A stream of events: the same, and no proxy changes it on the way. */
export const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  ...cautious,
  // Both: there are proxies that wait for the end of an answer unless they read `no-cache`.
  'cache-control': 'no-cache, no-store, no-transform',
  'x-accel-buffering': 'no',
} as const;
