import type { Caller } from '../../http/authentication.ts';
import { type Page, type PageRequest, pageOf, pageSize, readCursor } from '../../http/pagination.ts';
import { type Clock, iso } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { checkChange, mergeBody, type References } from './agent-rules.ts';
import type { Agent, AgentBody, CreateAgent, UpdateAgent } from './agents.schema.ts';
import type { AgentRow, AgentStore } from './agents.store.ts';

type Deps = { store: AgentStore; references: References; clock: Clock };

const shown = (row: AgentRow): Agent => ({
  ...(JSON.parse(row.body) as AgentBody),
  id: row.id,
  workspaceId: row.workspace_id,
  version: row.version,
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
});

export function createAgentService({ store, references, clock }: Deps) {
  async function found({ workspaceId }: Pick<Caller, 'workspaceId'>, id: string): Promise<AgentRow> {
    const row = await store.find(workspaceId, id);
    if (!row) throw notFound(`Agent ${id}`);
    return row;
  }

  /** Checks what a new agent would refer to; `at` is the path of its fields in the request. */
  async function prepare(workspaceId: string, input: CreateAgent, at?: string): Promise<AgentBody> {
    const body = mergeBody(undefined, input);
    await checkChange(workspaceId, input, body, references, at);
    return body;
  }

  async function insertIn(tx: Transaction, workspaceId: string, body: AgentBody): Promise<Agent> {
    const now = clock.now();
    const row = {
      id: newId('agt'),
      workspace_id: workspaceId,
      name: body.name,
      version: 1,
      body: JSON.stringify(body),
      created_at: now,
      updated_at: now,
    };
    await store.insert(tx, row);
    return shown(row);
  }

  return {
    prepare,
    insertIn,

    async create({ workspaceId }: Caller, input: CreateAgent): Promise<Agent> {
      const body = await prepare(workspaceId, input);
      return store.transaction((tx) => insertIn(tx, workspaceId, body));
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
     * Any subset; a change adds one to the version, a change to what it was before adds nothing. References are looked
     * up outside the transaction, so what is written is what was checked: if someone else's change came in between,
     * both are merged and checked anew.
     */
    async update(caller: Caller, id: string, change: UpdateAgent): Promise<Agent> {
      const { workspaceId } = caller;
      for (;;) {
        const row = await found(caller, id);
        const next = mergeBody(JSON.parse(row.body) as AgentBody, change);
        await checkChange(workspaceId, change, next, references);
        const body = JSON.stringify(next);
        if (body === row.body) return shown(row);
        const changed = { ...row, name: next.name, body, version: row.version + 1, updated_at: clock.now() };
        if (await store.transaction((tx) => store.replace(tx, changed))) return shown(changed);
      }
    },

    async delete({ workspaceId }: Caller, id: string): Promise<void> {
      await store.transaction(async (tx) => {
        if (!(await store.delete(tx, workspaceId, id))) throw notFound(`Agent ${id}`);
      });
    },
  };
}

export type AgentService = ReturnType<typeof createAgentService>;
