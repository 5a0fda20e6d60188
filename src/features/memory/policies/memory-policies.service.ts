import type { Caller } from '../../../http/authentication.ts';
import { type Page, type PageRequest, pageOf, pageSize, readCursor } from '../../../http/pagination.ts';
import { type Clock, iso } from '../../../kernel/clock.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { createHook } from '../../../kernel/hooks.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Quotas } from '../../../kernel/quotas.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { type AuditLog, changesOf } from '../../audit/index.ts';
import { type MemoryPolicy, standardPolicy, strictestPolicy } from '../entries/memory.ts';
import type { CreateMemoryProfile, MemoryProfile, UpdateMemoryProfile } from './memory-policies.schema.ts';
import type { MemoryPolicyRow, MemoryPolicyStore } from './memory-policies.store.ts';

type Deps = {
  store: MemoryPolicyStore;
  audit: AuditLog;
  quotas: Quotas;
  clock: Clock;
};

/** Takes the fields by name, so that nothing else in the body becomes part of a policy. */
const merged = (before: MemoryPolicy, change: CreateMemoryProfile | UpdateMemoryProfile): MemoryPolicy => ({
  tiers: change.tiers ?? before.tiers,
  recallLimit: change.recallLimit ?? before.recallLimit,
  autoCapture: change.autoCapture ?? before.autoCapture,
  propagate: change.propagate ?? before.propagate,
  retentionDays: change.retentionDays === undefined ? before.retentionDays : change.retentionDays,
});

export const policyIn = ({ body }: Pick<MemoryPolicyRow, 'body'>): MemoryPolicy =>
  merged(standardPolicy, JSON.parse(body) as UpdateMemoryProfile);

function shown(row: MemoryPolicyRow): MemoryProfile {
  const policy = policyIn(row);
  return {
    id: row.id,
    name: row.name,
    ...policy,
    tiers: [...policy.tiers],
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  };
}

export function createMemoryPolicyService({ store, audit, quotas, clock }: Deps) {
  /** Runs in the transaction that changes a policy. */
  const onChanged =
    createHook<[tx: Transaction, workspaceId: string, id: string, policy: MemoryPolicy, changedBy: string]>();

  const record = (
    tx: Transaction,
    { userId, workspaceId }: Caller,
    action: string,
    target: string,
    more: object = {},
  ) =>
    audit.append(tx, { userId, actor: userId, action, target, outcome: 'success', detail: { workspaceId, ...more } });

  return {
    onChanged,

    async create(caller: Caller, input: CreateMemoryProfile): Promise<MemoryProfile> {
      const { workspaceId } = caller;
      const now = clock.now();
      const row: MemoryPolicyRow = {
        id: newId('mpr', now),
        workspace_id: workspaceId,
        name: input.name.trim(),
        body: JSON.stringify(merged(standardPolicy, input)),
        created_at: now,
        updated_at: now,
      };
      await store.transaction(async (tx) => {
        quotas.require('memoryProfiles', await store.countUnderLock(tx, workspaceId));
        await store.insert(tx, row);
        await record(tx, caller, 'memory_profile.create', row.id);
      });
      return shown(row);
    },

    async list({ workspaceId }: Caller, { limit, cursor }: PageRequest): Promise<Page<MemoryProfile>> {
      const size = pageSize(limit);
      const rows = await store.page(workspaceId, size + 1, readCursor(cursor));
      return pageOf(rows, size, ({ created_at, id }) => ({ at: created_at, id }), shown);
    },

    async get({ workspaceId }: Caller, id: string): Promise<MemoryProfile> {
      const row = await store.find(workspaceId, id);
      if (!row) throw notFound(`Memory profile ${id}`);
      return shown(row);
    },

    async update(caller: Caller, id: string, change: UpdateMemoryProfile): Promise<MemoryProfile> {
      const { workspaceId, userId } = caller;
      return store.transaction(async (tx) => {
        const before = await store.findUnderLock(tx, workspaceId, id);
        if (!before) throw notFound(`Memory profile ${id}`);
        const after = {
          ...before,
          name: change.name?.trim() ?? before.name,
          body: JSON.stringify(merged(policyIn(before), change)),
          updated_at: clock.now(),
        };
        await store.update(tx, after);
        const [earlier, policy] = [policyIn(before), policyIn(after)];
        if (JSON.stringify(earlier) !== JSON.stringify(policy))
          await onChanged.run(tx, workspaceId, id, policy, userId);
        await record(tx, caller, 'memory_profile.update', id, changesOf(earlier, policy));
        return shown(after);
      });
    },

    /** Refused while agents are bound to it. */
    async delete(caller: Caller, id: string): Promise<void> {
      const { workspaceId } = caller;
      await store.transaction(async (tx) => {
        if (!(await store.findUnderLock(tx, workspaceId, id))) throw notFound(`Memory profile ${id}`);
        const agentIds = await store.agentsBoundTo(workspaceId, id, tx);
        if (agentIds.length > 0)
          throw new AppError('conflict', 'Agents are bound to this memory profile. Bind them to another one first.', {
            extra: { agentIds },
          });
        await store.delete(tx, workspaceId, id);
        await record(tx, caller, 'memory_profile.delete', id);
      });
    },

    knows: async (workspaceId: string, id: string): Promise<boolean> =>
      (await store.find(workspaceId, id)) !== undefined,

    /**
     * `workspaceId` is the agent's own workspace, which may not be the one it works in. Reads one row by key; without
     * an id, none.
     */
    async policyOf(workspaceId: string, memoryProfileId: string | null): Promise<MemoryPolicy> {
      if (memoryProfileId === null) return standardPolicy;
      const row = await store.find(workspaceId, memoryProfileId);
      return row ? policyIn(row) : strictestPolicy;
    },
  };
}

export type MemoryPolicyService = ReturnType<typeof createMemoryPolicyService>;
