import type { Clock } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Models } from '../../../platform/models/models.ts';
import { type Budgets, chargeOf, chargeTo, estimateNano, usageErasure } from '../../costs/index.ts';
import type { VersionRow, WorkStore } from './work.store.ts';

type Deps = {
  work: Pick<WorkStore, 'transaction' | 'budgetOf'>;
  models: Pick<Models, 'info'>;
  budgets: Budgets;
  /** `provider/model`. */
  embeddingModel: string;
  clock: Clock;
};

/** Within the transaction that keeps what was paid for. */
type Settle = (tx: Transaction) => Promise<void>;
const free: Settle = async () => undefined;
/** In the ledger, for a document that is read again by itself. */
const nobody = '';

/** As `/inference/embeddings` counts. */
const tokensOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + Math.ceil(text.length / 4), 0);

/** What a provider's embeddings of documents cost: reserved before, charged with the passages. The built-in ones are free. */
export function createEmbeddingCosts({ work, models, budgets, embeddingModel, clock }: Deps) {
  const slash = embeddingModel.indexOf('/');
  const [provider, model] = [embeddingModel.slice(0, slash), embeddingModel.slice(slash + 1)];

  return {
    /** Throws 429 `budget_exceeded` where a budget has no room. */
    async reserve({ workspace_id: workspaceId, user_id }: VersionRow, texts: readonly string[]): Promise<Settle> {
      if (provider === 'local') return free;
      const info = models.info(provider, model);
      const usage = { promptTokens: tokensOf(texts), cachedTokens: 0, completionTokens: 0, estimated: true };
      const id = newId('evt', clock.now());
      const ownNano = await work.budgetOf(workspaceId);
      const purse = budgets.purseFor({ workspaceId, ownNano, payerId: user_id, provider });
      const nano = estimateNano(info.price, usage.promptTokens, 0);
      if (purse) await work.transaction((tx) => budgets.reserve(tx, { id, purse, nano }));
      const userId = user_id ?? nobody;
      return async (tx) => {
        const charge = chargeOf(info, usage);
        const owner = { workspaceId, userId, agentId: '' };
        await chargeTo(tx, owner, { runId: null, charges: [charge], runs: 0, now: clock.now() });
        if (userId !== nobody) await usageErasure.forgetErased(tx, userId);
        if (purse) await budgets.settle(tx, { id, purse }, charge.costNano);
      };
    },
  };
}

export type EmbeddingCosts = ReturnType<typeof createEmbeddingCosts>;
