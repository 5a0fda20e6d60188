import type { FastifyInstance } from 'fastify';

/** Pages that may use the API from a browser: exact origins, or all of them. */
export type AllowedOrigins = readonly string[] | '*';

/** The response headers that a page may read, besides those that browsers always show. */
const exposed = [
  'X-Request-ID',
  'Request-ID',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'Idempotent-Replayed',
  'X-Run-ID',
  'X-Session-ID',
  'X-Should-Retry',
  'Link',
  'Location',
  'Mcp-Session-Id',
  'WWW-Authenticate',
  'Content-Disposition',
  'Content-Range',
  'Accept-Ranges',
  'ETag',
].join(', ');
const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE';
/** The answer to a preflight that names no headers. */
const usualHeaders = 'Authorization, Content-Type';
const headerNames = /^[\w-]{1,100}(?: *, *[\w-]{1,100}){0,99}$/;
const rememberedSeconds = 3_600;

/** An origin in the form that browsers send, or undefined. */
export function readOrigin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { origin, protocol } = new URL(text);
  const isWeb = protocol === 'http:' || protocol === 'https:';
  return isWeb && origin === text.toLowerCase().replace(/\/$/, '') ? origin : undefined;
}

export const mayCross = (allowed: AllowedOrigins, origin: string): boolean =>
  allowed === '*' || allowed.includes(origin);

/** The console signs in by a cookie, so other pages get no access to it. */
const isConsole = (url: string): boolean => /^\/console(?:[/?]|$)/.test(url);

/**
 * Lets pages of other origins use the API. It runs before every check: otherwise a page could not read why it was
 * refused, and a preflight, which browsers send automatically, has neither token nor signature.
 */
export function allowOrigins(app: FastifyInstance, allowed: AllowedOrigins): void {
  if (allowed.length === 0) return;
  app.addHook('onRequest', async ({ method, url, headers }, reply) => {
    // Set on the raw response, so that streams and error answers keep it.
    if (allowed !== '*') reply.raw.appendHeader('vary', 'Origin');
    const { origin } = headers;
    if (origin === undefined || !mayCross(allowed, origin) || isConsole(url)) return undefined;
    reply.raw.setHeader('access-control-allow-origin', allowed === '*' ? '*' : origin);
    if (allowed !== '*') reply.raw.setHeader('access-control-allow-credentials', 'true');
    reply.raw.setHeader('access-control-expose-headers', exposed);
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return undefined;
    const asked = headers['access-control-request-headers'] ?? '';
    return reply
      .code(204)
      .headers({
        'access-control-allow-methods': methods,
        // Tokens are sent in a header by the page itself, so other headers give it no additional rights.
        'access-control-allow-headers': headerNames.test(asked) ? asked : usualHeaders,
        'access-control-max-age': rememberedSeconds,
      })
      .send();
  });
}
