import type { Caller } from '../../../http/authentication.ts';
import { type Page, type PageRequest, pageOf, pageSize, readCursor } from '../../../http/pagination.ts';
import { type Clock, iso } from '../../../kernel/clock.ts';
import { AppError, invalidField, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Quotas } from '../../../kernel/quotas.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Egress } from '../../../platform/egress/egress.ts';
import type { AuditLog } from '../../audit/index.ts';
import type { FileService } from '../../files/index.ts';
import { missingCollection } from '../collections/collections.service.ts';
import type { CollectionStore } from '../collections/collections.store.ts';
import type { AddDocument, DocumentText, KnowledgeDocument, Metadata } from './documents.schema.ts';
import type { Address, DocumentRow, DocumentStore, DocumentWithProgress, NewVersion } from './documents.store.ts';

type Deps = {
  store: DocumentStore;
  collections: Pick<CollectionStore, 'exists' | 'findUnderLock'>;
  files: Pick<FileService, 'get'>;
  egress: Pick<Egress, 'assertAllowed'>;
  /** There is something to read or to delete. */
  wake(): void;
  audit: AuditLog;
  quotas: Quotas;
  clock: Clock;
};

/** What a version is made of. */
type Given = Pick<NewVersion, 'title' | 'format' | 'given' | 'file_id'> & {
  source: DocumentRow['source'];
  characters: number;
  address: Address;
};

const longestTitle = 120;

const noAddress: Address = { url: null, interval_seconds: null, next_read_at: null };
/** Once a day. */
const usualInterval = 86_400;

const missing = (id: string) => notFound(`Document ${id}`);

/** The share of a document that is ready. Before it is read nothing is known of its length. */
function progressOf({ status, building, done }: DocumentWithProgress): number {
  if (status === 'ready') return 1;
  return building ? Math.round((Number(done ?? 0) / Number(building)) * 100) / 100 : 0;
}

const shown = (row: DocumentWithProgress): KnowledgeDocument => ({
  id: row.id,
  collectionId: row.collection_id,
  title: row.title,
  source: row.source,
  address:
    row.url === null
      ? null
      : {
          url: row.url,
          intervalSeconds: row.interval_seconds,
          readAt: row.read_at === null ? null : iso(row.read_at),
          nextReadAt: row.next_read_at === null ? null : iso(row.next_read_at),
          problem: row.read_problem,
        },
  metadata: JSON.parse(row.metadata) as Metadata,
  status: row.status as KnowledgeDocument['status'],
  progress: progressOf(row),
  reason: row.reason,
  passages: row.passages,
  characters: row.characters,
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
});

/** The first line of a text, without the signs of a heading. */
function firstLine(text: string): string {
  const line =
    text
      .slice(0, 2_000)
      .split('\n')
      .find((one) => /[\p{L}\p{N}]/u.test(one)) ?? 'Untitled';
  return (
    line
      .replace(/^[#\s]+/, '')
      .trim()
      .slice(0, longestTitle)
      .toWellFormed() || 'Untitled'
  );
}

export function createDocumentService({ store, collections, files, egress, wake, audit, quotas, clock }: Deps) {
  const record = (tx: Transaction, { userId, workspaceId }: Caller, action: string, target: string, more = {}) =>
    audit.append(tx, { userId, actor: userId, action, target, outcome: 'success', detail: { workspaceId, ...more } });

  function fromAddress({ url = '', intervalSeconds = usualInterval, title }: AddDocument): Given {
    egress.assertAllowed(url);
    const next_read_at = intervalSeconds === null ? null : clock.now() + intervalSeconds * 1_000;
    return {
      source: 'url',
      // Until it is read: then a page has its own.
      title: title?.trim() ?? url,
      format: 'url',
      given: null,
      file_id: null,
      characters: 0,
      address: { url, interval_seconds: intervalSeconds, next_read_at },
    };
  }

  async function given(caller: Caller, body: AddDocument): Promise<Given> {
    const { text, fileId, url, format, title } = body;
    if ([text, fileId, url].filter((one) => one !== undefined).length !== 1)
      throw invalidField('text', 'is needed, or fileId, or url: one of them');
    if (url === undefined && body.intervalSeconds !== undefined) throw invalidField('intervalSeconds', 'goes with url');
    if (url !== undefined) {
      if (format !== undefined) throw invalidField('format', 'is what the address says');
      return fromAddress(body);
    }
    if (fileId !== undefined) {
      if (format !== undefined) throw invalidField('format', 'is read from the file');
      const { name } = await files.get(caller, fileId);
      return {
        source: 'file',
        title: title?.trim() ?? name,
        format: 'file',
        given: null,
        file_id: fileId,
        characters: 0,
        address: noAddress,
      };
    }
    const content = text ?? '';
    return {
      source: 'text',
      title: title?.trim() ?? firstLine(content),
      format: format ?? 'text',
      given: content,
      file_id: null,
      characters: content.length,
      address: noAddress,
    };
  }

  function versionOf(
    caller: Caller,
    place: { documentId: string; collectionId: string; metadata: string },
    { title, format, given: content, file_id }: Given,
    now: number,
  ): NewVersion {
    return {
      id: newId('dvr', now),
      document_id: place.documentId,
      collection_id: place.collectionId,
      workspace_id: caller.workspaceId,
      title,
      metadata: place.metadata,
      format,
      given: content,
      file_id,
      user_id: caller.userId,
      created_at: now,
    };
  }

  async function found({ workspaceId }: Caller, collectionId: string, id: string): Promise<KnowledgeDocument> {
    const row = await store.find(workspaceId, collectionId, id);
    if (!row) throw missing(id);
    return shown(row);
  }

  return {
    /** It is read, cut and made searchable in the background. */
    async add(caller: Caller, collectionId: string, body: AddDocument): Promise<KnowledgeDocument> {
      const { workspaceId } = caller;
      if (!(await collections.exists(workspaceId, collectionId))) throw missingCollection(collectionId);
      const what = await given(caller, body);
      const now = clock.now();
      const id = newId('doc', now);
      const metadata = JSON.stringify(body.metadata ?? {});
      await store.transaction(async (tx) => {
        const used = await store.usedUnderLock(tx, workspaceId);
        quotas.require('documents', used.documents);
        quotas.require('documentCharacters', used.characters, what.characters);
        // It may be deleted meanwhile.
        if (!(await collections.findUnderLock(tx, workspaceId, collectionId))) throw missingCollection(collectionId);
        await store.insert(tx, {
          id,
          workspace_id: workspaceId,
          collection_id: collectionId,
          title: what.title,
          source: what.source,
          ...what.address,
          metadata,
          status: 'queued',
          reason: null,
          version_id: null,
          passages: 0,
          characters: 0,
          created_at: now,
          updated_at: now,
        });
        await store.insertVersion(tx, versionOf(caller, { documentId: id, collectionId, metadata }, what, now));
        await record(tx, caller, 'knowledge.document.add', id, { collectionId, source: what.source });
        tx.afterCommit(wake);
      });
      return found(caller, collectionId, id);
    },

    /** Searched in its earlier form until the new one is ready, then in the new one, from one moment to the next. */
    async replace(caller: Caller, collectionId: string, id: string, body: AddDocument): Promise<KnowledgeDocument> {
      const { workspaceId } = caller;
      const what = await given(caller, body);
      const now = clock.now();
      await store.transaction(async (tx) => {
        const used = await store.usedUnderLock(tx, workspaceId);
        const before = await store.findUnderLock(tx, workspaceId, collectionId, id);
        if (!before) throw missing(id);
        quotas.require('documentCharacters', used.characters - before.characters, what.characters);
        await store.leaveUnfinished(tx, id, now);
        const metadata = body.metadata === undefined ? before.metadata : JSON.stringify(body.metadata);
        const kept = body.title === undefined && what.source !== 'file' ? { ...what, title: before.title } : what;
        await store.insertVersion(tx, versionOf(caller, { documentId: id, collectionId, metadata }, kept, now));
        await store.queueAgain(tx, id, { source: what.source, ...what.address }, now);
        await record(tx, caller, 'knowledge.document.replace', id, { collectionId, source: what.source });
        tx.afterCommit(wake);
      });
      return found(caller, collectionId, id);
    },

    async list(
      { workspaceId }: Caller,
      collectionId: string,
      { limit, cursor, status }: PageRequest & { status?: string },
    ): Promise<Page<KnowledgeDocument>> {
      if (!(await collections.exists(workspaceId, collectionId))) throw missingCollection(collectionId);
      const size = pageSize(limit);
      const rows = await store.page(workspaceId, collectionId, status, size + 1, readCursor(cursor));
      return pageOf(rows, size, ({ created_at, id }) => ({ at: created_at, id }), shown);
    },

    get: found,

    async text(
      { workspaceId }: Caller,
      collectionId: string,
      id: string,
      { start = 0, length = 200_000 }: { start?: number; length?: number },
    ): Promise<DocumentText> {
      const row = await store.text(workspaceId, collectionId, id);
      if (!row) throw (await store.find(workspaceId, collectionId, id)) ? notReady(id) : missing(id);
      const { title, content } = row;
      const text = content.slice(start, start + length).toWellFormed();
      return { documentId: id, title, start, characters: content.length, text };
    },

    async delete(caller: Caller, collectionId: string, id: string): Promise<void> {
      const now = clock.now();
      await store.transaction(async (tx) => {
        if (!(await store.findUnderLock(tx, caller.workspaceId, collectionId, id))) throw missing(id);
        await store.hide(tx, id, now);
        await record(tx, caller, 'knowledge.document.delete', id, { collectionId });
        tx.afterCommit(wake);
      });
    },
  };
}

const notReady = (id: string) => new AppError('conflict', `Document ${id} has not been read yet.`);

export type DocumentService = ReturnType<typeof createDocumentService>;
