import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '../../../kernel/backoff.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Log } from '../../../kernel/log.ts';
import type { ModelRequest } from '../model.ts';
import { ProviderFailure, tooLate } from '../provider-failure.ts';

export type RetryRule = {
  maxTries: number;
  baseMs: number;
  /**
   * No attempt begins later than this after the first, because a person waits. A longer Retry-After ends the attempts.
   */
  windowMs: number;
};

export const defaultRetryRule: RetryRule = { maxTries: 3, baseMs: 500, windowMs: 20_000 };

/**
 * The only place where provider calls are retried. The provider packages are used without their own retries; a caller
 * whose client retries passes `maxTries`.
 */
export const ruleFor = ({ maxTries }: ModelRequest, rule: RetryRule): RetryRule =>
  maxTries === undefined ? rule : { ...rule, maxTries: Math.min(maxTries, rule.maxTries) };

/** The Retry-After for clients when a provider limits the rate without a time. */
const usualWaitSeconds = 1;

/** A rate limit has its own code, because it is not an outage. */
function giveUp(provider: string, failure: ProviderFailure, tries: number): AppError {
  const { status, message, words, retryable, retryAfterMs } = failure;
  const attempts = tries > 1 ? `, after ${tries} attempts` : '';
  const details = {
    cause: failure,
    retryable,
    ...(words && { verbatim: `${provider} ${message}: ${words.replace(/\.$/, '')}${attempts}.` }),
  };
  if (status !== 429) return new AppError('model_error', `${provider} ${message}${attempts}.`, details);
  return new AppError('model_rate_limited', `${provider} ${message}${attempts}.`, {
    ...details,
    ...(retryable && {
      retryAfterSeconds: retryAfterMs === undefined ? usualWaitSeconds : Math.ceil(retryAfterMs / 1_000),
    }),
  });
}

/** Set at the first token of an attempt: from then on nothing is retried, so that no text is sent twice. */
export type Progress = { begun: boolean };

/** The time of one attempt: until the first token of a streamed answer, and until the end of any answer. */
export type Deadlines = { firstTokenTimeoutMs?: number | undefined; timeoutMs?: number | undefined };

type Call = {
  provider: string;
  signal: AbortSignal;
  rule: RetryRule;
  log: Log;
  deadlines?: Deadlines | undefined;
  /** The first token of a whole answer comes with the last. */
  streams?: boolean;
};

/** Runs an attempt with a signal that also ends it when its time is over. */
async function withinDeadlines<Result>(
  { signal, deadlines, streams }: Call,
  progress: Progress,
  attempt: Attempt<Result>,
): Promise<Result> {
  if (!deadlines) return attempt(progress, signal);
  const { firstTokenTimeoutMs, timeoutMs } = deadlines;
  const within = new AbortController();
  const abort = () => within.abort(signal.reason);
  const timers: NodeJS.Timeout[] = [];
  const after = (ms: number | undefined, what: string, unless = () => false) => {
    if (ms) timers.push(setTimeout(() => unless() || within.abort(tooLate(what)), ms));
  };
  signal.addEventListener('abort', abort);
  if (streams) after(firstTokenTimeoutMs, 'did not begin to answer in time', () => progress.begun);
  after(timeoutMs, 'did not answer in time');
  try {
    return await attempt(progress, within.signal);
  } finally {
    for (const timer of timers) clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}

type Attempt<Result> = (progress: Progress, signal: AbortSignal) => Promise<Result>;

export async function withRetries<Result>(call: Call, attempt: Attempt<Result>): Promise<Result> {
  const { provider, signal, rule, log } = call;
  const startedMs = performance.now();
  signal.throwIfAborted();
  for (let tries = 1; ; tries += 1) {
    const progress: Progress = { begun: false };
    try {
      return await withinDeadlines(call, progress, attempt);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ProviderFailure)) throw error;
      const waitMs = error.retryAfterMs ?? backoffMs(tries, rule.baseMs, rule.windowMs);
      const hopeless = progress.begun || !error.retryable || tries >= rule.maxTries;
      const { status, message, words } = error;
      if (hopeless || performance.now() - startedMs + waitMs > rule.windowMs) {
        log.warn({ provider, status, attempt: tries, reason: message, words }, 'model call failed');
        throw giveUp(provider, error, tries);
      }
      log.warn({ provider, status, attempt: tries, waitMs, reason: message, words }, 'model call is retried');
      // An aborted wait throws its own error; the caller's abort reason must be thrown instead.
      await sleep(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}
