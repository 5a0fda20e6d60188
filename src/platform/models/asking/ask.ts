import { AppError } from '../../../kernel/errors.ts';
import type { Candidate } from '../connections/connection.ts';
import type { AnswerPiece, ModelAnswer, ModelRequest, OnText, TokenUsage } from '../model.ts';
import type { Cooldowns } from './cooldowns.ts';
import { inOrder } from './order.ts';
import { coolsDown, type FailureReason, failureOf } from './reasons.ts';

/** One call of one candidate; its provider may have been tried several times. */
export type Attempt = {
  candidate: Candidate;
  beganMs: number;
  ms: number;
  /** Until the first piece of a streamed answer. */
  firstTokenMs?: number | undefined;
  reason?: FailureReason | undefined;
  error?: unknown;
  /** What a failed attempt reported: it is charged. */
  usage?: TokenUsage | undefined;
  /** What the answer took. */
  answered?: TokenUsage | undefined;
  /** Who asked. */
  workspaceId?: string | undefined;
  /** Another candidate is asked after it. */
  goesOn: boolean;
  /** For how long its connection is not asked first from now on. */
  cooldownMs?: number | undefined;
};

export type Asked = {
  /** The candidates of the target that is meant, then those of each fallback. */
  targets: readonly (readonly Candidate[])[];
  request: Omit<ModelRequest, 'model'>;
  onText?: OnText | undefined;
  /** Raises the reservation to the candidate's estimate. A candidate for which it throws `budget_exceeded` is skipped. */
  beforeAttempt?: ((candidate: Candidate) => Promise<void> | undefined) | undefined;
  /** A failed attempt, as it fails; and the one that answered. */
  onAttempt?: ((attempt: Attempt) => void) | undefined;
};

export type Answered = { answer: ModelAnswer; candidate: Candidate };

type Deps = {
  cooldowns: Cooldowns;
  generate(candidate: Candidate, request: ModelRequest, onText?: OnText): Promise<ModelAnswer>;
  /** The name of the model for a candidate that is asked for whichever model the server has. */
  named(candidate: Candidate, signal: AbortSignal): Promise<Candidate> | Candidate;
  observe(attempt: Attempt): void;
};

const longerThan = (window: number | null) => (candidate: Candidate) =>
  window !== null && (candidate.info.contextWindow ?? 0) > window;

/** The one place of fallbacks and load sharing. */
export function createAsk({ cooldowns, generate, named, observe }: Deps) {
  type Outcome = { answer: ModelAnswer; candidate: Candidate } | { attempt: Attempt; begun: boolean };

  async function attempt(
    { request, onText, onAttempt }: Asked,
    asked: Candidate,
    others: readonly Candidate[],
  ): Promise<Outcome> {
    const { connection } = asked;
    const beganMs = performance.now();
    const tries = cooldowns.begin(connection.id);
    let candidate = asked;
    let firstTokenMs: number | undefined;
    const heard =
      onText &&
      ((delta: string) => {
        firstTokenMs ??= performance.now() - beganMs;
        return onText(delta);
      });
    const { onPiece } = request;
    const pieces = onPiece && {
      onPiece(piece: AnswerPiece) {
        firstTokenMs ??= performance.now() - beganMs;
        return onPiece(piece);
      },
    };
    const report = (rest: Partial<Attempt>): Attempt => {
      const done = {
        candidate,
        beganMs,
        ms: performance.now() - beganMs,
        firstTokenMs,
        goesOn: false,
        workspaceId: request.workspaceId,
        ...rest,
      };
      observe(done);
      onAttempt?.(done);
      return done;
    };
    try {
      const known = named(asked, request.signal);
      candidate = known instanceof Promise ? await known : known;
      const answer = await generate(
        candidate,
        { ...request, ...pieces, model: candidate.model, ...(others.length > 0 && { maxTries: 1 }) },
        heard,
      );
      cooldowns.succeeded(connection.id);
      report({ answered: answer.usage });
      return { answer, candidate };
    } catch (error) {
      const known = failureOf(error);
      if (!known || request.signal.aborted) {
        cooldowns.leave(connection.id, tries);
        throw error;
      }
      const { reason, failure } = known;
      const { retryAfterMs, usage } = failure;
      const cooldownMs = coolsDown(reason)
        ? cooldowns.failed(connection, { reason, beganMs, retryAfterMs })
        : undefined;
      if (cooldownMs === undefined) cooldowns.leave(connection.id, tries);
      const begun = firstTokenMs !== undefined;
      const goesOn = !begun && goingOn(reason, candidate, others).length > 0;
      return { begun, attempt: report({ reason, error, usage, cooldownMs, goesOn }) };
    }
  }

  /** A sole candidate has the usual retries, and no cooldown keeps it from being asked. */
  return async function ask(asked: Asked): Promise<Answered> {
    let left = inOrder(asked.targets, cooldowns.isCooling);
    let refused: unknown;
    const failed: Attempt[] = [];
    const postponed: Candidate[] = [];
    for (let [candidate, ...others] = left; candidate; [candidate, ...others] = left) {
      left = others;
      try {
        const ready = asked.beforeAttempt?.(candidate);
        if (ready) await ready;
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'budget_exceeded') throw error;
        refused ??= error;
        continue;
      }
      // Another call may have begun to try it again meanwhile.
      if (others.length > 0 && !postponed.includes(candidate) && cooldowns.isCooling(candidate.connection.id)) {
        postponed.push(candidate);
        left = [...others, candidate];
        continue;
      }
      const outcome = await attempt(asked, candidate, others);
      if ('answer' in outcome) return outcome;
      failed.push(outcome.attempt);
      if (!outcome.attempt.goesOn) break;
      left = goingOn(outcome.attempt.reason, candidate, others);
    }
    if (failed.length === 0) throw refused ?? new AppError('model_error', 'There is no model to ask.');
    throw inTheEnd(failed);
  };
}

/** Those that may be asked after a failure. */
function goingOn(
  reason: FailureReason | undefined,
  { info }: Candidate,
  others: readonly Candidate[],
): readonly Candidate[] {
  if (reason === 'refused') return [];
  return reason === 'context_too_long' ? others.filter(longerThan(info.contextWindow)) : others;
}

/** The failure of what was meant, and that the others failed too. */
function inTheEnd(failed: readonly Attempt[]): unknown {
  const [first] = failed;
  if (failed.length === 1 || !(first?.error instanceof AppError)) return first?.error;
  const errors = failed.flatMap(({ error }) => (error instanceof AppError ? [error] : []));
  const { code, details } = first.error;
  const says = (words: (error: AppError) => string) => errors.map(words).join(' ');
  return new AppError(
    code,
    says(({ message }) => message),
    {
      ...details,
      retryable: errors.some(({ details: { retryable } }) => retryable),
      ...(errors.some((error) => error.details.verbatim) && {
        verbatim: says(({ message, details: { verbatim } }) => verbatim ?? message),
      }),
    },
  );
}
