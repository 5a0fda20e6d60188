import { AppError } from '../../../kernel/errors.ts';
import { ProviderFailure } from '../provider-failure.ts';

const failureReasons = [
  'rate_limited',
  'unavailable',
  'timeout',
  'unreachable',
  'bad_answer',
  'key_refused',
  'no_credit',
  'not_found',
  'context_too_long',
  'refused',
] as const;
/** Why an attempt failed. `refused`: for what was asked. */
export type FailureReason = (typeof failureReasons)[number];

const tooLong =
  /context.{0,20}(?:length|window|size|limit)|maximum context|prompt is too long|input is too long|too many (?:input )?tokens|exceeds? .{0,40}tokens?|input token count/i;

function reasonOf({ status, timedOut, code, words, retryable }: ProviderFailure): FailureReason {
  if (timedOut || status === 408) return 'timeout';
  if (status === 401 || status === 403) return 'key_refused';
  if (status === 402 || code === 'insufficient_quota') return 'no_credit';
  if (status === 429) return 'rate_limited';
  if (status === 404) return 'not_found';
  if (status === undefined) return retryable ? 'unreachable' : 'bad_answer';
  if (status >= 500) return 'unavailable';
  return code === 'context_length_exceeded' || tooLong.test(words) ? 'context_too_long' : 'refused';
}

/** The failure of an attempt; undefined for an error that is not the provider's, such as a cancelled call. */
export function failureOf(error: unknown): { failure: ProviderFailure; reason: FailureReason } | undefined {
  const cause = error instanceof AppError ? error.details.cause : undefined;
  return cause instanceof ProviderFailure ? { failure: cause, reason: reasonOf(cause) } : undefined;
}

/** Whether the connection is at fault, so that the next call had better ask another one first. */
export const coolsDown = (reason: FailureReason): boolean =>
  reason !== 'not_found' && reason !== 'context_too_long' && reason !== 'refused';
