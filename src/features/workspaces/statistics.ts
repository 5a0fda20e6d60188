import type { Clock } from '../../kernel/clock.ts';
import { usd } from '../../kernel/money.ts';
import type { Database } from '../../platform/db/database.ts';
import { activeUsersIn, createUsageTotals, toolUsageIn, usageIn } from './usage-totals.ts';
import type { Statistics } from './workspaces.schema.ts';

/**
 * Everything comes from rollups, so it costs as much for a million messages as for ten. Sums of money travel as text:
 * they may be larger than a double holds exactly.
 */
export function createStatistics(database: Database, clock: Clock) {
  const totals = createUsageTotals(database, clock);

  async function of(workspaceId: string, days: number): Promise<Statistics> {
    const { dates, params } = await totals.window(workspaceId, days);
    const [byDay, topAgents, topTools, users, active] = await Promise.all([
      database.all<{ day: string; sessions: number; prompt: number; completion: number; cost: string }>(
        `SELECT day, sum(sessions) AS sessions, sum(prompt_tokens + cached_tokens) AS prompt,
           sum(completion_tokens) AS completion, CAST(sum(cost_nano) AS TEXT) AS cost FROM ${usageIn} GROUP BY day`,
        params,
      ),
      // The name of an agent that was granted to the workspace is not the workspace's to see.
      database.all<{ agent_id: string; name: string | null; runs: number; cost: string }>(
        `SELECT t.agent_id, a.name, t.runs, t.cost FROM (
           SELECT agent_id, sum(runs) AS runs, CAST(sum(cost_nano) AS TEXT) AS cost FROM ${usageIn}
           WHERE agent_id <> '' GROUP BY agent_id ORDER BY sum(runs) DESC, agent_id LIMIT 5) t
         LEFT JOIN agents a ON a.id = t.agent_id AND a.workspace_id = $1 ORDER BY t.runs DESC, t.agent_id`,
        params,
      ),
      database.all<{ tool: string; calls: number }>(
        `SELECT tool, sum(calls) AS calls FROM ${toolUsageIn} GROUP BY tool ORDER BY sum(calls) DESC, tool LIMIT 5`,
        params,
      ),
      database.get<{ users: number }>(`SELECT count(*) AS users FROM ${activeUsersIn}`, params),
      database.get<{ active: number }>(
        "SELECT count(*) AS active FROM sessions WHERE workspace_id = $1 AND status = 'active'",
        [workspaceId],
      ),
    ]);

    const rows = new Map(byDay.map((row) => [row.day, row]));
    const total = { sessions: 0, prompt: 0, completion: 0, cost: 0n };
    const daily = dates.map((date) => {
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
  }

  return { of, foldAll: totals.foldAll };
}
