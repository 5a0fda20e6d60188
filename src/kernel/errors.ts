/** Kinds of errors. Only src/http/errors maps a kind to a status. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'absent'
  | 'method'
  | 'conflict'
  | 'too_slow'
  | 'too_large'
  | 'media'
  | 'range'
  | 'headers_too_large'
  | 'expectation'
  | 'mismatch'
  | 'upgrade'
  | 'limited'
  | 'internal'
  | 'upstream'
  | 'unavailable'
  | 'timeout';

/** Every error a client can see: a stable code, its kind, and the title that goes with it. */
export const errorCatalogue = {
  bad_request: ['invalid', 'The request could not be understood'],
  validation_failed: ['invalid', 'The request is not valid'],
  malformed_json: ['invalid', 'The body is not valid JSON'],
  unsupported_content: ['invalid', 'The model cannot take what the message holds'],
  invalid_token: ['invalid', 'The token does not hold'],
  unauthenticated: ['unauthenticated', 'Authentication is required'],
  invalid_credentials: ['unauthenticated', 'Email or password is wrong'],
  mfa_required: ['unauthenticated', 'A code of the second factor is required'],
  invalid_code: ['unauthenticated', 'The code is wrong'],
  token_expired: ['unauthenticated', 'The token has expired'],
  token_revoked: ['unauthenticated', 'The token has been revoked'],
  device_mismatch: ['unauthenticated', 'The token belongs to another device'],
  invalid_id_token: ['unauthenticated', 'The ID token was not accepted'],
  sign_in_expired: ['unauthenticated', 'The sign-in took too long or began elsewhere'],
  sign_in_denied: ['unauthenticated', 'The identity provider did not let the person in'],
  invalid_api_key: ['unauthenticated', 'A valid API key is required'],
  key_revoked: ['unauthenticated', 'The key was revoked'],
  key_expired: ['unauthenticated', 'The key has expired'],
  invalid_signature: ['unauthenticated', 'The request signature is missing or wrong'],
  forbidden: ['forbidden', 'Not allowed'],
  insufficient_scope: ['forbidden', 'The API key lacks the scope for this'],
  agent_not_available: ['forbidden', 'The agent is not available to this workspace'],
  model_not_allowed: ['forbidden', 'The workspace does not allow this model'],
  identity_not_allowed: ['forbidden', 'The identity is not allowed here'],
  registration_closed: ['forbidden', 'Registration is not open'],
  invitation_invalid: ['forbidden', 'The invitation is not valid'],
  email_unverified: ['forbidden', 'The email address is not verified'],
  account_disabled: ['forbidden', 'The account is suspended'],
  workspace_disabled: ['forbidden', 'The workspace is suspended'],
  quota_exceeded: ['forbidden', 'A quota is used up'],
  not_found: ['absent', 'Not found'],
  method_not_allowed: ['method', 'The path has no such method'],
  request_timeout: ['too_slow', 'The request took too long to arrive'],
  conflict: ['conflict', 'The request conflicts with the current state'],
  agent_mismatch: ['conflict', 'The session belongs to another agent'],
  idempotency_in_flight: ['conflict', 'The first request with this key is still running'],
  session_busy: ['conflict', 'The session is busy'],
  already_resolved: ['conflict', 'Already resolved'],
  body_too_large: ['too_large', 'The body is too large'],
  context_overflow: ['too_large', 'The conversation does not fit the model'],
  unsupported_media_type: ['media', 'The content type is not supported'],
  range_not_satisfiable: ['range', 'The file has no such part'],
  headers_too_large: ['headers_too_large', 'The request headers are too large'],
  expectation_failed: ['expectation', 'The expectation cannot be met'],
  idempotency_mismatch: ['mismatch', 'The idempotency key was used with another request'],
  upgrade_required: ['upgrade', 'This address speaks WebSocket'],
  rate_limited: ['limited', 'Too many requests'],
  budget_exceeded: ['limited', 'The budget is used up'],
  model_rate_limited: ['limited', 'The model is asked too often'],
  internal: ['internal', 'Internal error'],
  model_error: ['upstream', 'The model failed'],
  unavailable: ['unavailable', 'Temporarily unavailable'],
  timeout: ['timeout', 'Timed out'],
} as const satisfies Record<string, readonly [ErrorKind, string]>;

export type ErrorCode = keyof typeof errorCatalogue;

export type ErrorDetails = {
  /** The offending fields, each by its path in the request. */
  errors?: { path: string; message: string }[];
  retryAfterSeconds?: number;
  /** Whether a retry can help, where this differs from the error's code (retryable.ts). */
  retryable?: boolean;
  headers?: Record<string, string>;
  /** The code of another service, for clients that know its codes. */
  upstream?: { code: string | null; param?: string | null };
  /** False: clients that retry automatically should not. */
  clientRetries?: boolean;
  /** More members for the problem document, such as a blocking `runId`. */
  extra?: Record<string, unknown>;
  /** The message with the literal text of another service, for the workspace's managers and the log. */
  verbatim?: string;
  cause?: unknown;
};

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.details = details;
  }

  get kind(): ErrorKind {
    return errorCatalogue[this.code][0];
  }

  get title(): string {
    return errorCatalogue[this.code][1];
  }
}

export const invalidField = (path: string, message: string): AppError =>
  new AppError('validation_failed', `${path}: ${message}`, { errors: [{ path, message }] });

export const notFound = (what: string): AppError => new AppError('not_found', `${what} was not found.`);

export const unknownKey = (): AppError => new AppError('invalid_api_key', 'The key is not valid.');
export const keyRevoked = (): AppError => new AppError('key_revoked', 'The key was revoked.');
export const keyExpired = (): AppError => new AppError('key_expired', 'The key has expired.');

export const accountDisabled = (): AppError =>
  new AppError('account_disabled', 'The account is suspended. Ask the operator of this gateway.');
export const emailUnverified = (): AppError =>
  new AppError(
    'email_unverified',
    'Confirm your email address first: answer the mail, or ask for it again by POST /auth/email/verification.',
  );
export const workspaceDisabled = (): AppError =>
  new AppError('workspace_disabled', 'The workspace is suspended. Ask the operator of this gateway.');
