import type { Caller } from '../../http/authentication.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Answered, Attempt } from '../../platform/models/asking/ask.ts';
import type { Candidate } from '../../platform/models/connections/connection.ts';
import { estimateUsage } from '../../platform/models/estimate.ts';
import type { AnswerPiece, ModelRequest, OnText, TokenUsage } from '../../platform/models/model.ts';
import type { Models } from '../../platform/models/models.ts';
import { ProviderFailure } from '../../platform/models/provider-failure.ts';
import { purseOf } from '../agents/index.ts';
import { type Budgets, type Charge, chargeOf, chargeTo, estimateNano, usageErasure } from '../costs/index.ts';
import type { Choice } from './model-names.ts';

type Deps = { database: Database; models: Pick<Models, 'ask'>; budgets: Budgets; clock: Clock };
type Estimated = { promptTokens: number; maxTokens: number | null; spent: number };
type Listener = { onText?: OnText; onAsk?(candidate: Candidate): void };
type Request = Omit<ModelRequest, 'model'>;

/** A provider's complaint about the request keeps its status; any other failure is a model error. */
function explain(error: unknown): unknown {
  const cause = error instanceof AppError ? error.details.cause : undefined;
  if (!(error instanceof AppError) || !(cause instanceof ProviderFailure)) return error;
  // The provider's own text is about the caller's request, and the developer needs it.
  const words = error.details.verbatim ?? error.message;
  const details = {
    ...error.details,
    upstream: { code: cause.code, param: cause.param },
    ...(cause.retryable ? {} : { clientRetries: false }),
  };
  if (cause.status === 400 || cause.status === 413 || cause.status === 422)
    return new AppError('bad_request', words, details);
  if (cause.status === 404) return new AppError('not_found', words, details);
  return new AppError(error.code, error.message, details);
}

/** Models without an agent: no session and no run, but the same ledger and budget. */
export function createProviderModels({ database, models, budgets, clock }: Deps) {
  const totalOf = (charges: readonly Charge[]) => charges.reduce((sum, { costNano }) => sum + costNano, 0);

  async function charge(caller: Caller, { purse }: Choice, id: string, charges: readonly Charge[]): Promise<void> {
    const owner = { workspaceId: caller.workspaceId, userId: caller.userId, agentId: '', keyId: caller.key?.id };
    await database.transaction(async (tx) => {
      await chargeTo(tx, owner, { runId: null, charges, runs: 0, now: clock.now() });
      await usageErasure.forgetErased(tx, caller.userId);
      if (purse) await budgets.settle(tx, { id, purse }, totalOf(charges));
    });
  }

  /** Reserves what a call may cost, beside what is to be paid already. */
  function reserve(choice: Choice, id: string, candidate: Candidate, asked: Estimated): Promise<void> | undefined {
    const purse = purseOf(choice, candidate);
    if (!purse) return undefined;
    const nano = asked.spent + estimateNano(candidate.info.price, asked.promptTokens, asked.maxTokens);
    return database.transaction((tx) => budgets.reserve(tx, { id, purse, nano }));
  }

  return {
    /** An interrupted answer is charged for the prompt and the part that arrived. `onAsk` hears who is asked. */
    async generate(caller: Caller, choice: Choice, request: Request, listener: Listener = {}): Promise<Answered> {
      const { onText, onAsk } = listener;
      const id = newId('evt', clock.now());
      const charges: Charge[] = [];
      let asking: Candidate | undefined;
      let produced = 0;
      const heard = (delta: string) => {
        produced += delta.length;
        return onText?.(delta);
      };
      const { onPiece } = request;
      const counted = {
        ...request,
        workspaceId: caller.workspaceId,
        // OpenAI's clients retry by themselves: with our retries a failing provider would be called nine times.
        maxTries: 1,
        ...(onPiece && {
          onPiece(piece: AnswerPiece) {
            produced += piece.type === 'tool_call' ? piece.arguments.length : piece.delta.length;
            return onPiece(piece);
          },
        }),
      };
      const { promptTokens } = estimateUsage(request, 0, []);
      let last: Attempt | undefined;
      const answered = await models
        .ask({
          targets: choice.targets,
          request: counted,
          onText: onText && heard,
          beforeAttempt(candidate) {
            asking = candidate;
            onAsk?.(candidate);
            const { maxTokens } = request;
            return reserve(choice, id, candidate, { promptTokens, maxTokens, spent: totalOf(charges) });
          },
          onAttempt(attempt) {
            last = attempt;
            if (attempt.usage) charges.push(chargeOf(attempt.candidate.info, attempt.usage));
          },
        })
        .catch(async (error: unknown) => {
          const stopped = request.signal.aborted;
          if (asking && (stopped || (produced > 0 && !last?.usage)))
            charges.push(chargeOf(asking.info, estimateUsage(request, produced, [])));
          if (charges.length > 0) await charge(caller, choice, id, charges);
          else if (choice.purse) await budgets.release(database, id);
          throw explain(error);
        });
      charges.push(chargeOf(answered.candidate.info, answered.answer.usage));
      await charge(caller, choice, id, charges);
      return answered;
    },

    /** For work with a known price, such as embeddings: `usage` is known in advance. */
    async chargeFor<Result>(
      caller: Caller,
      choice: Choice,
      usage: TokenUsage,
      work: () => Promise<Result>,
    ): Promise<Result> {
      const id = newId('evt', clock.now());
      const [candidate] = choice.targets[0] ?? [];
      if (!candidate) throw new AppError('model_error', 'There is no model to ask.');
      await reserve(choice, id, candidate, { promptTokens: usage.promptTokens, maxTokens: 0, spent: 0 });
      const result = await work().catch(async (error: unknown) => {
        if (choice.purse) await budgets.release(database, id);
        throw explain(error);
      });
      await charge(caller, choice, id, [chargeOf(candidate.info, usage)]);
      return result;
    },
  };
}

export type ProviderModels = ReturnType<typeof createProviderModels>;
