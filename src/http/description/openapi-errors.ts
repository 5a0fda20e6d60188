import { AppError, type ErrorCode } from '../../kernel/errors.ts';
import { errorShapeOf } from '../errors/error-shapes.ts';
import { statusOf } from '../errors/problem.ts';
import type { Json } from './openapi-examples.ts';

type Members = { [key: string]: Json };

/** The most common error of each status, as an example. */
const usual: [ErrorCode, string][] = [
  ['validation_failed', 'name is required.'],
  ['token_expired', 'The token has expired.'],
  ['forbidden', 'This needs the role owner or admin.'],
  ['not_found', 'Agent agt_01 was not found.'],
  ['conflict', 'This has changed since you read it.'],
  ['body_too_large', 'The body is too large.'],
  ['unsupported_media_type', 'Send the body as JSON with Content-Type: application/json.'],
  ['idempotency_mismatch', 'This key was used with another body.'],
  ['upgrade_required', 'Open a WebSocket here.'],
  ['rate_limited', 'Too many requests. Try again in 12 seconds.'],
  ['internal', ''],
  ['model_error', 'The model did not answer.'],
  ['unavailable', 'Try again shortly.'],
  ['timeout', 'The model took too long.'],
];

const retryAfter = { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } } };
const headersOf = (status: string) => (status === '429' || status === '503' ? { headers: retryAfter } : {});

const requestId = '0f8b5f3e-6d0a-4c3e-9a53-0d6a3b1f2c11';
const errors = [{ path: 'name', message: 'is required' }];
const byStatus = new Map(
  usual.map(([code, message]) => {
    const error = new AppError(code, message, code === 'validation_failed' ? { errors } : {});
    return [String(statusOf[error.kind]), error];
  }),
);

/**
 * Most errors are the same for all routes and took a third of the description: each is defined once, with an example,
 * and referenced. A route's own errors stay in place.
 */
export function shareErrors(paths: Json): Members {
  const shared: Members = {};
  for (const [path, operations] of Object.entries(paths as Record<string, Record<string, { responses: Members }>>)) {
    const { contentType, bodyOf, schema } = errorShapeOf(path);
    const { title: name = '' } = schema as { title?: string };
    for (const { responses } of Object.values(operations))
      for (const [status, response] of Object.entries(responses)) {
        const error = byStatus.get(status);
        const { content } = response as { content?: Record<string, { schema: Members }> };
        const given = content?.[contentType]?.schema;
        if (!error || given?.$ref !== `#/components/schemas/${name}`) continue;
        const example = bodyOf(error, requestId) as Json;
        shared[`${name}${status}`] = {
          ...(response as Members),
          ...headersOf(status),
          content: { [contentType]: { schema: given, example } },
        };
        responses[status] = { $ref: `#/components/responses/${name}${status}` };
      }
  }
  return Object.fromEntries(Object.entries(shared).sort());
}
