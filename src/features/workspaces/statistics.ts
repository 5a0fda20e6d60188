import { usd } from '../../kernel/money.ts';
import type { Statistics } from './workspaces.schema.ts';

/** The usage of a workspace by day; sums of money are strings. */
type ReadUsage = (
  workspaceId: string,
  days: number,
) => Promise<{
  dates: readonly string[];
  byDay: readonly { day: string; sessions: number; prompt: number; completion: number; cost: string }[];
  topAgents: readonly { agent_id: string; name: string | null; runs: number; cost: string }[];
  topTools: readonly { tool: string; calls: number }[];
  activeUsers: number;
  activeSessions: number;
}>;

export function createStatistics({ read }: { read: ReadUsage }) {
  return {
    async of(workspaceId: string, days: number): Promise<Statistics> {
      const { dates, byDay, topAgents, topTools, activeUsers, activeSessions } = await read(workspaceId, days);
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
        sessions: { total: total.sessions, active: activeSessions },
        tokens: { prompt: total.prompt, completion: total.completion, total: total.prompt + total.completion },
        costUsd: usd(total.cost),
        topAgents: topAgents.map(({ agent_id, name, runs, cost }) => ({
          agentId: agent_id,
          name,
          runs: Number(runs),
          costUsd: usd(cost),
        })),
        topTools: topTools.map(({ tool, calls }) => ({ tool, calls: Number(calls) })),
        activeUsers,
        daily,
      };
    },
  };
}
