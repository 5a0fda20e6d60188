/**
 * Default headers of every answer: browsers must not guess the content type, and nobody may cache it. Most answers
 * contain personal data, some contain tokens; answers that may be cached (files of the console, the reference) set
 * their own headers.
 */
export const cautious = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' } as const;

/** For answers that bypass the framework, as header lines. */
export const cautiousLines: readonly string[] = ['X-Content-Type-Options: nosniff', 'Cache-Control: no-store'];

/** For event streams: the same, and proxies must not transform them. */
export const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  ...cautious,
  // Both values: some proxies buffer an answer unless they read `no-cache`.
  'cache-control': 'no-cache, no-store, no-transform',
  'x-accel-buffering': 'no',
} as const;
