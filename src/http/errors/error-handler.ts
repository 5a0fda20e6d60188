import type { ErrorObject } from 'ajv';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, type ErrorCode } from '../../kernel/errors.ts';
import { lingerOnClose } from '../limits/lingering-close.ts';
import { cautious } from '../response-headers.ts';
import { challengeOf } from './challenge.ts';
import { errorShapeOf } from './error-shapes.ts';
import { type FieldError, fieldErrors, inWords } from './field-errors.ts';
import { collectMethods } from './known-methods.ts';
import { statusOf, unexpected } from './problem.ts';

/** Fastify's own errors, mapped to our codes. */
const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_request',
  FST_ERR_BAD_URL: 'bad_request',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  FST_ERR_ASYNC_CONSTRAINT: 'bad_request',
};

function placed({ validation, validationContext }: FastifyError): FieldError[] {
  const part = validationContext ?? 'body';
  return fieldErrors((validation ?? []) as ErrorObject[]).map(({ path, message }) => ({
    path: part === 'body' ? path || part : `${part}${path ? `.${path}` : ''}`,
    message,
  }));
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code = '', statusCode, validation } = (error ?? {}) as Partial<FastifyError>;
  if (validation) {
    const errors = placed(error as FastifyError);
    return new AppError('validation_failed', inWords(errors), { errors });
  }
  const known = frameworkCodes[code];
  if (known === 'unsupported_media_type')
    return new AppError(known, 'Send the body as JSON with Content-Type: application/json.');
  if (known) return new AppError(known, `${(error as Error).message.replace(/\.$/, '')}.`);
  // Only Fastify's errors: an error of another service's client has that service's status.
  if (code.startsWith('FST_') && statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new AppError('bad_request', (error as Error).message);
  return unexpected(error);
}

export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  // The client disconnected before the body was complete, or before all of it was read: this is not our failure, and the
  // client will not read the answer.
  const brokeOff = request.raw.destroyed && (!request.raw.complete || error === request.raw.errored);
  const problem = brokeOff ? new AppError('bad_request', 'The request broke off.') : toAppError(error);
  const status = statusOf[problem.kind];
  const { retryAfterSeconds, headers, cause } = problem.details;
  if (status >= 500) request.log.error({ err: cause ?? problem, code: problem.code }, 'request failed');
  // Headers of the planned answer are removed, because one of them may have caused the failure. Without those of CORS a page
  // of another origin could not read what went wrong.
  if (status === 500)
    for (const name of Object.keys(reply.getHeaders()))
      if (!/^(?:connection|vary|access-control-.*)$/.test(name)) reply.removeHeader(name);
  // In case the answer failed during compression.
  reply.removeHeader('content-encoding');
  const challenge = challengeOf(problem, request.headers, request.routeOptions.config?.resourceMetadata);
  if (challenge) reply.header('www-authenticate', challenge);
  const shape = errorShapeOf(request.routeOptions.url ?? request.url);
  // An error must not be cached.
  reply.headers({ ...cautious, ...shape.headersOf(problem, request.id), ...headers });
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfterSeconds))));
  // An unread body would be taken for the next request on this connection.
  if (status === 413 || status === 408) {
    reply.header('connection', 'close');
    lingerOnClose(request.raw);
  }
  return reply
    .code(status)
    .header('x-request-id', request.id)
    .header('content-type', `${shape.contentType}; charset=utf-8`)
    .serializer(JSON.stringify)
    .send(shape.bodyOf(problem, request.id));
}

export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
}

function noSuchRoute({ method, url }: FastifyRequest, methods: readonly string[]): AppError {
  const [path] = url.split('?', 1);
  if (methods.length === 0) return new AppError('not_found', `There is no ${method} ${path}.`);
  const allow = methods.join(', ');
  return new AppError('method_not_allowed', `There is no ${method} ${path}; there is ${allow}.`, {
    headers: { allow },
  });
}

/**
 * A known path with another method is 405, any other path 404, for every caller, because the paths are public. Checked
 * before the body is read, because its errors do not matter for an unknown route.
 */
export function refuseUnknownRoutes(app: FastifyInstance): void {
  const methodsOf = collectMethods(app);
  app.addHook('onRequest', (request, reply, done) => {
    // A path below a folder may be a route with other methods.
    if (!request.is404 && !request.routeOptions.url?.endsWith('/*')) return done();
    const { own, below } = methodsOf(request.url);
    if (!request.is404 && own.length === 0) return done();
    const methods = own.length > 0 ? own : below;
    if (request.method !== 'OPTIONS' || methods.length === 0) throw noSuchRoute(request, methods);
    reply
      .code(204)
      .header('allow', [...methods, 'OPTIONS'].join(', '))
      .send();
  });
}
