import type { AppError, ErrorCode } from './errors.ts';

/** What a client may hear over a socket besides: of frames, not of requests. */
export type FrameCode = 'bad_frame' | 'frame_too_large' | 'unknown_type' | 'request_in_flight';

/**
 * Where the same request, sent again later, can succeed without anybody changing anything. A budget is not among them: nothing
 * but the next month, or a person, makes room in it. Nor is `internal`: what we did not foresee may have done half of its work.
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

/** Where an error knows better than its code does, it says so. */
export const isRetryable = ({ code, details }: AppError): boolean => details.retryable ?? isRetryableCode(code);
