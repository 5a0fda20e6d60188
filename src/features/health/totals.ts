import { usd } from '../../kernel/money.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Metrics } from '../../platform/metrics.ts';

/** However often they are scraped, the sums are read at most this often. */
const keptMs = 15_000;

type Sums = { sessions: number; runs: number; requests: number; tokens: number; cost: string; messages: number };

const none: Sums = { sessions: 0, runs: 0, requests: 0, tokens: 0, cost: '0', messages: 0 };

/** What all tenants together have used, from the database: the same on every node and after a restart. */
export function measureTotals(database: Database, metrics: Metrics): void {
  let kept: { at: number; sums: Promise<Sums> } | undefined;

  async function read(): Promise<Sums> {
    const usage = await database.get<Omit<Sums, 'messages'>>(
      `SELECT sum(sessions) AS sessions, sum(runs) AS runs, sum(requests) AS requests,
         sum(prompt_tokens + cached_tokens + completion_tokens) AS tokens, CAST(sum(cost_nano) AS TEXT) AS cost FROM usage_daily`,
    );
    const messages = await database.get<{ messages: number }>('SELECT count(*) AS messages FROM messages');
    return { ...none, ...usage, messages: messages?.messages ?? 0 };
  }

  const total = (name: string, help: string, pick: (sums: Sums) => number) =>
    metrics.gauge(name, help, async () => {
      if (!kept || performance.now() - kept.at > keptMs)
        kept = { at: performance.now(), sums: read().catch(() => none) };
      return pick(await kept.sums);
    });

  total('gateway_sessions_total', 'Conversations ever opened.', ({ sessions }) => Number(sessions ?? 0));
  total('gateway_messages_total', 'Messages stored.', ({ messages }) => Number(messages));
  total('gateway_runs_total', 'Agent turns that ended.', ({ runs }) => Number(runs ?? 0));
  total('gateway_model_requests_total', 'Model calls.', ({ requests }) => Number(requests ?? 0));
  total('gateway_tokens_total', 'Tokens of all model calls.', ({ tokens }) => Number(tokens ?? 0));
  total('gateway_billing_usd_total', 'What the model calls cost, in dollars.', ({ cost }) => usd(cost ?? '0'));
}
