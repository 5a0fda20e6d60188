import type { Caller } from '../../http/authentication.ts';
import { type Page, type PageRequest, pageOf, pageSize, readCursor } from '../../http/pagination.ts';
import { type Clock, iso } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Quotas } from '../../kernel/quotas.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { AuditLog } from '../audit/index.ts';
import { checkChange, mergeBody, type References, withProvider } from './agent-rules.ts';
import type { Agent, AgentBody, CreateAgent, UpdateAgent } from './agents.schema.ts';
import type { AgentRow, AgentStore } from './agents.store.ts';
import type { AgentVersion, AgentVersionDetails } from './versions/agent-versions.schema.ts';
import type { AgentVersionRow, AgentVersionStore } from './versions/agent-versions.store.ts';
import type { AgentVersions } from './versions/agent-versions.ts';
import { changedFields, type Definitions, type OwnDefinitions } from './versions/definitions.ts';

type Deps = {
  store: AgentStore;
  versionStore: Pick<AgentVersionStore, 'page' | 'find'>;
  versions: AgentVersions;
  references: References;
  audit: AuditLog;
  clock: Clock;
  quotas: Quotas;
};
/** What is written for a new agent: its configuration and the definitions it refers to. */
type Prepared = { body: AgentBody; own: OwnDefinitions };
type Author = { userId: string; workspaceId: string };

const shown = (row: AgentRow): Agent => ({
  ...(JSON.parse(row.body) as AgentBody),
  id: row.id,
  workspaceId: row.workspace_id,
  version: row.version,
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
});

const shownVersion = (row: AgentVersionRow): AgentVersion => ({
  version: row.version,
  digest: row.digest ?? '',
  changes: JSON.parse(row.changes) as string[],
  changedBy: row.changed_by,
  createdAt: iso(row.created_at),
});

export function createAgentService({ store, versionStore, versions, references, audit, clock, quotas }: Deps) {
  async function found({ workspaceId }: Pick<Caller, 'workspaceId'>, id: string): Promise<AgentRow> {
    const row = await store.find(workspaceId, id);
    if (!row) throw notFound(`Agent ${id}`);
    return row;
  }

  /**
   * The last statement of a transaction, as the audit log requires. It names the fields that changed, not their values.
   */
  const record = (
    tx: Transaction,
    { userId, workspaceId }: Author,
    action: string,
    target: string,
    more: object = {},
  ) =>
    audit.append(tx, { userId, actor: userId, action, target, outcome: 'success', detail: { workspaceId, ...more } });

  /** Checks what a new agent would refer to; `at` is the path of its fields in the request. */
  async function prepare(workspaceId: string, given: CreateAgent, at?: string): Promise<Prepared> {
    const { names } = await references.reachable(workspaceId);
    const input = withProvider(given, names, at);
    const body = mergeBody(undefined, input);
    await checkChange(workspaceId, input, body, references, names, at);
    return { body, own: await versions.describe(workspaceId, body) };
  }

  async function insertIn(tx: Transaction, author: Author, { body, own }: Prepared): Promise<Agent> {
    const { userId, workspaceId } = author;
    const now = clock.now();
    const row = {
      id: newId('agt', clock.now()),
      workspace_id: workspaceId,
      name: body.name,
      version: 1,
      body: JSON.stringify(body),
      created_at: now,
      updated_at: now,
    };
    quotas.require('agents', await store.countUnderLock(tx, workspaceId));
    await store.insert(tx, row);
    await versions.record(tx, { id: row.id, workspaceId, version: 1, json: row.body, changes: [] }, own, userId);
    await record(tx, author, 'agent.create', row.id, { version: 1 });
    return shown(row);
  }

  /** False when another change was committed in between. */
  async function replaced(caller: Caller, before: AgentRow, changed: AgentRow, next: AgentBody): Promise<boolean> {
    const { userId, workspaceId } = caller;
    const changes = changedFields(JSON.parse(before.body) as AgentBody, next);
    const own = await versions.describe(workspaceId, next);
    return store.transaction(async (tx) => {
      await store.lockWorkspace(tx, workspaceId);
      if (!(await store.replace(tx, changed))) return false;
      const { id, version, body: json } = changed;
      await versions.record(tx, { id, workspaceId, version, json, changes }, own, userId);
      await record(tx, caller, 'agent.update', id, { version, changes });
      return true;
    });
  }

  return {
    prepare,
    insertIn,

    async create(caller: Caller, input: CreateAgent): Promise<Agent> {
      const prepared = await prepare(caller.workspaceId, input);
      return store.transaction((tx) => insertIn(tx, caller, prepared));
    },

    async get(caller: Caller, id: string): Promise<Agent> {
      return shown(await found(caller, id));
    },

    async list({ workspaceId }: Caller, { limit, cursor }: PageRequest): Promise<Page<Agent>> {
      const size = pageSize(limit);
      const rows = await store.list(workspaceId, size + 1, readCursor(cursor));
      return pageOf(rows, size, ({ created_at, id }) => ({ at: created_at, id }), shown);
    },

    /**
     * Takes any subset of the fields. The version is counted up only if something is different. References are looked
     * up outside the transaction; if another change was committed in between, both are merged and checked again.
     */
    async update(caller: Caller, id: string, given: UpdateAgent): Promise<Agent> {
      const { workspaceId } = caller;
      const { names } = await references.reachable(workspaceId);
      const change = withProvider(given, names);
      for (;;) {
        const row = await found(caller, id);
        const next = mergeBody(JSON.parse(row.body) as AgentBody, change);
        await checkChange(workspaceId, change, next, references, names);
        const body = JSON.stringify(next);
        if (body === row.body) return shown(row);
        const changed = { ...row, name: next.name, body, version: row.version + 1, updated_at: clock.now() };
        if (await replaced(caller, row, changed, next)) return shown(changed);
      }
    },

    async delete(caller: Caller, id: string): Promise<void> {
      await store.transaction(async (tx) => {
        if (!(await store.delete(tx, caller.workspaceId, id))) throw notFound(`Agent ${id}`);
        await record(tx, caller, 'agent.delete', id);
      });
    },

    /** Newest first. */
    async listVersions(caller: Caller, id: string, { limit, cursor }: PageRequest): Promise<Page<AgentVersion>> {
      await found(caller, id);
      await versions.bringUpToDate(id);
      const size = pageSize(limit);
      const rows = await versionStore.page(id, size + 1, readCursor(cursor));
      return pageOf(rows, size, ({ version, agent_id }) => ({ at: version, id: agent_id }), shownVersion);
    },

    async getVersion(caller: Caller, id: string, version: number): Promise<AgentVersionDetails> {
      await found(caller, id);
      await versions.bringUpToDate(id);
      const row = await versionStore.find(id, version);
      if (!row) throw notFound(`Version ${version} of agent ${id}`);
      const { tools, memory, agents } = JSON.parse(row.definitions ?? 'null') as Definitions;
      return {
        ...shownVersion(row),
        configuration: JSON.parse(row.body) as AgentBody,
        definitions: { tools, memory, agents },
      };
    },
  };
}

export type AgentService = ReturnType<typeof createAgentService>;
