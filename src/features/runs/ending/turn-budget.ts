import { type Part, tokensOfFiles } from '../../../kernel/parts.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Candidate } from '../../../platform/models/connections/connection.ts';
import type { ModelRequest, Price } from '../../../platform/models/model.ts';
import { type Admission, purseOf } from '../../agents/index.ts';
import { type Budgets, estimateNano, type Purse } from '../../costs/index.ts';
import { estimateText, estimateTokens } from '../context/context.ts';
import type { RunStore } from '../run.store.ts';
import type { Turn } from '../turn/turn.ts';

type Deps = { budgets: Budgets; store: Pick<RunStore, 'transaction'> };
type Request = Pick<ModelRequest, 'messages' | 'tools' | 'maxTokens'>;
type Newcomer = { runId: string; message: string; parts: readonly Part[] | undefined };

/** Estimated tokens of the first prompt besides instructions and message: tools, memory, history. */
const beginningTokens = 1_000;

/**
 * The budgets that a turn is charged to. Without a budget this makes no query: the purse was read with the admission.
 */
export function createTurnBudget({ budgets, store }: Deps) {
  /** Of the cheapest candidate: before each is asked, the reservation is raised to its own estimate. */
  function firstEstimate({ agent, targets }: Admission, { message, parts }: Newcomer): number {
    const tokens = beginningTokens + estimateText(agent.systemPrompt) + estimateText(message) + tokensOfFiles(parts);
    const estimate = (price: Price | undefined) => estimateNano(price, tokens, agent.maxTokens);
    let least: number | undefined;
    for (const candidates of targets)
      for (const { info } of candidates) least = Math.min(least ?? Number.POSITIVE_INFINITY, estimate(info.price));
    return least ?? 0;
  }
  async function raise({ run, progress }: Turn, purse: Purse, { info }: Candidate, request: Request): Promise<void> {
    const { messages, tools, maxTokens } = request;
    const tokens = estimateTokens(messages) + (tools.length > 0 ? estimateText(JSON.stringify(tools)) : 0);
    const unsettled = progress.charges.reduce((sum, { costNano }) => sum + costNano, 0);
    const nano = unsettled + estimateNano(info.price, tokens, maxTokens);
    // The first call keeps the reservation made at admission if it is large enough. A deferred run has none yet and
    // reserves even if the call is free: a used-up budget refuses free calls too.
    if (progress.steps === 0 && ((await budgets.reservedFor(run.id)) ?? -1) >= nano) return;
    await store.transaction((tx) => budgets.reserve(tx, { id: run.id, runId: run.id, purse, nano }));
  }

  return {
    /** For a deferred run, before it is stored. It reserves when it begins. */
    async mayWait(tx: Transaction, admission: Admission, newcomer: Newcomer): Promise<void> {
      const { freePurse: purse } = admission;
      if (purse) await budgets.requireRoomFor(tx, purse, firstEstimate(admission, newcomer));
    },

    /** The last step of the transaction that admits the run. */
    async enter(tx: Transaction, admission: Admission, newcomer: Newcomer): Promise<void> {
      const { freePurse: purse } = admission;
      const { runId } = newcomer;
      if (purse) await budgets.reserve(tx, { id: runId, runId, purse, nano: firstEstimate(admission, newcomer) });
    },

    /** Before each call of a model, for an answer or a summary: an endless loop stops when the budget is used up. */
    beforeAttempt(turn: Turn, candidate: Candidate, request: Request): Promise<void> | undefined {
      const purse = purseOf(turn.admission, candidate);
      return purse ? raise(turn, purse, candidate, request) : undefined;
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
