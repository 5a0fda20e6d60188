import type { Role } from '../../http/authentication.ts';
import { statusOf } from '../../http/problem.ts';
import { AppError } from '../../kernel/errors.ts';
import { ProviderFailure } from '../../platform/models/provider-failure.ts';
import type { RunError } from './run.ts';

const worthAnotherTry = ['limited', 'unavailable', 'upstream', 'timeout'];

/** What a client may know of a failure; the rest is in the log. Managers may know what the provider said. */
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
    retryable: worthAnotherTry.includes(known.kind) && mayHelp(known),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    ...(cause instanceof ProviderFailure && cause.status !== undefined
      ? { upstream: { status: cause.status, code: cause.code } }
      : {}),
  };
}

/** Nothing but the next month, or a person, makes room in a budget; of its own failures a provider knows most. */
const mayHelp = ({ code, details: { cause } }: AppError): boolean =>
  code !== 'budget_exceeded' && (!(cause instanceof ProviderFailure) || cause.retryable);
