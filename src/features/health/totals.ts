import type { Clock } from '../../kernel/clock.ts';
import { usd } from '../../kernel/money.ts';
import type { Metrics, Sample } from '../../platform/metrics.ts';
import { keptFor } from './kept.ts';

const keptMs = 5_000;

/** Whole numbers as text. */
export type Totals = {
  sessions: string;
  messages: string;
  runs: string;
  requests: string;
  prompt_tokens: string;
  cached_tokens: string;
  completion_tokens: string;
  cost_nano: string;
};

/** What all tenants together have used, from the rollups: the same on every node and after a restart. */
export function measureTotals(metrics: Metrics, clock: Clock, read: () => Promise<Totals>): void {
  const current = keptFor(clock, keptMs, read);
  const total = (name: string, help: string, labelNames: string[], samples: (totals: Totals) => Sample[]) =>
    metrics.totals(name, help, labelNames, async () => {
      const totals = await current();
      return totals && samples(totals);
    });
  const one = (value: number | string): Sample[] => [{ value: Number(value) }];

  total('gateway_sessions_total', 'Conversations ever opened.', [], ({ sessions }) => one(sessions));
  total('gateway_messages_total', 'Messages of turns, of people, agents and tools.', [], ({ messages }) =>
    one(messages),
  );
  total('gateway_runs_total', 'Agent turns that came to an end.', [], ({ runs }) => one(runs));
  total('gateway_model_requests_total', 'Model calls.', [], ({ requests }) => one(requests));
  total('gateway_tokens_total', 'Tokens of all model calls, each in one kind only.', ['kind'], (totals) => [
    { labels: { kind: 'prompt' }, value: Number(totals.prompt_tokens) },
    { labels: { kind: 'cached' }, value: Number(totals.cached_tokens) },
    { labels: { kind: 'completion' }, value: Number(totals.completion_tokens) },
  ]);
  total('gateway_billing_usd_total', 'What all model calls cost, in dollars.', [], ({ cost_nano }) =>
    one(usd(cost_nano)),
  );
}
