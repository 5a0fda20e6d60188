import type { Database } from '../../platform/db/database.ts';
import { byCost, type Usage, type UsageRow, usageOf } from './usage-figures.ts';
import { type UsageTotals, usageIn, userUsageIn } from './usage-totals.store.ts';

type Range = Awaited<ReturnType<UsageTotals['range']>>;

const text = (column: string, name: string) => `CAST(sum(${column}) AS TEXT) AS ${name}`;
const sums = [
  text('requests', 'requests'),
  text('unpriced', 'unpriced'),
  text('estimated', 'estimated'),
  text('prompt_tokens', 'prompt'),
  text('cached_tokens', 'cached'),
  text('completion_tokens', 'completion'),
  text('cost_nano', 'cost'),
].join(', ');

const by = (key: string, source: string) =>
  `SELECT ${key} AS key, ${sums} FROM ${source} GROUP BY ${key} HAVING sum(requests) > 0`;

const queries = {
  day: by('day', usageIn),
  agent: by('agent_id', usageIn),
  model: by("provider || '/' || model", usageIn),
  user: by('user_id', userUsageIn),
  // The days of a key are few enough to be added up as they are.
  key: by('key_id', '(SELECT * FROM key_usage_daily WHERE workspace_id = $1 AND day > $2 AND day <= $3) AS usage'),
};

/** Reads rollups only: reading a year takes the same time for any number of model calls. */
export function createCostStore(database: Database) {
  return {
    grouped: async (grouping: keyof typeof queries, range: Range): Promise<Usage[]> =>
      (
        await database.all<UsageRow>(queries[grouping], grouping === 'key' ? [range[0], range[1], range[4]] : range)
      ).map(usageOf),

    /** The names of the workspace's own agents. It may not see the name of an agent that was granted to it. */
    agentNames: async (workspaceId: string): Promise<Map<string, string>> => {
      const rows = await database.all<{ id: string; name: string }>(
        'SELECT id, name FROM agents WHERE workspace_id = $1',
        [workspaceId],
      );
      return new Map(rows.map(({ id, name }) => [id, name]));
    },

    /** Revoked ones too. */
    keys: async (workspaceId: string): Promise<{ id: string; name: string; userId: string }[]> =>
      database.all('SELECT id, name, user_id AS "userId" FROM personal_keys WHERE workspace_id = $1', [workspaceId]),

    emails: async (workspaceId: string): Promise<Map<string, string>> => {
      const rows = await database.all<{ id: string; email: string }>(
        'SELECT u.id, u.email FROM workspace_members m JOIN users u ON u.id = m.user_id WHERE m.workspace_id = $1',
        [workspaceId],
      );
      return new Map(rows.map(({ id, email }) => [id, email]));
    },

    /** All usage of one person in all workspaces, by model. */
    ofUser: async (userId: string): Promise<Usage[]> => {
      const rows = await database.all<UsageRow>(
        `SELECT provider || '/' || model AS key, ${sums} FROM usage_days WHERE user_id = $1
         GROUP BY provider || '/' || model HAVING sum(requests) > 0`,
        [userId],
      );
      return rows.map(usageOf).sort(byCost);
    },
  };
}

export type CostStore = ReturnType<typeof createCostStore>;
