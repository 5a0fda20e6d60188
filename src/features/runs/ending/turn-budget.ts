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

/** What a turn begins with besides its instructions and the message: tools, memory, something of the history. */
const beginningTokens = 1_000;

/**
 * The budgets that a turn is charged to. Where there are none it costs nothing here: the purse was read by the statement
 * that admitted the turn.
 */
export function createTurnBudget({ budgets, store, priceOf }: Deps) {
  const estimate = ({ agent, model }: Admission, promptTokens: number, maxTokens = agent.maxTokens) =>
    estimateNano(priceOf(model.provider, model.model), promptTokens, maxTokens);
  const firstEstimate = (admission: Admission, message: string) =>
    estimate(admission, beginningTokens + estimateText(admission.agent.systemPrompt) + estimateText(message));

  return {
    /** Before anything is written of a run that waits for a place: it reserves when it begins. */
    async mayWait(tx: Transaction, admission: Admission, { message }: Newcomer): Promise<void> {
      if (admission.purse) await budgets.requireRoomFor(tx, admission.purse, firstEstimate(admission, message));
    },

    /** In the transaction that admits it, as its last step. */
    async enter(tx: Transaction, admission: Admission, { runId, message }: Newcomer): Promise<void> {
      const { purse } = admission;
      if (purse) await budgets.reserve(tx, { id: runId, runId, purse, nano: firstEstimate(admission, message) });
    },

    /** Before a model is asked, for an answer or for a summary: a loop that goes on and on ends where the money does. */
    async beforeCall(
      turn: Turn,
      messages: readonly ModelMessage[],
      tools: readonly ToolDefinition[],
      maxTokens?: number,
    ): Promise<void> {
      const { admission, run, charges, steps } = turn;
      const { purse } = admission;
      if (!purse) return;
      const tokens = estimateTokens(messages) + (tools.length > 0 ? estimateText(JSON.stringify(tools)) : 0);
      const unsettled = charges.reduce((sum, { costNano }) => sum + costNano, 0);
      const nano = unsettled + estimate(admission, tokens, maxTokens);
      // What was reserved when it came is kept, more or less: nothing has been spent of it. One that waited for a place
      // has reserved nothing yet, and a budget that is used up refuses what costs nothing too.
      if (steps === 0 && ((await budgets.reservedFor(run.id)) ?? -1) >= nano) return;
      await store.transaction((tx) => budgets.reserve(tx, { id: run.id, runId: run.id, purse, nano }));
    },

    /** The charges that are written just now; after everything else that takes locks. */
    async settle(tx: Transaction, { admission, run, charges }: Turn, ended: boolean): Promise<void> {
      if (!admission.purse) return;
      if (ended) await budgets.release(tx, run.id);
      await budgets.spend(
        tx,
        admission.purse,
        charges.reduce((sum, { costNano }) => sum + costNano, 0),
      );
    },
  };
}

export type TurnBudget = ReturnType<typeof createTurnBudget>;
