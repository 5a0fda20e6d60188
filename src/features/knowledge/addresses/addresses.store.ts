import type { Database, Transaction } from '../../../platform/db/database.ts';
import type { Validators } from '../../../platform/egress/conditional.ts';

export type AddressRow = {
  id: string;
  workspace_id: string;
  collection_id: string;
  title: string;
  metadata: string;
  status: string;
  url: string;
  interval_seconds: number | null;
  next_read_at: number | null;
  etag: string | null;
  last_modified: string | null;
  body_digest: string | null;
  version_id: string | null;
};
/** What is remembered of an answer. */
export type Answered = Validators & { bodyDigest: string };

const columns = `id, workspace_id, collection_id, title, metadata, status, url, interval_seconds, next_read_at, etag, last_modified,
  body_digest, version_id`;
const seen = "url IS NOT NULL AND status <> 'deleted'";

export type AddressStore = ReturnType<typeof createAddressStore>;

/** The addresses that documents are read from: part of the documents. */
export function createAddressStore(database: Database) {
  return {
    transaction: database.transaction,

    find: (documentId: string) =>
      database.get<AddressRow>(`SELECT ${columns} FROM knowledge_documents WHERE id = $1 AND ${seen}`, [documentId]),
    due: (now: number, limit: number) =>
      database.all<AddressRow>(
        `SELECT ${columns} FROM knowledge_documents WHERE next_read_at <= $1 AND ${seen} ORDER BY next_read_at, id LIMIT $2`,
        [now, limit],
      ),
    nextDue: async (): Promise<number | undefined> =>
      (
        await database.get<{ at: number | null }>(
          `SELECT min(next_read_at) AS at FROM knowledge_documents WHERE next_read_at IS NOT NULL AND ${seen}`,
        )
      )?.at ?? undefined,
    /** False when another node did, or when the document was changed. */
    take: async (tx: Transaction, { id, next_read_at }: AddressRow, next: number): Promise<boolean> =>
      (
        await tx.run(
          `UPDATE knowledge_documents SET next_read_at = $3 WHERE id = $1 AND next_read_at = $2 AND ${seen}`,
          [id, next_read_at, next],
        )
      ).changes === 1,
    isBeingRead: async (tx: Transaction, id: string): Promise<boolean> =>
      (await tx.get("SELECT 1 FROM knowledge_versions WHERE document_id = $1 AND state = 'building'", [id])) !==
      undefined,

    answered: (tx: Transaction, id: string, { etag, lastModified, bodyDigest }: Answered, now: number) =>
      tx.run(
        `UPDATE knowledge_documents SET etag = $2, last_modified = $3, body_digest = $4, read_at = $5, read_failures = 0,
           read_problem = NULL WHERE id = $1`,
        [id, etag, lastModified, bodyDigest, now],
      ),
    /** The next answer is read in full. How many failures in a row there are now, and how often it is read. */
    async failed(tx: Transaction, id: string, problem: string): Promise<{ failures: number; seconds: number | null }> {
      const { rows } = await tx.run<{ read_failures: number; interval_seconds: number | null }>(
        `UPDATE knowledge_documents SET read_failures = read_failures + 1, read_problem = $2, etag = NULL, last_modified = NULL,
           body_digest = NULL WHERE id = $1 RETURNING read_failures, interval_seconds`,
        [id, problem],
      );
      return { failures: Number(rows[0]?.read_failures ?? 1), seconds: rows[0]?.interval_seconds ?? null };
    },
    readAgainAt: (tx: Transaction, id: string, at: number) =>
      tx.run('UPDATE knowledge_documents SET next_read_at = $2 WHERE id = $1 AND next_read_at > $2', [id, at]),
  };
}
