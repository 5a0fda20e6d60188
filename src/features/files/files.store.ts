import { newest, type Position } from '../../http/pagination.ts';
import type { Person } from '../../kernel/person.ts';
import { firstIdOf, listedIds } from '../../platform/db/by-age.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';

export type FileRow = {
  id: string;
  workspace_id: string;
  user_id: string;
  name: string;
  media_type: string;
  bytes: number;
  sha256: string;
  listed: number;
  state: 'uploading' | 'ready' | 'gone';
  created_at: number;
};

/** What keeps a file. */
export type Holder = { sessionId: string } | { scheduleId: string } | { responseId: string };
const columnOf = (holder: Holder): [string, string] => {
  if ('sessionId' in holder) return ['session_id', holder.sessionId];
  return 'scheduleId' in holder ? ['schedule_id', holder.scheduleId] : ['response_id', holder.responseId];
};

const columns = 'id, workspace_id, user_id, name, media_type, bytes, sha256, listed, state, created_at';
/** The owner's own, with parameters $2 and $3. Every statement for a caller has it in its WHERE. */
const owned = "workspace_id = $2 AND user_id = $3 AND state = 'ready'";

export type FileStore = ReturnType<typeof createFileStore>;

export function createFileStore(database: Database) {
  const among = `id ${listedIds[database.engine]}`;
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

  return {
    transaction: database.transaction,

    /** How much the workspace has, what is being uploaded included. Holds the workspace: uploads are admitted one after another. */
    async usedUnderLock(tx: Transaction, workspaceId: string): Promise<{ files: number; bytes: number }> {
      await tx.get('SELECT id FROM workspaces WHERE id = $1 FOR NO KEY UPDATE', [workspaceId]);
      const row = await tx.get<{ files: number; bytes: number | string }>(
        'SELECT count(*) AS files, CAST(coalesce(sum(bytes), 0) AS BIGINT) AS bytes FROM files WHERE workspace_id = $1',
        [workspaceId],
      );
      return { files: Number(row?.files ?? 0), bytes: Number(row?.bytes ?? 0) };
    },
    insert: (tx: Transaction, row: FileRow) =>
      tx.run(`INSERT INTO files (${columns}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`, [
        row.id,
        row.workspace_id,
        row.user_id,
        row.name,
        row.media_type,
        row.bytes,
        row.sha256,
        row.listed,
        row.state,
        row.created_at,
      ]),
    /** False when it was deleted meanwhile. */
    finish: async (tx: Transaction, { id, media_type, bytes, sha256 }: FileRow): Promise<boolean> =>
      (
        await tx.run(
          `UPDATE files SET state = 'ready', media_type = $2, bytes = $3, sha256 = $4 WHERE id = $1 AND state = 'uploading'`,
          [id, media_type, bytes, sha256],
        )
      ).changes === 1,

    find: ({ workspaceId, userId }: Person, ids: readonly string[]) =>
      database.all<FileRow>(`SELECT ${columns} FROM files WHERE ${among} AND ${owned}`, [
        JSON.stringify(ids),
        workspaceId,
        userId,
      ]),
    list: ({ workspaceId, userId }: Person, limit: number, { at, id }: Position = newest) =>
      database.all<FileRow>(
        `SELECT ${columns} FROM files WHERE listed = 1 AND ${owned} AND (created_at, id) < ($4, $5)
         ORDER BY created_at DESC, id DESC LIMIT $1`,
        [limit, workspaceId, userId, at, id],
      ),
    /** False when the owner has none with this id in the list. */
    unlist: async (tx: Transaction, { workspaceId, userId }: Person, id: string): Promise<boolean> =>
      (await tx.run(`UPDATE files SET listed = 0 WHERE id = $1 AND ${owned} AND listed = 1`, [id, workspaceId, userId]))
        .changes === 1,

    /**
     * Adds references, and answers which of the files there are. The rows are locked first, in one order: a file that is
     * being given up is not found, and one that is found is not given up.
     */
    async hold(tx: Transaction, { workspaceId, userId }: Person, ids: readonly string[], holder: Holder) {
      const rows = await tx.all<{ id: string }>(
        `SELECT id FROM files WHERE ${among} AND ${owned} ORDER BY id FOR UPDATE`,
        [JSON.stringify(ids), workspaceId, userId],
      );
      const found = idsOf(rows);
      const [column, value] = columnOf(holder);
      await tx.runEach(
        `INSERT INTO file_references (file_id, ${column}) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
        found.map((id) => [id, value] as const),
      );
      return found;
    },
    /** In the caller's transaction, which keeps the first session. */
    share: (tx: Transaction, fromSessionId: string, toSessionId: string) =>
      tx.run(
        'INSERT INTO file_references (file_id, session_id) SELECT file_id, $2 FROM file_references WHERE session_id = $1',
        [fromSessionId, toSessionId],
      ),
    /** The schedule refers to these files and no others. */
    releaseSchedule: (tx: Transaction, scheduleId: string) =>
      tx.run('DELETE FROM file_references WHERE schedule_id = $1', [scheduleId]),

    /** Unlisted ones that a session refers to. */
    onlyHeldBy: async (tx: Transaction, sessionId: string): Promise<string[]> =>
      idsOf(
        await tx.all<{ id: string }>(
          `SELECT f.id FROM file_references r JOIN files f ON f.id = r.file_id WHERE r.session_id = $1 AND f.listed = 0`,
          [sessionId],
        ),
      ),

    /** Of these, the ones that nothing refers to any more are `gone` from now on; which. */
    async giveUp(tx: Transaction, ids: readonly string[]): Promise<string[]> {
      const list = JSON.stringify(ids);
      // Two statements: the second sees what a transaction that held the rows until now has committed.
      await tx.all(`SELECT id FROM files WHERE ${among} ORDER BY id FOR UPDATE`, [list]);
      const { rows } = await tx.run<{ id: string }>(
        `UPDATE files SET state = 'gone' WHERE ${among} AND listed = 0 AND state = 'ready'
           AND NOT EXISTS (SELECT 1 FROM file_references r WHERE r.file_id = files.id) RETURNING id`,
        [list],
      );
      return idsOf(rows);
    },
    listedAfter: async (after: string, before: number, limit: number): Promise<string[]> =>
      idsOf(
        await database.all<{ id: string }>(
          `SELECT id FROM files WHERE listed = 1 AND state = 'ready' AND id > $1 AND id < $2 ORDER BY id LIMIT $3`,
          [after, firstIdOf('fil', before), limit],
        ),
      ),
    unlistAll: (tx: Transaction, ids: readonly string[]) =>
      tx.run(`UPDATE files SET listed = 0 WHERE ${among} AND listed = 1`, [JSON.stringify(ids)]),
    /** Unlisted ones, made before the time, in order, and whether something refers to them. */
    unlistedAfter: (after: string, before: number, limit: number) =>
      database.all<{ id: string; held: number }>(
        `SELECT f.id, CASE WHEN EXISTS (SELECT 1 FROM file_references r WHERE r.file_id = f.id) THEN 1 ELSE 0 END AS held
         FROM files f WHERE f.listed = 0 AND f.state = 'ready' AND f.id > $1 AND f.id < $2 ORDER BY f.id LIMIT $3`,
        [after, firstIdOf('fil', before), limit],
      ),
    /** Uploads that began before the time and never ended, and files whose bytes are not all deleted. */
    unfinishedAfter: async (after: string, before: number, limit: number): Promise<string[]> =>
      idsOf(
        await database.all<{ id: string }>(
          `SELECT id FROM files WHERE state <> 'ready' AND id > $1 AND (state = 'gone' OR id < $2) ORDER BY id LIMIT $3`,
          [after, firstIdOf('fil', before), limit],
        ),
      ),
    someOfUser: async (userId: string, limit: number): Promise<string[]> =>
      idsOf(await database.all<{ id: string }>('SELECT id FROM files WHERE user_id = $1 LIMIT $2', [userId, limit])),
    someOfWorkspace: async (workspaceId: string, limit: number): Promise<string[]> =>
      idsOf(
        await database.all<{ id: string }>('SELECT id FROM files WHERE workspace_id = $1 LIMIT $2', [
          workspaceId,
          limit,
        ]),
      ),
    /** Deletes a file in any state, with its remaining chunks. */
    delete: (id: string) => database.run('DELETE FROM files WHERE id = $1', [id]),
  };
}
