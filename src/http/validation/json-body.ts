import type { FastifyInstance } from 'fastify';
import { AppError } from '../../kernel/errors.ts';
import type { ParseLarge } from './large-bodies.ts';
import { holdsNul, notJson, type Refusal, refusalOf, withNul } from './read-json.ts';

const errorOf = ({ code, message }: Refusal) => new AppError(code, message);

/** Bodies of more than `usual` bytes are given to `parseLarge`. */
export function parseJsonOnly(app: FastifyInstance, usual: number, parseLarge: ParseLarge): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = body as Buffer;
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity')
      return done(new AppError('unsupported_media_type', 'Send the body as it is, without Content-Encoding.'));
    // Many clients send the header without a body; the schema decides whether a body is required.
    if (bytes.length === 0) return done(null, undefined);
    if (bytes.length > usual) {
      parseLarge(request, bytes).then((value) => done(null, value), done);
      return;
    }
    const json = bytes.toString('utf8');
    const refusal = refusalOf(json);
    if (refusal) return done(errorOf(refusal));
    parse(request, json, (error, value) => {
      if (error) return done(errorOf(notJson));
      if (json.includes('\\u0000') && holdsNul(value)) return done(errorOf(withNul));
      return done(null, value);
    });
  });
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    if (raw.url?.includes('%00')) throw new AppError('bad_request', 'The address must not contain the NUL character.');
    done();
  });
}
