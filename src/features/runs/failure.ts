import { statusOf } from '../../http/problem.ts';
import { AppError } from '../../kernel/errors.ts';
import type { RunError } from './run.ts';

const worthAnotherTry = ['limited', 'unavailable', 'upstream', 'timeout'];

/** What a client may know of a failure; the rest is in the log. */
export function failureOf(error: unknown): RunError {
  const known =
    error instanceof AppError && error.kind !== 'internal'
      ? error
      : new AppError('internal', 'Something went wrong on our side.');
  return {
    code: known.code,
    message: known.message,
    status: statusOf[known.kind],
    // Nothing but the next month, or a person, makes room in a budget.
    retryable: worthAnotherTry.includes(known.kind) && known.code !== 'budget_exceeded',
  };
}
