import { usd } from '../../kernel/money.ts';

/** Sums travel as text: they may be larger than a double holds exactly. */
export type UsageRow = {
  key: string;
  requests: string;
  unpriced: string;
  estimated: string;
  prompt: string;
  cached: string;
  completion: string;
  cost: string;
};

export type Usage = {
  key: string;
  requests: number;
  unpriced: number;
  estimated: number;
  prompt: number;
  cached: number;
  completion: number;
  cost: bigint;
};

export const usageOf = (row: UsageRow): Usage => ({
  key: row.key,
  requests: Number(row.requests),
  unpriced: Number(row.unpriced),
  estimated: Number(row.estimated),
  prompt: Number(row.prompt),
  cached: Number(row.cached),
  completion: Number(row.completion),
  cost: BigInt(row.cost),
});

export function sumOf(key: string, rows: readonly Usage[]): Usage {
  const sum: Usage = { key, requests: 0, unpriced: 0, estimated: 0, prompt: 0, cached: 0, completion: 0, cost: 0n };
  for (const usage of rows) {
    sum.requests += usage.requests;
    sum.unpriced += usage.unpriced;
    sum.estimated += usage.estimated;
    sum.prompt += usage.prompt;
    sum.cached += usage.cached;
    sum.completion += usage.completion;
    sum.cost += usage.cost;
  }
  return sum;
}

/** What is left of a sum without a part of it. */
export const without = (key: string, whole: Usage, part: Usage): Usage => ({
  key,
  requests: whole.requests - part.requests,
  unpriced: whole.unpriced - part.unpriced,
  estimated: whole.estimated - part.estimated,
  prompt: whole.prompt - part.prompt,
  cached: whole.cached - part.cached,
  completion: whole.completion - part.completion,
  cost: whole.cost - part.cost,
});

/** As it is sent. */
export const shownUsage = ({ key, requests, unpriced, estimated, prompt, cached, completion, cost }: Usage) => ({
  key,
  requests,
  promptTokens: prompt,
  cachedTokens: cached,
  completionTokens: completion,
  costUsd: usd(cost),
  priced: unpriced === 0,
  estimatedRequests: estimated,
});

/** Highest cost first. */
export function byCost(one: Usage, other: Usage): number {
  if (one.cost !== other.cost) return one.cost > other.cost ? -1 : 1;
  return other.requests - one.requests || (one.key < other.key ? -1 : 1);
}
