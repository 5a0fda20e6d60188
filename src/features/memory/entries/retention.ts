import { type Clock, dayMs } from '../../../kernel/clock.ts';
import { policyIn } from '../policies/memory-policies.service.ts';
import type { MemoryPolicyRow, MemoryPolicyStore } from '../policies/memory-policies.store.ts';
import type { Tier } from './memory.ts';
import type { RetentionStore } from './retention.store.ts';

type Deps = { store: RetentionStore; policies: MemoryPolicyStore; clock: Clock };

/** The tiers with a retention time; promoted entries have none. */
const passing: readonly Tier[] = ['session', 'daily'];

/**
 * Deletes entries of agents bound to a memory policy once they are older than the policy allows. A policy applies only
 * in its own workspace: a workspace that grants an agent to another does not decide how long that workspace keeps
 * memory.
 */
export function createRetention({ store, policies, clock }: Deps) {
  async function enforce(row: MemoryPolicyRow): Promise<number> {
    const { retentionDays } = policyIn(row);
    if (retentionDays === null) return 0;
    const { workspace_id: workspaceId } = row;
    const agents = new Set(await policies.agentsBoundTo(workspaceId, row.id));
    if (agents.size === 0) return 0;
    const before = clock.now() - retentionDays * dayMs;
    let deleted = 0;
    for (let userId = await store.nextUser(workspaceId, ''); userId; userId = await store.nextUser(workspaceId, userId))
      for (const tier of passing) deleted += await store.deleteOlder({ workspaceId, userId }, { tier, agents, before });
    return deleted;
  }

  /** Returns how many entries were deleted. */
  return async function forgetOld(): Promise<number> {
    let deleted = 0;
    for (let rows = await policies.after(''); rows.length > 0; rows = await policies.after(rows.at(-1)?.id ?? ''))
      for (const row of rows) deleted += await enforce(row);
    return deleted;
  };
}
