import type { Caller } from '../../http/authentication.ts';
import { type Page, type PageRequest, pageOf, pageSize, readCursor } from '../../http/pagination.ts';
import { type Clock, dayMs, iso } from '../../kernel/clock.ts';
import { AppError, invalidField } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { nanoFromUsd, usd } from '../../kernel/money.ts';
import type { Quotas } from '../../kernel/quotas.ts';
import type { SqlValue, Transaction } from '../../platform/db/database.ts';
import { wrongTarget } from '../../platform/models/connections/connection-rules.ts';
import { providerNames } from '../../platform/models/model.ts';
import { type AuditLog, changesOf } from '../audit/index.ts';
import { shownMember } from './members.service.ts';
import type {
  Restrictions,
  UpdateRestrictions,
  UpdateSettings,
  Workspace,
  WorkspaceDetails,
} from './workspaces.schema.ts';
import type { WorkspaceRow, WorkspaceStore } from './workspaces.store.ts';

type Deps = {
  store: WorkspaceStore;
  audit: AuditLog;
  clock: Clock;
  /** What a workspace can address; `useOperator` as if its setting said so. */
  reachable(
    workspaceId: string,
    useOperator?: boolean,
  ): Promise<{ connections: readonly string[]; names: readonly string[] }>;
  /** The operator's limit; null is none. */
  largestBudgetNano: number | null;
  /** How long the operator keeps sessions; null is for ever. */
  sessionsKeptMs: number | null;
  quotas: Quotas;
};

const list = (json: string | null) => (json === null ? null : (JSON.parse(json) as string[]));

const shownWorkspace = (row: WorkspaceRow): Workspace => ({
  id: row.id,
  name: row.name,
  personal: row.personal === 1,
  role: row.role,
  ...(row.pending_role ? { pendingRole: row.pending_role } : {}),
  settings: {
    defaultAgentId: row.default_agent_id,
    monthlyBudgetUsd: row.monthly_budget_nano === null ? null : usd(row.monthly_budget_nano),
    retentionDays: row.retention_days,
    useOperatorModels: row.use_operator_models === 1,
    fallbacks: list(row.fallbacks) ?? [],
  },
  restrictions: { allowedProviders: list(row.allowed_providers), allowedModels: list(row.allowed_models) },
  createdAt: iso(row.created_at),
});

const settingsOf = (row: WorkspaceRow | undefined) => (row ? { name: row.name, ...shownWorkspace(row).settings } : {});
const restrictionsIn = (row: WorkspaceRow | undefined) => (row ? shownWorkspace(row).restrictions : {});

/** `null`, `{restrictions: null}` and both fields null mean the same. */
function meant(update: UpdateRestrictions): Partial<Restrictions> {
  const nothing = { allowedProviders: null, allowedModels: null };
  if (update === null) return nothing;
  const { restrictions, ...plain } = update;
  return restrictions === undefined ? plain : { ...plain, ...(restrictions ?? nothing) };
}

export function createWorkspaceService(deps: Deps) {
  const { store, audit, clock, reachable, largestBudgetNano, sessionsKeptMs, quotas } = deps;

  /** Only for owners, because it deletes conversations of everyone in the workspace. */
  function requireRetention({ role }: Caller, days: number | null): void {
    if (role !== 'owner') throw new AppError('forbidden', 'Only an owner may change how long sessions are kept.');
    if (sessionsKeptMs !== null && (days ?? 0) * dayMs > sessionsKeptMs)
      throw invalidField('retentionDays', `the operator keeps sessions for ${sessionsKeptMs / dayMs} days`);
  }

  async function requireReachable(workspaceId: string, fallbacks: readonly string[], useOperator: boolean | undefined) {
    const { names } = await reachable(workspaceId, useOperator);
    for (const [index, target] of fallbacks.entries()) {
      const problem = wrongTarget(target, names);
      if (problem) throw invalidField(`fallbacks.${index}`, problem);
    }
  }

  async function found(caller: Pick<Caller, 'userId' | 'workspaceId'>): Promise<WorkspaceRow> {
    const row = await store.find(caller.workspaceId, caller.userId);
    if (!row) throw new AppError('forbidden', 'You are not a member of this workspace.');
    return row;
  }

  /** Records the changed fields with their values before and after; nothing if nothing changed. */
  async function record(
    tx: Transaction,
    { userId, workspaceId }: Caller,
    action: string,
    before: object,
    after: object,
  ) {
    const detail = changesOf({ ...before }, { ...after });
    if (Object.keys(detail.after).length > 0)
      await audit.append(tx, { userId, actor: userId, action, target: workspaceId, outcome: 'success', detail });
  }

  /** In the caller's transaction, for callers that create more than a workspace. */
  async function createIn(tx: Transaction, userId: string, name: string): Promise<Workspace> {
    quotas.require('workspacesPerPerson', await store.ownedUnderLock(tx, userId));
    const id = newId('ws', clock.now());
    await store.insert(tx, id, name.trim(), userId, clock.now());
    return shownWorkspace((await store.find(id, userId, tx)) as WorkspaceRow);
  }

  return {
    createIn,

    async setDefaultAgentIn(tx: Transaction, userId: string, workspaceId: string, agentId: string): Promise<Workspace> {
      await store.update(tx, workspaceId, { default_agent_id: agentId });
      return shownWorkspace((await store.find(workspaceId, userId, tx)) as WorkspaceRow);
    },

    restrictionsOf: async (caller: Caller) => shownWorkspace(await found(caller)).restrictions,

    create: (userId: string, name: string): Promise<Workspace> => store.transaction((tx) => createIn(tx, userId, name)),

    /** With a personal key, only the key's workspace. */
    async list(caller: Caller, { limit, cursor }: PageRequest): Promise<Page<Workspace>> {
      if (caller.key) return { data: [shownWorkspace(await found(caller))], nextCursor: null };
      const size = pageSize(limit);
      const rows = await store.listOf(caller.userId, size + 1, readCursor(cursor));
      return pageOf(rows, size, ({ created_at, id }) => ({ at: created_at, id }), shownWorkspace);
    },

    async get(caller: Caller): Promise<WorkspaceDetails> {
      const [row, members] = await Promise.all([found(caller), store.members(caller.workspaceId)]);
      return {
        ...shownWorkspace(row),
        members: members.map(({ user_id, email, role, pending_role, created_at }) =>
          shownMember({ id: user_id, email }, { role, pending: pending_role }, created_at),
        ),
      };
    },

    async updateSettings(
      caller: Caller,
      { name, defaultAgentId, monthlyBudgetUsd, retentionDays, useOperatorModels, fallbacks }: UpdateSettings,
    ): Promise<Workspace> {
      const { workspaceId, userId } = caller;
      if (largestBudgetNano !== null && nanoFromUsd(monthlyBudgetUsd ?? 0) > largestBudgetNano)
        throw invalidField('monthlyBudgetUsd', `the operator allows at most ${usd(largestBudgetNano)} USD a month`);
      if (retentionDays !== undefined) requireRetention(caller, retentionDays);
      if (fallbacks?.length) await requireReachable(workspaceId, fallbacks, useOperatorModels);
      await store.transaction(async (tx) => {
        if (defaultAgentId && !(await store.ownsAgent(tx, workspaceId, defaultAgentId)))
          throw invalidField('defaultAgentId', `there is no agent ${defaultAgentId} in this workspace`);
        const changes: Record<string, SqlValue> = {};
        if (name !== undefined) changes.name = name.trim();
        if (defaultAgentId !== undefined) changes.default_agent_id = defaultAgentId;
        if (monthlyBudgetUsd !== undefined)
          changes.monthly_budget_nano = monthlyBudgetUsd === null ? null : nanoFromUsd(monthlyBudgetUsd);
        if (retentionDays !== undefined) changes.retention_days = retentionDays;
        if (useOperatorModels !== undefined) changes.use_operator_models = useOperatorModels ? 1 : 0;
        if (fallbacks !== undefined) changes.fallbacks = fallbacks.length > 0 ? JSON.stringify(fallbacks) : null;
        // Locked from reading to writing, so that the audit log has the true values before and after.
        await store.lock(tx, workspaceId);
        const before = await store.find(workspaceId, userId, tx);
        await store.update(tx, workspaceId, changes);
        const after = await store.find(workspaceId, userId, tx);
        await record(tx, caller, 'workspace.settings', settingsOf(before), settingsOf(after));
      });
      return shownWorkspace(await found(caller));
    },

    async updateRestrictions(caller: Caller, update: UpdateRestrictions): Promise<Workspace> {
      const { workspaceId, userId } = caller;
      const { allowedProviders, allowedModels } = meant(update);
      // Also those of the operator that it does not use now, or that are not set up.
      const known = allowedProviders ? (await reachable(workspaceId, true)).connections : [];
      const knownProviders = [...new Set([...providerNames, ...known])];
      const unknown = allowedProviders?.findIndex((provider) => !knownProviders.includes(provider)) ?? -1;
      if (unknown >= 0)
        throw invalidField(
          `allowedProviders.${unknown}`,
          `there is no provider "${allowedProviders?.[unknown]}"; there are ${knownProviders.join(', ')}`,
        );
      const json = (names: string[] | null) => (names === null ? null : JSON.stringify(names));
      await store.transaction(async (tx) => {
        const changes: Record<string, SqlValue> = {};
        if (allowedProviders !== undefined) changes.allowed_providers = json(allowedProviders);
        if (allowedModels !== undefined) changes.allowed_models = json(allowedModels);
        await store.lock(tx, workspaceId);
        const before = await store.find(workspaceId, userId, tx);
        await store.update(tx, workspaceId, changes);
        const after = await store.find(workspaceId, userId, tx);
        await record(tx, caller, 'workspace.restrictions', restrictionsIn(before), restrictionsIn(after));
      });
      return shownWorkspace(await found(caller));
    },
  };
}

export type WorkspaceService = ReturnType<typeof createWorkspaceService>;
