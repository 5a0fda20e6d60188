import { AppError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import type { DiagnosticCheck } from './diagnostics.schema.ts';

export type Finding = Pick<DiagnosticCheck, 'status' | 'message' | 'hint'>;

/**
 * A check really uses one part of the gateway and throws when that fails; the operator then sees `broken` and `hint`.
 */
export type Check = Pick<DiagnosticCheck, 'id' | 'category'> & {
  examine(signal: AbortSignal): Promise<Finding>;
  broken: string;
  hint: string;
  timeoutMs?: number;
  /** Without the database this check cannot tell whether its own subject works. */
  needsDatabase?: boolean;
};

const defaultTimeoutMs = 8_000;
const tickMs = 100;
/** How long the other checks may still run once the database is known to have failed. */
const graceMs = 300;

export const pass = (message: string): Finding => ({ status: 'pass', message });
export const warn = (message: string, hint: string): Finding => ({ status: 'warn', message, hint });
export const fail = (message: string, hint: string): Finding => ({ status: 'fail', message, hint });

/**
 * Counts time in ticks. After the event loop was blocked, timers fire before the answers that arrived meanwhile are
 * read, and every check would look as if it had timed out.
 */
function startTimer(timeoutMs: number, expired: () => void): () => void {
  let left = Math.ceil(timeoutMs / tickMs);
  const timer = setInterval(() => {
    left -= 1;
    if (left === 0) expired();
  }, tickMs);
  return () => clearInterval(timer);
}

/** A check that hangs fails alone: the others are not affected. */
async function runCheck(check: Check, log: Log): Promise<DiagnosticCheck> {
  const { id, category, broken, hint, timeoutMs = defaultTimeoutMs } = check;
  const began = performance.now();
  const abort = new AbortController();
  const late = Promise.withResolvers<Finding>();
  const stopTimer = startTimer(timeoutMs, () => {
    late.resolve(fail(`${broken} There was no answer within ${timeoutMs / 1_000} s.`, hint));
    abort.abort(new Error('too late'));
  });
  const examined = check.examine(abort.signal).catch((error: unknown) => {
    if (!abort.signal.aborted) log.warn({ err: error, check: id }, 'a diagnostic check failed');
    // Clients see only this text; the cause is in the log.
    const known = error instanceof AppError && error.kind !== 'internal' ? ` ${error.message}` : '';
    return fail(`${broken}${known}`, hint);
  });
  const finding = await Promise.race([examined, late.promise]);
  stopTimer();
  return { id, category, latencyMs: Math.round((performance.now() - began) * 100) / 100, ...finding };
}

/**
 * When the database has failed, a check that needs it says that it was not done, instead of failing. So the report
 * shows one failure: the one to repair.
 */
const skipped = ({ id, category }: Check, latencyMs: number): DiagnosticCheck => ({
  id,
  category,
  status: 'pass',
  latencyMs,
  message: 'Not checked: the database does not answer.',
  skippedBecause: 'database',
});

export async function runChecks(checks: readonly Check[], log: Log): Promise<DiagnosticCheck[]> {
  const began = performance.now();
  const given = Promise.withResolvers<undefined>();
  const results = await Promise.all(
    checks.map(async (check) => {
      const result = runCheck(check, log);
      if (check.needsDatabase) return Promise.race([result, given.promise]);
      if (check.id === 'database' && (await result).status === 'fail')
        setTimeout(() => given.resolve(undefined), graceMs);
      return result;
    }),
  );
  const databaseFailed = results.some((result) => result?.id === 'database' && result.status === 'fail');
  const tookMs = Math.round((performance.now() - began) * 100) / 100;
  return checks.map((check, index) => {
    const result = results[index];
    const cannotTell = check.needsDatabase && databaseFailed && result?.status !== 'pass';
    return result && !cannotTell ? result : skipped(check, result?.latencyMs ?? tookMs);
  });
}
