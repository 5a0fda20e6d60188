import type { AppError, ErrorKind } from '../../kernel/errors.ts';
import { Nullable, Type } from '../validation/type.ts';
import { Problem, problemFor } from './problem.ts';

/** The format of errors for a group of routes. */
type ErrorShape = {
  contentType: string;
  schema: Type.TSchema;
  bodyOf(error: AppError, requestId: string): object;
  headersOf(error: AppError): Record<string, string>;
};

const problemShape: ErrorShape = {
  contentType: 'application/problem+json',
  schema: Problem,
  bodyOf: problemFor,
  headersOf: () => ({}),
};

/** OpenAI's error types, so that its clients raise the same errors. */
const openAiTypes: Partial<Record<ErrorKind, string>> = {
  unauthenticated: 'authentication_error',
  forbidden: 'permission_error',
  limited: 'rate_limit_error',
  internal: 'server_error',
  upstream: 'server_error',
  unavailable: 'server_error',
  timeout: 'server_error',
};

const OpenAiError = Type.Object(
  {
    error: Type.Object(
      {
        message: Type.String({ examples: ['The model openai/gpt-9 was not found.'] }),
        type: Type.String({ examples: ['invalid_request_error'] }),
        param: Nullable(Type.String({ examples: ['model'] })),
        code: Nullable(Type.String({ examples: ['not_found'], description: 'The same codes as everywhere else.' })),
      },
      { additionalProperties: true },
    ),
  },
  { title: 'OpenAiError', description: 'An error as OpenAI writes it.' },
);

const openAiShape: ErrorShape = {
  contentType: 'application/json',
  schema: OpenAiError,
  bodyOf(error, requestId) {
    const { detail, code, errors } = problemFor(error, requestId);
    const { upstream } = error.details;
    const type = code === 'budget_exceeded' ? 'insufficient_quota' : openAiTypes[error.kind];
    return {
      error: {
        ...error.details.extra,
        message: detail,
        type: type ?? 'invalid_request_error',
        param: upstream?.param ?? errors?.[0]?.path ?? null,
        code: upstream?.code ?? code,
      },
    };
  },
  // OpenAI's clients retry every 409, 429 and 5xx. This header stops them if a retry cannot help or was already made.
  headersOf: ({ code, kind, details: { clientRetries } }): Record<string, string> =>
    code === 'budget_exceeded' || kind === 'conflict' || clientRetries === false ? { 'x-should-retry': 'false' } : {},
};

/** By the route's pattern, or by the requested path if there is no such route. */
export const errorShapeOf = (path: string): ErrorShape =>
  path === '/inference' || path.startsWith('/inference/') ? openAiShape : problemShape;

/** The error event of an OpenAI stream that fails after it has begun. */
export const openAiErrorOf = (error: AppError, requestId: string): object => openAiShape.bodyOf(error, requestId);
