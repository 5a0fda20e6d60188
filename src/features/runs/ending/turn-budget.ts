import type { Transaction } from '../../../platform/db/database.ts';
import type { ModelMessage, Price, ProviderName, ToolDefinition } from '../../../platform/models/model.ts';
import type { Admission } from '../../agents/index.ts';
import { type Budgets, estimateNano } from '../../costs/index.ts';
import { estimateText, estimateTokens } from '../context/context.ts';
import type { RunStore } from '../run.store.ts';
import type { Turn } from '../turn/turn.ts';

type Deps = {
  budgets: Budgets;
  store: Pick<RunStore, 'transaction'>;
  priceOf(provider: ProviderName, model: string): Price | undefined;
};
type Newcomer = { runId: string; message: string };

/** Estimated tokens of the first prompt besides instructions and message: tools, memory, history. */
const beginningTokens = 1_000;

/**
 * The budgets that a turn is charged to. Without a budget this makes no query: the purse was read with the admission.
 */
export function createTurnBudget({ budgets, store, priceOf }: Deps) {
  const estimate = ({ agent, model }: Admission, promptTokens: number, maxTokens = agent.maxTokens) =>
    estimateNano(priceOf(model.provider, model.model), promptTokens, maxTokens);
  const firstEstimate = (admission: Admission, message: string) =>
    estimate(admission, beginningTokens + estimateText(admission.agent.systemPrompt) + estimateText(message));

  return {
    /** For a deferred run, before it is stored. It reserves when it begins. */
    async mayWait(tx: Transaction, admission: Admission, { message }: Newcomer): Promise<void> {
      if (admission.purse) await budgets.requireRoomFor(tx, admission.purse, firstEstimate(admission, message));
    },

    /** The last step of the transaction that admits the run. */
    async enter(tx: Transaction, admission: Admission, { runId, message }: Newcomer): Promise<void> {
      const { purse } = admission;
      if (purse) await budgets.reserve(tx, { id: runId, runId, purse, nano: firstEstimate(admission, message) });
    },

    /** Before each model call, for an answer or a summary: an endless loop stops when the budget is used up. */
    async beforeCall(
      turn: Turn,
      messages: readonly ModelMessage[],
      tools: readonly ToolDefinition[],
      maxTokens?: number,
    ): Promise<void> {
      const { admission, run, progress } = turn;
      const { purse } = admission;
      if (!purse) return;
      const tokens = estimateTokens(messages) + (tools.length > 0 ? estimateText(JSON.stringify(tools)) : 0);
      const unsettled = progress.charges.reduce((sum, { costNano }) => sum + costNano, 0);
      const nano = unsettled + estimate(admission, tokens, maxTokens);
      // The first call keeps the reservation made at admission if it is large enough. A deferred run has none yet and
      // reserves even if the call is free: a used-up budget refuses free calls too.
      if (progress.steps === 0 && ((await budgets.reservedFor(run.id)) ?? -1) >= nano) return;
      await store.transaction((tx) => budgets.reserve(tx, { id: run.id, runId: run.id, purse, nano }));
    },

    /** Spends the charges of this transaction. Called last, because it locks the budget's row. */
    async settle(tx: Transaction, { admission, run, progress }: Turn, ended: boolean): Promise<void> {
      if (!admission.purse) return;
      if (ended) await budgets.release(tx, run.id);
      await budgets.spend(
        tx,
        admission.purse,
        progress.charges.reduce((sum, { costNano }) => sum + costNano, 0),
      );
    },
  };
}

export type TurnBudget = ReturnType<typeof createTurnBudget>;
