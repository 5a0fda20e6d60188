import { newest, type Position } from '../../../http/pagination.ts';
import type { Database, SqlValue, Transaction } from '../../../platform/db/database.ts';
import type { DocumentFormat } from '../cutting/passage.ts';

type DocumentStatus = 'queued' | 'processing' | 'ready' | 'failed' | 'deleted';

export type DocumentRow = {
  id: string;
  workspace_id: string;
  collection_id: string;
  title: string;
  source: 'text' | 'file' | 'url';
  url: string | null;
  interval_seconds: number | null;
  next_read_at: number | null;
  metadata: string;
  status: DocumentStatus;
  reason: string | null;
  version_id: string | null;
  passages: number;
  characters: number;
  created_at: number;
  updated_at: number;
};
/** All null for a document that is not read from an address. */
export type Address = Pick<DocumentRow, 'url' | 'interval_seconds' | 'next_read_at'>;
/** With the progress of the version that is being made. */
export type DocumentWithProgress = DocumentRow & {
  building: number | null;
  done: number | null;
  read_at: number | null;
  read_problem: string | null;
};

export type NewVersion = {
  id: string;
  document_id: string;
  collection_id: string;
  workspace_id: string;
  title: string;
  metadata: string;
  format: DocumentFormat | 'file' | 'url';
  given: string | null;
  file_id: string | null;
  /** Null: by itself, again. */
  user_id: string | null;
  created_at: number;
};

const columns = `id, workspace_id, collection_id, title, source, url, metadata, status, reason, version_id, passages, characters,
  created_at, updated_at, interval_seconds, next_read_at`;
const withProgress = `SELECT d.id, d.workspace_id, d.collection_id, d.title, d.source, d.url, d.metadata, d.status, d.reason,
    d.version_id, d.passages, d.characters, d.created_at, d.updated_at, d.interval_seconds, d.next_read_at,
    d.read_at, d.read_problem, v.passages AS building, v.done
  FROM knowledge_documents d LEFT JOIN knowledge_versions v ON v.document_id = d.id AND v.state = 'building'`;

export type DocumentStore = ReturnType<typeof createDocumentStore>;

export function createDocumentStore(database: Database) {
  return {
    transaction: database.transaction,

    /** Holds the workspace, so that documents are admitted one after another. */
    async usedUnderLock(tx: Transaction, workspaceId: string): Promise<{ documents: number; characters: number }> {
      await tx.get('SELECT id FROM workspaces WHERE id = $1 FOR NO KEY UPDATE', [workspaceId]);
      const row = await tx.get<{ documents: number; characters: number }>(
        `SELECT count(*) AS documents, CAST(coalesce(sum(characters), 0) AS BIGINT) AS characters
         FROM knowledge_documents WHERE workspace_id = $1 AND status <> 'deleted'`,
        [workspaceId],
      );
      return { documents: Number(row?.documents ?? 0), characters: Number(row?.characters ?? 0) };
    },
    insert: (tx: Transaction, row: DocumentRow) =>
      tx.run(
        `INSERT INTO knowledge_documents (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14,
           $15, $16)`,
        [
          row.id,
          row.workspace_id,
          row.collection_id,
          row.title,
          row.source,
          row.url,
          row.metadata,
          row.status,
          row.reason,
          row.version_id,
          row.passages,
          row.characters,
          row.created_at,
          row.updated_at,
          row.interval_seconds,
          row.next_read_at,
        ],
      ),
    /** A version, and the work of reading it. */
    async insertVersion(tx: Transaction, row: NewVersion): Promise<void> {
      await tx.run(
        `INSERT INTO knowledge_versions (id, document_id, collection_id, workspace_id, state, title, metadata, format, given,
           file_id, user_id, created_at)
         VALUES ($1, $2, $3, $4, 'building', $5, $6, $7, $8, $9, $10, $11)`,
        [
          row.id,
          row.document_id,
          row.collection_id,
          row.workspace_id,
          row.title,
          row.metadata,
          row.format,
          row.given,
          row.file_id,
          row.user_id,
          row.created_at,
        ],
      );
      await tx.run(
        "INSERT INTO knowledge_work (version_id, workspace_id, phase, due_at, created_at) VALUES ($1, $2, 'reading', $3, $3)",
        [row.id, row.workspace_id, row.created_at],
      );
    },
    find: (workspaceId: string, collectionId: string, id: string) =>
      database.get<DocumentWithProgress>(
        `${withProgress} WHERE d.id = $1 AND d.workspace_id = $2 AND d.collection_id = $3 AND d.status <> 'deleted'`,
        [id, workspaceId, collectionId],
      ),
    findUnderLock: (tx: Transaction, workspaceId: string, collectionId: string, id: string) =>
      tx.get<DocumentRow>(
        `SELECT ${columns} FROM knowledge_documents
         WHERE id = $1 AND workspace_id = $2 AND collection_id = $3 AND status <> 'deleted' FOR UPDATE`,
        [id, workspaceId, collectionId],
      ),
    page: (
      workspaceId: string,
      collectionId: string,
      status: string | undefined,
      limit: number,
      { at, id }: Position = newest,
    ) => {
      const params: SqlValue[] = [workspaceId, collectionId, at, id, limit];
      if (status !== undefined) params.push(status);
      return database.all<DocumentWithProgress>(
        `${withProgress} WHERE d.workspace_id = $1 AND d.collection_id = $2 AND (d.created_at, d.id) < ($3, $4)
           AND d.status ${status === undefined ? "<> 'deleted'" : '= $6'}
         ORDER BY d.created_at DESC, d.id DESC LIMIT $5`,
        params,
      );
    },
    queueAgain: (
      tx: Transaction,
      id: string,
      { source, url, interval_seconds, next_read_at }: Pick<DocumentRow, 'source'> & Address,
      now: number,
    ) =>
      tx.run(
        `UPDATE knowledge_documents SET status = 'queued', reason = NULL, source = $2, updated_at = $3, url = $4,
           interval_seconds = $5, next_read_at = $6, read_at = NULL, read_failures = 0, read_problem = NULL, etag = NULL,
           last_modified = NULL, body_digest = NULL WHERE id = $1`,
        [id, source, now, url, interval_seconds, next_read_at],
      ),
    /** The version that is being made is not wanted any more. */
    async leaveUnfinished(tx: Transaction, documentId: string, now: number): Promise<void> {
      await tx.run(
        `UPDATE knowledge_work SET phase = 'removing', due_at = $2, attempts = 0 WHERE version_id IN
           (SELECT id FROM knowledge_versions WHERE document_id = $1 AND state = 'building')`,
        [documentId, now],
      );
      await tx.run("UPDATE knowledge_versions SET state = 'left' WHERE document_id = $1 AND state = 'building'", [
        documentId,
      ]);
    },
    /** Not seen any more; the rows are deleted by the work. */
    hide: (tx: Transaction, id: string, now: number) => hideDocuments(tx, 'd.id = $1', [id], now),
    hideAll: (tx: Transaction, workspaceId: string, collectionId: string, now: number) =>
      hideDocuments(tx, 'd.workspace_id = $1 AND d.collection_id = $2', [workspaceId, collectionId], now),

    text: (workspaceId: string, collectionId: string, id: string) =>
      database.get<{ title: string; content: string }>(
        `SELECT d.title, v.content FROM knowledge_documents d JOIN knowledge_versions v ON v.id = d.version_id
         WHERE d.id = $1 AND d.workspace_id = $2 AND d.collection_id = $3 AND d.status <> 'deleted'`,
        [id, workspaceId, collectionId],
      ),
  };
}

async function hideDocuments(tx: Transaction, which: string, params: readonly string[], now: number): Promise<void> {
  const time = `$${params.length + 1}`;
  const those = `SELECT d.id FROM knowledge_documents d WHERE ${which}`;
  await tx.run(
    `INSERT INTO knowledge_work (version_id, workspace_id, phase, due_at, created_at)
     SELECT v.id, v.workspace_id, 'removing', CAST(${time} AS BIGINT), CAST(${time} AS BIGINT)
     FROM knowledge_versions v WHERE v.document_id IN (${those})
     ON CONFLICT (version_id) DO UPDATE SET phase = 'removing', due_at = excluded.due_at, attempts = 0`,
    [...params, now],
  );
  await tx.run(`UPDATE knowledge_versions SET state = 'left' WHERE document_id IN (${those})`, params);
  await tx.run(
    `UPDATE knowledge_documents SET status = 'deleted', version_id = NULL, digest = NULL WHERE id IN (${those})`,
    params,
  );
  await tx.run(
    `DELETE FROM knowledge_documents WHERE id IN (${those}) AND status = 'deleted'
       AND NOT EXISTS (SELECT 1 FROM knowledge_versions v WHERE v.document_id = knowledge_documents.id)`,
    params,
  );
}
