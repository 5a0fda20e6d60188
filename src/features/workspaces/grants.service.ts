import type { Caller } from '../../http/authentication.ts';
import { type Page, type PageRequest, pageOf, pageSize, readCursor } from '../../http/pagination.ts';
import { type Clock, iso } from '../../kernel/clock.ts';
import { invalidField, notFound } from '../../kernel/errors.ts';
import { createHook } from '../../kernel/hooks.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { AuditLog } from '../audit/index.ts';
import type { CreateGrant, Grant, GrantReference } from './workspaces.schema.ts';
import type { GrantRow, WorkspaceStore } from './workspaces.store.ts';

type Deps = {
  store: WorkspaceStore;
  audit: AuditLog;
  clock: Clock;
};

const shown = ({ agent_id, workspace_id, knowledge, created_at }: GrantRow): Grant => ({
  agentId: agent_id,
  workspaceId: workspace_id,
  knowledge: knowledge === 1,
  createdAt: iso(created_at),
});

/** Read at every turn of the granted agent, never cached: a grant begins and ends at once. */
export function createGrantService({ store, audit, clock }: Deps) {
  /** Runs in the transaction that revokes the grant: things that use the agent in the other workspace end with it. */
  const onRevoked = createHook<[tx: Transaction, grant: GrantReference]>();

  const record = (tx: Transaction, { userId }: Caller, action: string, { agentId, workspaceId }: GrantReference) =>
    audit.append(tx, { userId, actor: userId, action, target: agentId, outcome: 'success', detail: { workspaceId } });

  return {
    onRevoked,

    async create(caller: Caller, grant: CreateGrant): Promise<Grant> {
      if (grant.workspaceId === caller.workspaceId)
        throw invalidField('workspaceId', 'is the workspace the agent belongs to');
      return store.transaction(async (tx) => {
        if (!(await store.ownsAgent(tx, caller.workspaceId, grant.agentId))) throw notFound(`Agent ${grant.agentId}`);
        if (!(await store.exists(tx, grant.workspaceId))) throw notFound(`Workspace ${grant.workspaceId}`);
        const row = await store.insertGrant(tx, grant, clock.now());
        await record(tx, caller, 'grant.create', grant);
        return shown(row);
      });
    },

    async delete(caller: Caller, grant: GrantReference): Promise<void> {
      await store.transaction(async (tx) => {
        if (!(await store.deleteGrant(tx, caller.workspaceId, grant.agentId, grant.workspaceId)))
          throw notFound('The grant');
        await onRevoked.run(tx, grant);
        await record(tx, caller, 'grant.delete', grant);
      });
    },

    async list(caller: Caller, { limit, cursor }: PageRequest): Promise<Page<Grant>> {
      const size = pageSize(limit);
      const rows = await store.grantsOf(caller.workspaceId, size + 1, readCursor(cursor));
      return pageOf(
        rows,
        size,
        ({ agent_id, workspace_id, created_at }) => ({ at: created_at, id: `${agent_id}-${workspace_id}` }),
        shown,
      );
    },
  };
}

export type GrantService = ReturnType<typeof createGrantService>;
