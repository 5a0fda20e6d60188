import { type Clock, dayMs } from '../../../kernel/clock.ts';
import type { Person } from '../../../kernel/person.ts';
import type { Database } from '../../../platform/db/database.ts';
import { lockPerson } from '../capture/duplicates.ts';
import { policyIn } from '../policies/memory-policies.service.ts';
import type { MemoryPolicyRow, MemoryPolicyStore } from '../policies/memory-policies.store.ts';
import type { Tier } from './memory.ts';

type Deps = { database: Database; policies: MemoryPolicyStore; clock: Clock };

const portion = 500;
/** What was promoted is meant to last. */
const passing: readonly Tier[] = ['session', 'daily'];

/**
 * Deletes entries of agents bound to a memory policy once they are older than the policy allows. A policy counts in its
 * own workspace only: a workspace that grants an agent to another decides nothing about what is remembered there.
 */
export function createRetention({ database, policies, clock }: Deps) {
  const nextUser = (workspaceId: string, after: string) =>
    database.get<{ user_id: string }>(
      'SELECT user_id FROM memory_entries WHERE workspace_id = $1 AND user_id > $2 ORDER BY user_id LIMIT 1',
      [workspaceId, after],
    );

  /** A portion at a time, by an index that has the oldest first, so that no one waits for long. */
  async function sweep({ workspaceId, userId }: Person, tier: Tier, agents: ReadonlySet<string>, before: number) {
    let [at, id] = [0, ''];
    let deleted = 0;
    for (;;) {
      const rows = await database.all<{ id: string; agent: string | null; created_at: number }>(
        `SELECT id, source_agent_id AS agent, created_at FROM memory_entries
         WHERE workspace_id = $1 AND user_id = $2 AND tier = $3 AND (created_at, id) > ($4, $5) AND created_at < $6
         ORDER BY created_at, id LIMIT ${portion}`,
        [workspaceId, userId, tier, at, id, before],
      );
      const due = rows.filter(({ agent }) => agent !== null && agents.has(agent));
      if (due.length > 0)
        await database.transaction(async (tx) => {
          await lockPerson(tx, { workspaceId, userId });
          for (const entry of due)
            await tx.run('DELETE FROM memory_entries WHERE workspace_id = $1 AND user_id = $2 AND id = $3', [
              workspaceId,
              userId,
              entry.id,
            ]);
        });
      deleted += due.length;
      const last = rows.at(-1);
      if (!last || rows.length < portion) return deleted;
      [at, id] = [last.created_at, last.id];
    }
  }

  async function enforce(row: MemoryPolicyRow): Promise<number> {
    const { retentionDays } = policyIn(row);
    if (retentionDays === null) return 0;
    const { workspace_id: workspaceId } = row;
    const agents = new Set(await policies.agentsBoundTo(database, workspaceId, row.id));
    if (agents.size === 0) return 0;
    const before = clock.now() - retentionDays * dayMs;
    let deleted = 0;
    for (let user = await nextUser(workspaceId, ''); user; user = await nextUser(workspaceId, user.user_id))
      for (const tier of passing) deleted += await sweep({ workspaceId, userId: user.user_id }, tier, agents, before);
    return deleted;
  }

  /** How many entries went. */
  return async function forgetOld(): Promise<number> {
    let deleted = 0;
    for (let rows = await policies.after(''); rows.length > 0; rows = await policies.after(rows.at(-1)?.id ?? ''))
      for (const row of rows) deleted += await enforce(row);
    return deleted;
  };
}
