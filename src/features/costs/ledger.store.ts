import { utcDay } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { deleteById } from '../../platform/db/by-age.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { catalogueVersion, costNano } from '../../platform/models/catalogue.ts';
import type { Price, TokenUsage } from '../../platform/models/model.ts';

export type Charge = {
  provider: string;
  model: string;
  usage: TokenUsage;
  costNano: number;
  price: string | null;
  /** The version of the price list; by default the catalogue's. */
  priceVersion?: string | undefined;
};
type Priced = { provider: string; model: string; price?: Price; priceVersion?: string };

/** The charge for a call of a model. The present price is stored with it. */
export function chargeOf({ provider, model, price, priceVersion }: Priced, usage: TokenUsage): Charge {
  const kept = price ? JSON.stringify(price) : null;
  return { provider, model, usage, costNano: costNano(usage, price), price: kept, priceVersion };
}

/** Who is charged, and for which agent; `agentId` is empty for a call that no agent made. */
export type Owner = {
  workspaceId: string;
  userId: string;
  agentId: string;
  /** The personal key it was asked for with. */
  keyId?: string | null | undefined;
};
export type Charges = {
  /** Null for a call that no run made. */
  runId: string | null;
  charges: readonly Charge[];
  /** 1 when a run ends with these calls. */
  runs: 0 | 1;
  /** Messages that are stored with these calls. */
  messages?: number;
  now: number;
};

/**
 * Model calls: a row of the ledger for each, and what it adds to the day (`settleUsage`). A workspace with a budget needs `budgets.spend` in
 * the same transaction.
 */
export async function chargeTo(
  tx: Transaction,
  { workspaceId, userId, agentId, keyId }: Owner,
  { runId, charges, runs, messages = 0, now }: Charges,
): Promise<void> {
  const works: (() => Promise<unknown>)[] = [];
  for (const [index, { provider, model, usage, costNano, price, priceVersion }] of charges.entries()) {
    const last = index === charges.length - 1;
    const { promptTokens, cachedTokens, completionTokens, estimated } = usage;
    const tokens = [promptTokens, cachedTokens, completionTokens];
    const recorded = () =>
      tx.run(
        `INSERT INTO usage_records (id, workspace_id, user_id, agent_id, run_id, provider, model, prompt_tokens, cached_tokens,
         completion_tokens, estimated, cost_nano, price, price_version, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
        [
          newId('evt', now),
          ...[workspaceId, userId, agentId, runId, provider, model],
          ...tokens,
          estimated,
          costNano,
          price,
          price === null ? null : (priceVersion ?? catalogueVersion),
          now,
        ],
      );
    const counted = () =>
      tx.run(
        `INSERT INTO usage_additions (workspace_id, day, user_id, agent_id, provider, model, requests, prompt_tokens, cached_tokens,
         completion_tokens, cost_nano, runs, messages, unpriced, estimated)
       VALUES ($1, $2, $3, $4, $5, $6, 1, $7, $8, $9, $10, $11, $12, $13, $14)`,
        [
          ...[workspaceId, utcDay(now), userId, agentId, provider, model],
          ...tokens,
          costNano,
          last ? runs : 0,
          last ? messages : 0,
          price === null ? 1 : 0,
          estimated ? 1 : 0,
        ],
      );
    const ofKey = () =>
      tx.run(
        `INSERT INTO key_usage_daily (workspace_id, day, key_id, requests, prompt_tokens, cached_tokens, completion_tokens, cost_nano,
         unpriced, estimated)
       SELECT $1, $2, id, 1, $4, $5, $6, $7, $8, $9 FROM personal_keys WHERE id = $3
       ON CONFLICT (key_id, day) DO UPDATE SET requests = key_usage_daily.requests + 1,
         prompt_tokens = key_usage_daily.prompt_tokens + $4, cached_tokens = key_usage_daily.cached_tokens + $5,
         completion_tokens = key_usage_daily.completion_tokens + $6, cost_nano = key_usage_daily.cost_nano + $7,
         unpriced = key_usage_daily.unpriced + $8, estimated = key_usage_daily.estimated + $9`,
        [...[workspaceId, utcDay(now), keyId ?? ''], ...tokens, costNano, price === null ? 1 : 0, estimated ? 1 : 0],
      );
    works.push(recorded, counted);
    if (keyId) works.push(ofKey);
  }
  await tx.together(...works);
}

/** A run that ended without a charge that could count it. */
export async function countRun(
  tx: Transaction,
  { workspaceId, userId, agentId }: Owner,
  { provider, model }: { provider: string; model: string },
  now: number,
  messages = 0,
): Promise<void> {
  await tx.run(
    `INSERT INTO usage_additions (workspace_id, day, user_id, agent_id, provider, model, runs, messages)
     VALUES ($1, $2, $3, $4, $5, $6, 1, $7)`,
    [workspaceId, utcDay(now), userId, agentId, provider, model, messages],
  );
}

/** Messages that are stored without a charge. */
export async function countMessages(
  tx: Transaction,
  { workspaceId, userId, agentId }: Owner,
  messages: number,
  now: number,
): Promise<void> {
  if (messages === 0) return;
  await tx.run(
    `INSERT INTO usage_additions (workspace_id, day, user_id, agent_id, provider, model, messages)
     VALUES ($1, $2, $3, $4, '', '', $5)`,
    [workspaceId, utcDay(now), userId, agentId, messages],
  );
}

/** Sorted, so that two runs which use the same tools lock the rows in the same order. */
export async function countTools(
  tx: Transaction,
  { workspaceId, userId }: Owner,
  tools: readonly string[],
  now: number,
): Promise<void> {
  for (const tool of tools.toSorted())
    await tx.run(
      `INSERT INTO tool_usage_daily (workspace_id, day, user_id, tool, calls) VALUES ($1, $2, $3, $4, 1)
       ON CONFLICT (workspace_id, day, user_id, tool) DO UPDATE SET calls = tool_usage_daily.calls + 1`,
      [workspaceId, utcDay(now), userId, tool],
    );
}

/** A session that was opened. */
export const countSession = (tx: Transaction, { workspaceId, userId, agentId }: Owner, now: number): Promise<unknown> =>
  tx.run(
    `INSERT INTO usage_additions (workspace_id, day, user_id, agent_id, provider, model, sessions)
     VALUES ($1, $2, $3, $4, '', '', 1)`,
    [workspaceId, utcDay(now), userId, agentId],
  );

/** Rows of the ledger from before a time. The sums of the days stay. */
export const recordsBefore = (database: Database, before: number) =>
  deleteById(database, { table: 'usage_records', prefix: 'evt', before });
