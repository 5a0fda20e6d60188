import type { Database } from '../../platform/db/database.ts';
import { activeUsersIn, toolUsageIn, type UsageTotals, usageIn } from './usage-totals.store.ts';

/**
 * What a workspace used in the last days. Everything comes from rollups, so it costs as much for a million messages as for
 * ten. Sums of money travel as text: they may be larger than a double holds exactly.
 */
export const createUsageStatistics = (database: Database, totals: UsageTotals) => ({
  async read(workspaceId: string, days: number) {
    const { dates, params } = await totals.window(workspaceId, days);
    const [byDay, topAgents, topTools, users, sessions] = await Promise.all([
      database.all<{ day: string; sessions: number; prompt: number; completion: number; cost: string }>(
        `SELECT day, sum(sessions) AS sessions, sum(prompt_tokens + cached_tokens) AS prompt,
           sum(completion_tokens) AS completion, CAST(sum(cost_nano) AS TEXT) AS cost FROM ${usageIn} GROUP BY day`,
        params,
      ),
      // The workspace may not see the name of an agent that was granted to it.
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
    return {
      dates,
      byDay,
      topAgents,
      topTools,
      activeUsers: Number(users?.users ?? 0),
      activeSessions: Number(sessions?.active ?? 0),
    };
  },
});
