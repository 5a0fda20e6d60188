import type { Caller } from '../../../http/authentication.ts';
import { type Page, type PageRequest, pageOf, pageSize, readCursor } from '../../../http/pagination.ts';
import { type Clock, iso } from '../../../kernel/clock.ts';
import { AppError, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Quotas } from '../../../kernel/quotas.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { type AuditLog, changesOf } from '../../audit/index.ts';
import type { DocumentStore } from '../documents/documents.store.ts';
import type { Collection, CreateCollection, UpdateCollection } from './collections.schema.ts';
import type { CollectionRow, CollectionStore, CollectionWithCounts } from './collections.store.ts';

type Deps = {
  store: CollectionStore;
  documents: Pick<DocumentStore, 'hideAll'>;
  /** There is something to delete. */
  wake(): void;
  audit: AuditLog;
  quotas: Quotas;
  clock: Clock;
};

const shown = (row: CollectionWithCounts): Collection => ({
  id: row.id,
  name: row.name,
  description: row.description,
  documents: Number(row.documents),
  passages: Number(row.passages),
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
});

export const missingCollection = (id: string) => notFound(`Collection ${id}`);

export function createCollectionService({ store, documents, wake, audit, quotas, clock }: Deps) {
  const record = (tx: Transaction, { userId, workspaceId }: Caller, action: string, target: string, more = {}) =>
    audit.append(tx, { userId, actor: userId, action, target, outcome: 'success', detail: { workspaceId, ...more } });

  async function found(workspaceId: string, id: string): Promise<Collection> {
    const row = await store.find(workspaceId, id);
    if (!row) throw missingCollection(id);
    return shown(row);
  }

  return {
    async create(caller: Caller, { name, description = '' }: CreateCollection): Promise<Collection> {
      const { workspaceId } = caller;
      const now = clock.now();
      const row: CollectionRow = {
        id: newId('kno', now),
        workspace_id: workspaceId,
        name: name.trim(),
        description,
        created_at: now,
        updated_at: now,
      };
      await store.transaction(async (tx) => {
        quotas.require('collections', await store.countUnderLock(tx, workspaceId));
        await store.insert(tx, row);
        await record(tx, caller, 'knowledge.create', row.id);
      });
      return shown({ ...row, documents: 0, passages: 0 });
    },

    async list({ workspaceId }: Caller, { limit, cursor }: PageRequest): Promise<Page<Collection>> {
      const size = pageSize(limit);
      const rows = await store.page(workspaceId, size + 1, readCursor(cursor));
      return pageOf(rows, size, ({ created_at, id }) => ({ at: created_at, id }), shown);
    },

    get: ({ workspaceId }: Caller, id: string): Promise<Collection> => found(workspaceId, id),

    async update(caller: Caller, id: string, change: UpdateCollection): Promise<Collection> {
      const { workspaceId } = caller;
      await store.transaction(async (tx) => {
        const before = await store.findUnderLock(tx, workspaceId, id);
        if (!before) throw missingCollection(id);
        const after = {
          ...before,
          name: change.name?.trim() ?? before.name,
          description: change.description ?? before.description,
          updated_at: clock.now(),
        };
        await store.update(tx, after);
        const [was, is] = [before, after].map((row) => ({ name: row.name, description: row.description }));
        await record(tx, caller, 'knowledge.update', id, changesOf(was ?? {}, is ?? {}));
      });
      return found(workspaceId, id);
    },

    /** Refused while agents name it. It is not found from then on; its rows are deleted in the background. */
    async delete(caller: Caller, id: string): Promise<void> {
      const { workspaceId } = caller;
      const now = clock.now();
      await store.transaction(async (tx) => {
        if (!(await store.findUnderLock(tx, workspaceId, id))) throw missingCollection(id);
        const agentIds = await store.agentsNaming(tx, workspaceId, id);
        if (agentIds.length > 0)
          throw new AppError(
            'conflict',
            'Agents answer from this collection. Take it out of their `knowledge` first.',
            {
              extra: { agentIds },
            },
          );
        await store.hide(tx, workspaceId, id, now);
        await documents.hideAll(tx, workspaceId, id, now);
        await store.deleteEmpty(tx, id);
        await record(tx, caller, 'knowledge.delete', id);
        tx.afterCommit(wake);
      });
    },

    knows: store.exists,
  };
}

export type CollectionService = ReturnType<typeof createCollectionService>;
