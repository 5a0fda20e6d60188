import type { AppError, ErrorCode } from './errors.ts';

/** Codes for WebSocket frames, besides those for requests. */
export type FrameCode = 'bad_frame' | 'frame_too_large' | 'unknown_type' | 'request_in_flight';

/**
 * The same request can succeed later without any other change. Not a used-up budget, which needs a person or the next
 * month. Not `internal`, because half of the work may be done.
 */
const worthAnotherTry: ReadonlySet<ErrorCode | FrameCode> = new Set<ErrorCode | FrameCode>([
  'request_in_flight',
  'session_busy',
  'idempotency_in_flight',
  'request_timeout',
  'rate_limited',
  'model_rate_limited',
  'model_error',
  'unavailable',
  'timeout',
]);

export const isRetryableCode = (code: ErrorCode | FrameCode): boolean => worthAnotherTry.has(code);

/** `details.retryable` overrides the code. */
export const isRetryable = ({ code, details }: AppError): boolean => details.retryable ?? isRetryableCode(code);
