import type { Role } from '../../../http/authentication.ts';
import { statusOf } from '../../../http/errors/problem.ts';
import { AppError } from '../../../kernel/errors.ts';
import { isRetryable } from '../../../kernel/retryable.ts';
import { ProviderFailure } from '../../../platform/models/provider-failure.ts';
import type { RunError } from '../run.ts';

/** A failure as a client may see it; the rest is in the log. Managers also see the provider's message. */
export function failureOf(error: unknown, role: Role = 'member'): RunError {
  const known =
    error instanceof AppError && error.kind !== 'internal'
      ? error
      : new AppError('internal', 'Something went wrong on our side.');
  const { verbatim, cause, retryAfterSeconds } = known.details;
  return {
    ...(verbatim && role !== 'member' && { verbatim }),
    code: known.code,
    message: known.message,
    status: statusOf[known.kind],
    retryable: isRetryable(known),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(cause instanceof ProviderFailure && cause.status !== undefined
      ? { upstream: { status: cause.status, code: cause.code } }
      : {}),
  };
}
