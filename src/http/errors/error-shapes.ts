import type { AppError, ErrorKind } from '../../kernel/errors.ts';
import { Nullable, Type } from '../validation/type.ts';
import { Problem, problemFor } from './problem.ts';

/** The format of errors for a group of routes. */
type ErrorShape = {
  contentType: string;
  schema: Type.TSchema;
  bodyOf(error: AppError, requestId: string): object;
  headersOf(error: AppError, requestId: string): Record<string, string>;
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

/** Anthropic's error types; its clients choose their classes by the status. */
const anthropicTypes: Partial<Record<ErrorKind, string>> = {
  unauthenticated: 'authentication_error',
  forbidden: 'permission_error',
  absent: 'not_found_error',
  too_large: 'request_too_large',
  limited: 'rate_limit_error',
  internal: 'api_error',
  upstream: 'api_error',
  unavailable: 'overloaded_error',
  timeout: 'timeout_error',
};

const AnthropicError = Type.Object(
  {
    type: Type.Literal('error'),
    error: Type.Object({
      type: Type.String({ examples: ['not_found_error'] }),
      message: Type.String({ examples: ['There is no model openai/gpt-9 here.'] }),
      details: Type.Object(
        { error_code: Type.String({ examples: ['not_found'], description: 'The same codes as everywhere else.' }) },
        { additionalProperties: true },
      ),
    }),
    request_id: Type.String({ examples: ['0f8b5f3e-6d0a-4c3e-9a53-0d6a3b1f2c11'] }),
  },
  { title: 'AnthropicError', description: 'An error as Anthropic writes it.' },
);

const anthropicShape = {
  contentType: 'application/json',
  schema: AnthropicError,
  bodyOf(error: AppError, requestId: string) {
    const { detail, code, errors } = problemFor(error, requestId);
    const type = code === 'budget_exceeded' ? 'billing_error' : anthropicTypes[error.kind];
    return {
      type: 'error' as const,
      error: {
        type: type ?? 'invalid_request_error',
        message: detail,
        details: { ...error.details.extra, ...(errors && { errors }), error_code: code },
      },
      request_id: requestId,
    };
  },
  // Its clients retry as OpenAI's do, and know the request by this header.
  headersOf: (error: AppError, requestId: string) => ({
    ...openAiShape.headersOf(error, requestId),
    'request-id': requestId,
  }),
} satisfies ErrorShape;

const McpError = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Optional(Type.Unknown({ description: 'The id of the request; null if the request was not read.' })),
    error: Type.Object(
      {
        code: Type.Integer({ examples: [-32_000], description: 'The number that JSON-RPC has for the error.' }),
        message: Type.String({ examples: ['Send an access token: Authorization: Bearer <token>.'] }),
        data: Type.Optional(Type.Unknown({ description: 'The same problem as everywhere else.' })),
      },
      { additionalProperties: true },
    ),
  },
  { title: 'McpError', description: 'An error as JSON-RPC writes it.' },
);

/** JSON-RPC's codes; -32000 is for errors of the server's own. */
const rpcCodes: Partial<Record<AppError['code'], number>> = { malformed_json: -32_700, validation_failed: -32_600 };

const mcpShape: ErrorShape = {
  contentType: 'application/json',
  schema: McpError,
  bodyOf(error, requestId) {
    const data = problemFor(error, requestId);
    return { jsonrpc: '2.0', id: null, error: { code: rpcCodes[error.code] ?? -32_000, message: data.detail, data } };
  },
  headersOf: () => ({}),
};

/** By the route's pattern, or by the requested path if there is no such route. */
export function errorShapeOf(path: string): ErrorShape {
  if (/^\/inference\/messages(?:[/?]|$)/.test(path)) return anthropicShape;
  if (path === '/inference' || path.startsWith('/inference/')) return openAiShape;
  return path === '/mcp' || path === '/a2a/:agentId' ? mcpShape : problemShape;
}

/** The error event of an OpenAI stream that fails after it has begun. */
export const openAiErrorOf = (error: AppError, requestId: string): object => openAiShape.bodyOf(error, requestId);

/** The error event of a stream in Anthropic's format. */
export const anthropicErrorOf = anthropicShape.bodyOf;
