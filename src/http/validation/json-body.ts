import type { FastifyInstance } from 'fastify';
import { AppError } from '../../kernel/errors.ts';

const maximumDepth = 64;
const quote = 34;
const backslash = 92;

/**
 * The most objects, lists and members in a body. A megabyte can contain hundreds of thousands; creating, checking and
 * copying them blocked the event loop for seconds. Plain values in a list cost almost nothing.
 */
const mostParts = 30_000;

/** Counted in the text, before any object exists. */
function refusalOf(json: string): AppError | undefined {
  let depth = 0;
  let parts = 0;
  let inString = false;
  for (let at = 0; at < json.length; at += 1) {
    const char = json.charCodeAt(at);
    if (inString) {
      if (char === backslash) at += 1;
      else if (char === quote) inString = false;
    } else if (char === quote) inString = true;
    else if (char === 123 || char === 91) {
      depth += 1;
      parts += 1;
      if (depth > maximumDepth)
        return new AppError('malformed_json', `JSON nested deeper than ${maximumDepth} levels is refused.`);
    } else if (char === 125 || char === 93) depth -= 1;
    else if (char === 58) parts += 1;
  }
  return parts > mostParts
    ? new AppError('body_too_large', `A body holds at most ${mostParts} objects, lists and members together.`)
    : undefined;
}

export function holdsNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, member]) => key.includes('\0') || holdsNul(member));
}

export function parseJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    const json = text as string;
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity')
      return done(new AppError('unsupported_media_type', 'Send the body as it is, without Content-Encoding.'));
    // Many clients send the header without a body; the schema decides whether a body is required.
    if (json.length === 0) return done(null, undefined);
    const refusal = refusalOf(json);
    if (refusal) return done(refusal);
    parse(request, json, (error, value) => {
      if (error) return done(new AppError('malformed_json', 'The body is not valid JSON.'));
      // PostgreSQL cannot store NUL in text; it is refused on both engines.
      if (json.includes('\\u0000') && holdsNul(value))
        return done(new AppError('validation_failed', 'Text must not contain the NUL character.'));
      return done(null, value);
    });
  });
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.url?.includes('%00')) throw new AppError('bad_request', 'The address must not contain the NUL character.');
  });
}
