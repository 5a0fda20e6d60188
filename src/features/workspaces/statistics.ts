import type { Clock } from '../../kernel/clock.ts';
import { usd } from '../../kernel/money.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Statistics } from './workspaces.schema.ts';

const dayMs = 86_400_000;
const dayOf = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);

type Sums = { sessions: number; prompt: number; completion: number; cost: string };

/**
 * Everything comes from the daily rollups, so it costs as much for a million messages as for ten. Days are UTC; today
 * is the last of them. Sums of money travel as text: they may be larger than a double holds exactly.
 */
export function createStatistics(database: Database, clock: Clock) {
  const sums = `sum(sessions) AS sessions, sum(prompt_tokens + cached_tokens) AS prompt, sum(completion_tokens) AS completion,
    CAST(sum(cost_nano) AS TEXT) AS cost`;

  return async (workspaceId: string, days: number): Promise<Statistics> => {
    const today = clock.now();
    const since = dayOf(today - (days - 1) * dayMs);
    const scope = [workspaceId, since];
    const [byDay, topAgents, topTools, users, active] = await Promise.all([
      database.all<Sums & { day: string }>(
        `SELECT day, ${sums} FROM usage_daily WHERE workspace_id = $1 AND day >= $2 GROUP BY day`,
        scope,
      ),
      database.all<{ agent_id: string; name: string | null; runs: number; cost: string }>(
        `SELECT t.agent_id, a.name, t.runs, t.cost FROM (
           SELECT agent_id, sum(requests) AS runs, CAST(sum(cost_nano) AS TEXT) AS cost FROM usage_daily
           WHERE workspace_id = $1 AND day >= $2 GROUP BY agent_id ORDER BY sum(requests) DESC, agent_id LIMIT 5) t
         LEFT JOIN agents a ON a.id = t.agent_id ORDER BY t.runs DESC, t.agent_id`,
        scope,
      ),
      database.all<{ tool: string; calls: number }>(
        `SELECT tool, sum(calls) AS calls FROM tool_usage_daily WHERE workspace_id = $1 AND day >= $2
         GROUP BY tool ORDER BY sum(calls) DESC, tool LIMIT 5`,
        scope,
      ),
      database.get<{ users: number }>(
        'SELECT count(DISTINCT user_id) AS users FROM usage_daily WHERE workspace_id = $1 AND day >= $2',
        scope,
      ),
      database.get<{ active: number }>(
        "SELECT count(*) AS active FROM sessions WHERE workspace_id = $1 AND status = 'active'",
        [workspaceId],
      ),
    ]);

    const rows = new Map(byDay.map((row) => [row.day, row]));
    const total = { sessions: 0, prompt: 0, completion: 0, cost: 0n };
    const daily = Array.from({ length: days }, (_, index) => {
      const date = dayOf(today - (days - 1 - index) * dayMs);
      const row = rows.get(date);
      const [sessions, prompt, completion] = [
        Number(row?.sessions ?? 0),
        Number(row?.prompt ?? 0),
        Number(row?.completion ?? 0),
      ];
      total.sessions += sessions;
      total.prompt += prompt;
      total.completion += completion;
      total.cost += BigInt(row?.cost ?? 0);
      return { date, sessions, tokens: prompt + completion, costUsd: usd(row?.cost ?? 0) };
    });
    return {
      days,
      sessions: { total: total.sessions, active: Number(active?.active ?? 0) },
      tokens: { prompt: total.prompt, completion: total.completion, total: total.prompt + total.completion },
      costUsd: usd(total.cost),
      topAgents: topAgents.map(({ agent_id, name, runs, cost }) => ({
        agentId: agent_id,
        name,
        runs: Number(runs),
        costUsd: usd(cost),
      })),
      topTools: topTools.map(({ tool, calls }) => ({ tool, calls: Number(calls) })),
      activeUsers: Number(users?.users ?? 0),
      daily,
    };
  };
}
