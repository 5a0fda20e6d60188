import type { Person } from '../../kernel/person.ts';
import { firstIdOf, listedIds } from '../../platform/db/by-age.ts';
import type { Database, SqlValue, Transaction } from '../../platform/db/database.ts';

export type OldSession = {
  id: string;
  workspace_id: string;
  user_id: string;
  status: 'active' | 'closed';
  created_at: number;
  due: number;
};

const columns = 'id, workspace_id, user_id, status, created_at';
/** Nobody has used it since, and no run holds it. */
const idleSince = (time: string) => `updated_at < ${time} AND running_run_id IS NULL AND waiting = 0`;

/** Sessions that have been idle for too long, found through the indexes that there are. */
export function createSessionRetentionStore(database: Database) {
  const among = `id ${listedIds[database.engine]}`;
  const list = (ids: readonly string[]) => JSON.stringify(ids);
  const read = (where: string, order: string, params: readonly SqlValue[]) =>
    database.all<OldSession>(
      `SELECT ${columns}, CASE WHEN ${idleSince('$1')} THEN 1 ELSE 0 END AS due FROM sessions
       WHERE ${where} ORDER BY ${order} LIMIT $2`,
      params,
    );
  return {
    transaction: database.transaction,

    /** Those opened before the time, of everyone. */
    after: (id: string, before: number, limit: number) =>
      read('id > $3 AND id < $4', 'id', [before, limit, id, firstIdOf('ses', before)]),
    /** The same of one person in a workspace. */
    afterOf: ({ workspaceId, userId }: Person, [at, id]: readonly [number, string], before: number, limit: number) =>
      read('workspace_id = $3 AND user_id = $4 AND (created_at, id) > ($5, $6) AND created_at < $1', 'created_at, id', [
        before,
        limit,
        workspaceId,
        userId,
        at,
        id,
      ]),
    nextUser: async (workspaceId: string, after: string): Promise<string | undefined> =>
      (
        await database.get<{ user_id: string }>(
          'SELECT user_id FROM sessions WHERE workspace_id = $1 AND user_id > $2 ORDER BY user_id LIMIT 1',
          [workspaceId, after],
        )
      )?.user_id,

    /** No message comes into them any more. Answers those that are still idle. */
    async closeIdle(ids: readonly string[], before: number): Promise<string[]> {
      const { rows } = await database.run<{ id: string }>(
        `UPDATE sessions SET status = 'closed' WHERE ${among} AND ${idleSince('$2')} RETURNING id`,
        [list(ids), before],
      );
      return rows.map(({ id }) => id);
    },
    /** Words and parts go with them. */
    deleteMessages: async (ids: readonly string[], limit: number): Promise<number> =>
      (
        await database.run(
          `DELETE FROM messages WHERE id IN
             (SELECT id FROM messages WHERE session_id ${listedIds[database.engine]} LIMIT $2)`,
          [list(ids), limit],
        )
      ).changes,
    delete: async (tx: Transaction, ids: readonly string[]): Promise<number> =>
      (await tx.run(`DELETE FROM sessions WHERE ${among} AND status = 'closed'`, [list(ids)])).changes,
  };
}

export type SessionRetentionStore = ReturnType<typeof createSessionRetentionStore>;
