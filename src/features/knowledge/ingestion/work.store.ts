import type { Database, Transaction } from '../../../platform/db/database.ts';
import type { DocumentFormat } from '../cutting/passage.ts';

export type Phase = 'reading' | 'embedding' | 'removing';
/** `until` is the end of the claim, and tells it from every other claim of the same work. */
export type Claim = { versionId: string; workspaceId: string; phase: Phase; attempts: number; until: number };

export type VersionRow = {
  id: string;
  document_id: string;
  collection_id: string;
  workspace_id: string;
  title: string;
  metadata: string;
  format: DocumentFormat | 'file' | 'url';
  given: string | null;
  file_id: string | null;
  user_id: string | null;
  digest: string | null;
  passages: number;
  done: number;
  /** The one that the first `done` passages were embedded with. */
  model: string | null;
  state: 'building' | 'current' | 'left';
};

const versionColumns = `id, document_id, collection_id, workspace_id, title, metadata, format, given, file_id, user_id, digest,
  passages, done, model, state`;

/** Longer than a step takes: reading has a minute, the others some seconds. After that, another node takes the work over. */
const leaseMs = { reading: 150_000, other: 60_000 };

/** Another node has the work by now, or it has become another one. */
export class DocumentClaimLost extends Error {}

export type WorkStore = ReturnType<typeof createWorkStore>;

/** What is to be done for the versions of documents. */
export function createWorkStore(database: Database) {
  const isEmbedded = database.engine === 'sqlite';
  const due = `SELECT version_id FROM knowledge_work WHERE workspace_id = $1 AND due_at <= $2
    ORDER BY due_at, created_at, version_id LIMIT 1`;
  const taken = `due_at = CAST($2 AS BIGINT) + CASE WHEN phase = 'reading' THEN ${leaseMs.reading} ELSE ${leaseMs.other} END,
    attempts = attempts + 1`;
  const claimed = isEmbedded
    ? `UPDATE knowledge_work SET ${taken} WHERE version_id = (${due}) RETURNING version_id, phase, attempts, due_at`
    : `WITH due AS (${due} FOR UPDATE SKIP LOCKED)
       UPDATE knowledge_work SET ${taken} WHERE version_id = (SELECT version_id FROM due)
       RETURNING version_id, phase, attempts, due_at`;

  return {
    transaction: database.transaction,

    workspacesWithWork: async (now: number): Promise<string[]> =>
      (
        await database.all<{ workspace_id: string }>(
          'SELECT DISTINCT workspace_id FROM knowledge_work WHERE due_at <= $1 ORDER BY workspace_id LIMIT 1000',
          [now],
        )
      ).map((row) => row.workspace_id),
    nextDue: async (): Promise<number | undefined> =>
      (await database.get<{ at: number | null }>('SELECT min(due_at) AS at FROM knowledge_work'))?.at ?? undefined,
    /** What was begun comes first, then the oldest. */
    async claim(workspaceId: string, now: number): Promise<Claim | undefined> {
      const { rows } = await database.run<{ version_id: string; phase: Phase; attempts: number; due_at: number }>(
        claimed,
        [workspaceId, now],
      );
      const [row] = rows;
      if (!row) return undefined;
      const { version_id: versionId, phase, attempts, due_at: until } = row;
      return { versionId, workspaceId, phase, attempts, until };
    },
    /** First in every transaction of the work: nothing is written under a claim that was lost. */
    async hold(tx: Transaction, { versionId, until }: Claim): Promise<void> {
      const { changes } = await tx.run(
        'UPDATE knowledge_work SET due_at = due_at WHERE version_id = $1 AND due_at = $2',
        [versionId, until],
      );
      if (changes !== 1) throw new DocumentClaimLost();
    },
    /** Instead of `hold`, for work that must not change hands: the claim lasts as long from now on as a new one. */
    async renew(tx: Transaction, claim: Claim, now: number): Promise<void> {
      const until = Math.max(now + leaseMs.other, claim.until + 1);
      const { changes } = await tx.run('UPDATE knowledge_work SET due_at = $3 WHERE version_id = $1 AND due_at = $2', [
        claim.versionId,
        claim.until,
        until,
      ]);
      if (changes !== 1) throw new DocumentClaimLost();
      claim.until = until;
    },
    /** Any node may go on from `at`. `attempts`: how many failures in a row there were. */
    release: ({ versionId, until }: Claim, at: number, attempts: number) =>
      database.run('UPDATE knowledge_work SET due_at = $3, attempts = $4 WHERE version_id = $1 AND due_at = $2', [
        versionId,
        until,
        at,
        attempts,
      ]),
    /** After a start of the embedded engine, which no other process uses. */
    dropClaims: (now: number) => database.run('UPDATE knowledge_work SET due_at = 0 WHERE due_at > $1', [now]),

    /** The workspace's own budget a month; null for none. */
    budgetOf: async (workspaceId: string): Promise<number | null> =>
      (
        await database.get<{ own: number | null }>('SELECT monthly_budget_nano AS own FROM workspaces WHERE id = $1', [
          workspaceId,
        ])
      )?.own ?? null,

    version: (id: string) =>
      database.get<VersionRow>(`SELECT ${versionColumns} FROM knowledge_versions WHERE id = $1`, [id]),
    begin: (tx: Transaction, { document_id }: VersionRow, now: number) =>
      tx.run(
        "UPDATE knowledge_documents SET status = 'processing', updated_at = $2 WHERE id = $1 AND status = 'queued'",
        [document_id, now],
      ),
    /** What was read; what was given is not needed any more. */
    async setText(
      tx: Transaction,
      versionId: string,
      read: { title: string; content: string; digest: string; passages: number },
    ): Promise<void> {
      await tx.run(
        `UPDATE knowledge_versions SET content = $2, digest = $3, passages = $4, characters = $5, done = 0, given = NULL,
           title = $6 WHERE id = $1`,
        [versionId, read.content, read.digest, read.passages, read.content.length, read.title],
      );
      await tx.run("UPDATE knowledge_work SET phase = 'embedding' WHERE version_id = $1", [versionId]);
    },
    setDone: (tx: Transaction, versionId: string, done: number, model: string) =>
      tx.run('UPDATE knowledge_versions SET done = $2, model = $3 WHERE id = $1', [versionId, done, model]),

    /** Another document of the collection that is searched with the same text. */
    sameText: async (tx: Pick<Database, 'get'>, { collection_id, document_id }: VersionRow, digest: string) =>
      (
        await tx.get<{ id: string }>(
          `SELECT id FROM knowledge_documents WHERE collection_id = $1 AND digest = $2 AND id <> $3 AND status <> 'deleted'
           ORDER BY id LIMIT 1`,
          [collection_id, digest, document_id],
        )
      )?.id,
    digestOf: async (documentId: string): Promise<string | null | undefined> =>
      (
        await database.get<{ digest: string | null }>('SELECT digest FROM knowledge_documents WHERE id = $1', [
          documentId,
        ])
      )?.digest,

    /** The version is searched from the commit on, and the one before it no more. True when there was one before. */
    async makeCurrent(
      tx: Transaction,
      { id, document_id, title, metadata }: VersionRow,
      now: number,
      removeAt: number,
    ) {
      await tx.run(
        `INSERT INTO knowledge_work (version_id, workspace_id, phase, due_at, created_at)
         SELECT id, workspace_id, 'removing', CAST($3 AS BIGINT), CAST($4 AS BIGINT) FROM knowledge_versions
         WHERE document_id = $1 AND id <> $2 AND state = 'current'
         ON CONFLICT (version_id) DO UPDATE SET phase = 'removing', due_at = excluded.due_at, attempts = 0`,
        [document_id, id, removeAt, now],
      );
      const { changes } = await tx.run(
        "UPDATE knowledge_versions SET state = 'left' WHERE document_id = $1 AND id <> $2 AND state = 'current'",
        [document_id, id],
      );
      await tx.run("UPDATE knowledge_versions SET state = 'current' WHERE id = $1", [id]);
      await tx.run(
        `UPDATE knowledge_documents SET status = 'ready', reason = NULL, version_id = $2, title = $3, metadata = $4, updated_at = $5,
           (passages, characters, digest) = (SELECT v.passages, v.characters, v.digest FROM knowledge_versions v WHERE v.id = $2)
         WHERE id = $1`,
        [document_id, id, title, metadata, now],
      );
      await tx.run('DELETE FROM knowledge_work WHERE version_id = $1', [id]);
      return changes > 0;
    },
    finish: (tx: Transaction, versionId: string) =>
      tx.run('DELETE FROM knowledge_work WHERE version_id = $1', [versionId]),
    /** Nothing of the text has changed: only its title and metadata are new. How many passages it has. */
    async keepText(tx: Transaction, { id, document_id, title, metadata }: VersionRow, now: number): Promise<number> {
      const { rows } = await tx.run<{ passages: number }>(
        `UPDATE knowledge_documents SET status = 'ready', reason = NULL, title = $2, metadata = $3, updated_at = $4 WHERE id = $1
         RETURNING passages`,
        [document_id, title, metadata, now],
      );
      await leave(tx, id, now);
      return rows[0]?.passages ?? 0;
    },
    /** A document that is ready is being read again by itself: it is searched in its earlier form. */
    async fail(tx: Transaction, { id, document_id }: VersionRow, reason: string, now: number): Promise<void> {
      await tx.run(
        "UPDATE knowledge_documents SET status = 'failed', reason = $2, updated_at = $3 WHERE id = $1 AND status NOT IN ('deleted', 'ready')",
        [document_id, reason, now],
      );
      await leave(tx, id, now);
    },

    /** After all passages: the version, then what was only kept for it. */
    async deleteVersion(tx: Transaction, versionId: string): Promise<void> {
      const { rows } = await tx.run<{ document_id: string; collection_id: string }>(
        "DELETE FROM knowledge_versions WHERE id = $1 AND state = 'left' RETURNING document_id, collection_id",
        [versionId],
      );
      for (const { document_id, collection_id } of rows) {
        await tx.run(
          `DELETE FROM knowledge_documents WHERE id = $1 AND status = 'deleted'
             AND NOT EXISTS (SELECT 1 FROM knowledge_versions v WHERE v.document_id = $1)`,
          [document_id],
        );
        await tx.run(
          `DELETE FROM knowledge_collections WHERE id = $1 AND deleted_at IS NOT NULL
             AND NOT EXISTS (SELECT 1 FROM knowledge_documents d WHERE d.collection_id = $1)`,
          [collection_id],
        );
      }
    },

    /** After a change of the model: the meaning of what is searched is computed again, a portion at a time. */
    async embedOthers(model: string, now: number, limit: number): Promise<number> {
      return database.transaction(async (tx) => {
        const { rows } = await tx.run<{ version_id: string }>(
          `INSERT INTO knowledge_work (version_id, workspace_id, phase, due_at, created_at)
           SELECT id, workspace_id, 'embedding', CAST($2 AS BIGINT), CAST($2 AS BIGINT) FROM knowledge_versions
           WHERE state = 'current' AND (model < $1 OR model > $1)
             AND NOT EXISTS (SELECT 1 FROM knowledge_work w WHERE w.version_id = knowledge_versions.id) LIMIT $3
           ON CONFLICT (version_id) DO NOTHING RETURNING version_id`,
          [model, now, limit],
        );
        for (const { version_id } of rows)
          await tx.run('UPDATE knowledge_versions SET done = 0, model = $2 WHERE id = $1', [version_id, model]);
        return rows.length;
      });
    },
  };
}

async function leave(tx: Transaction, versionId: string, now: number): Promise<void> {
  await tx.run("UPDATE knowledge_versions SET state = 'left' WHERE id = $1", [versionId]);
  await tx.run("UPDATE knowledge_work SET phase = 'removing', due_at = $2, attempts = 0 WHERE version_id = $1", [
    versionId,
    now,
  ]);
}
