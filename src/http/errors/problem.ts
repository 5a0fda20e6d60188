import { AppError, type ErrorKind } from '../../kernel/errors.ts';
import { Type } from '../validation/type.ts';

export const statusOf: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  absent: 404,
  method: 405,
  too_slow: 408,
  conflict: 409,
  too_large: 413,
  media: 415,
  range: 416,
  expectation: 417,
  mismatch: 422,
  upgrade: 426,
  limited: 429,
  headers_too_large: 431,
  internal: 500,
  upstream: 502,
  unavailable: 503,
  timeout: 504,
};

/** RFC 9457, with our stable `code` and the request id. */
export const Problem = Type.Object(
  {
    type: Type.String({ examples: ['urn:agent-gateway:problem:not_found'] }),
    title: Type.String({ examples: ['Not found'] }),
    status: Type.Integer({ examples: [404] }),
    detail: Type.String({ examples: ['Agent agt_01 was not found.'] }),
    code: Type.String({ examples: ['not_found'], description: 'Stable and machine-readable.' }),
    requestId: Type.String({ examples: ['0f8b5f3e-6d0a-4c3e-9a53-0d6a3b1f2c11'] }),
    errors: Type.Optional(
      Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
        description: 'The offending fields, each by its path in the request.',
      }),
    ),
  },
  { title: 'Problem', additionalProperties: true, description: 'An error, as RFC 9457 describes it.' },
);
export type Problem = Type.Static<typeof Problem>;

export function problemFor(error: AppError, requestId: string): Problem {
  const { errors, extra } = error.details;
  return {
    ...extra,
    type: `urn:agent-gateway:problem:${error.code}`,
    title: error.title,
    status: statusOf[error.kind],
    // Internal details stay in the log.
    detail:
      error.kind === 'internal'
        ? 'Something went wrong on our side. The request id helps us to find it.'
        : error.message,
    code: error.code,
    requestId,
    ...(errors ? { errors } : {}),
  };
}

type ProblemResponses<Status extends number> = Record<
  Status,
  { description: string; content: { 'application/problem+json': { schema: typeof Problem } } }
>;

const descriptions: Record<number, string> = {
  400: 'The request is not valid',
  401: 'Missing, wrong or expired credentials',
  403: 'Not allowed',
  404: 'Not found, or not yours',
  409: 'Conflicts with the current state',
  413: 'The body is too large',
  415: 'The content type is not supported',
  416: 'The file has no such part',
  422: 'The idempotency key was used with another request',
  426: 'This address speaks WebSocket',
  429: 'Too many requests',
  500: 'Internal error',
  502: 'The model failed',
  503: 'Temporarily unavailable',
  504: 'Timed out',
};

export const problems = <Status extends number>(...statuses: Status[]): ProblemResponses<Status> =>
  Object.fromEntries(
    statuses.map((status) => [
      status,
      { description: descriptions[status] ?? 'Error', content: { 'application/problem+json': { schema: Problem } } },
    ]),
  ) as ProblemResponses<Status>;

export const unexpected = (cause: unknown): AppError => new AppError('internal', 'Unexpected error', { cause });
