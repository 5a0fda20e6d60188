import type { Caller } from '../../http/authentication.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Database } from '../../platform/db/database.ts';
import { estimateUsage } from '../../platform/models/estimate.ts';
import type { AnswerPiece, ModelAnswer, ModelRequest, OnText, TokenUsage } from '../../platform/models/model.ts';
import type { Models } from '../../platform/models/models.ts';
import { ProviderFailure } from '../../platform/models/provider-failure.ts';
import { type Budgets, chargeOf, chargeTo, estimateNano, type Purse, usageErasure } from '../costs/index.ts';
import type { Choice } from './model-names.ts';

type Deps = { database: Database; models: Pick<Models, 'generate' | 'info'>; budgets: Budgets; clock: Clock };
/** Undefined if no budget applies. */
type Reservation = { id: string; purse: Purse } | undefined;

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
  async function reserve(
    { provider, model, purse }: Choice,
    { promptTokens }: TokenUsage,
    maxTokens: number | null,
  ): Promise<Reservation> {
    if (!purse) return undefined;
    const nano = estimateNano(models.info(provider, model).price, promptTokens, maxTokens);
    const reservation = { id: newId('evt', clock.now()), purse };
    await database.transaction((tx) => budgets.reserve(tx, { ...reservation, nano }));
    return reservation;
  }

  async function charge(caller: Caller, choice: Choice, usage: TokenUsage, reserved: Reservation): Promise<void> {
    const call = chargeOf(models, choice.provider, choice.model, usage);
    const owner = { workspaceId: caller.workspaceId, userId: caller.userId, agentId: '', keyId: caller.key?.id };
    await database.transaction(async (tx) => {
      await chargeTo(tx, owner, { runId: null, charges: [call], runs: 0, now: clock.now() });
      await usageErasure.forgetErased(tx, caller.userId);
      if (reserved) await budgets.settle(tx, reserved, call.costNano);
    });
  }

  return {
    /** An interrupted answer is charged for the prompt and the part that arrived. */
    async generate(caller: Caller, choice: Choice, request: ModelRequest, onText?: OnText): Promise<ModelAnswer> {
      const reserved = await reserve(choice, estimateUsage(request, 0, []), request.maxTokens);
      let produced = 0;
      const heard = (delta: string) => {
        produced += delta.length;
        return onText?.(delta);
      };
      const { onPiece } = request;
      const counted: ModelRequest = {
        ...request,
        // OpenAI's clients retry by themselves: with our retries a failing provider would be called nine times.
        maxTries: 1,
        ...(onPiece && {
          onPiece(piece: AnswerPiece) {
            produced += piece.type === 'tool_call' ? piece.arguments.length : piece.delta.length;
            return onPiece(piece);
          },
        }),
      };
      const answer = await models.generate(choice.provider, counted, onText && heard).catch(async (error: unknown) => {
        if (produced > 0 || request.signal?.aborted)
          await charge(caller, choice, estimateUsage(request, produced, []), reserved);
        else if (reserved) await budgets.release(database, reserved.id);
        throw explain(error);
      });
      await charge(caller, choice, answer.usage, reserved);
      return answer;
    },

    /** For work with a known price, such as embeddings: `usage` is known in advance. */
    async chargeFor<Result>(
      caller: Caller,
      choice: Choice,
      usage: TokenUsage,
      work: () => Promise<Result>,
    ): Promise<Result> {
      const reserved = await reserve(choice, usage, 0);
      const result = await work().catch(async (error: unknown) => {
        if (reserved) await budgets.release(database, reserved.id);
        throw explain(error);
      });
      await charge(caller, choice, usage, reserved);
      return result;
    },
  };
}

export type ProviderModels = ReturnType<typeof createProviderModels>;
