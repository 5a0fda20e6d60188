import type { Person } from '../../../kernel/person.ts';
import { deleteById, listedIds } from '../../../platform/db/by-age.ts';
import type { Database, Transaction } from '../../../platform/db/database.ts';

export type ResponseRow = {
  id: string;
  workspace_id: string;
  user_id: string;
  previous_id: string | null;
  body: string;
  input: string;
  output: string;
  history_length: number;
  created_at: number;
};
export type StoredResponse = Pick<ResponseRow, 'id' | 'body' | 'output'>;
export type Exchange = Pick<ResponseRow, 'id' | 'previous_id' | 'input' | 'output'>;

/** The owner's own, with parameters $2 and $3. Every statement for a caller has it in its WHERE. */
const owned = 'workspace_id = $2 AND user_id = $3';

export function createResponseStore(database: Database) {
  return {
    transaction: database.transaction,

    insert: (tx: Transaction, row: ResponseRow) =>
      tx.run(
        `INSERT INTO responses (id, workspace_id, user_id, previous_id, body, input, output, history_length, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [
          row.id,
          row.workspace_id,
          row.user_id,
          row.previous_id,
          row.body,
          row.input,
          row.output,
          row.history_length,
          row.created_at,
        ],
      ),
    get: ({ workspaceId, userId }: Person, id: string) =>
      database.get<StoredResponse>(`SELECT id, body, output FROM responses WHERE id = $1 AND ${owned}`, [
        id,
        workspaceId,
        userId,
      ]),
    some: ({ workspaceId, userId }: Person, ids: readonly string[]) =>
      database.all<StoredResponse>(
        `SELECT id, body, output FROM responses WHERE id ${listedIds[database.engine]} AND ${owned}`,
        [JSON.stringify(ids), workspaceId, userId],
      ),
    historyLength: async ({ workspaceId, userId }: Person, id: string): Promise<number | undefined> => {
      const row = await database.get<{ length: number }>(
        `SELECT history_length AS length FROM responses WHERE id = $1 AND ${owned}`,
        [id, workspaceId, userId],
      );
      return row && Number(row.length);
    },
    /** The response and all that it continues, the first one first. */
    chain: ({ workspaceId, userId }: Person, id: string) =>
      database.all<Exchange>(
        `WITH RECURSIVE chain (id, previous_id, input, output, depth) AS (
           SELECT id, previous_id, input, output, 0 FROM responses WHERE id = $1 AND ${owned}
           UNION ALL
           SELECT r.id, r.previous_id, r.input, r.output, c.depth + 1 FROM chain c JOIN responses r ON r.id = c.previous_id
           WHERE r.workspace_id = $2 AND r.user_id = $3
         )
         SELECT id, previous_id, input, output FROM chain ORDER BY depth DESC`,
        [id, workspaceId, userId],
      ),
    /** What it was given; undefined if there is none. */
    delete: async (tx: Transaction, { workspaceId, userId }: Person, id: string): Promise<string | undefined> => {
      const sql = `DELETE FROM responses WHERE id = $1 AND ${owned} RETURNING input`;
      return (await tx.run<{ input: string }>(sql, [id, workspaceId, userId])).rows[0]?.input;
    },

    count: async (workspaceId: string, most: number): Promise<number> => {
      const row = await database.get<{ count: number }>(
        'SELECT count(*) AS count FROM (SELECT 1 FROM responses WHERE workspace_id = $1 LIMIT $2) AS counted',
        [workspaceId, most],
      );
      return Number(row?.count ?? 0);
    },

    before: (time: number) => deleteById(database, { table: 'responses', prefix: 'resp', before: time }),
    deleteSomeOfUser: async (userId: string, limit: number): Promise<number> =>
      (
        await database.run('DELETE FROM responses WHERE id IN (SELECT id FROM responses WHERE user_id = $1 LIMIT $2)', [
          userId,
          limit,
        ])
      ).changes,
    deleteSomeOfWorkspace: async (workspaceId: string, before: string, limit: number): Promise<number> =>
      (
        await database.run(
          'DELETE FROM responses WHERE id IN (SELECT id FROM responses WHERE workspace_id = $1 AND id < $2 ORDER BY id LIMIT $3)',
          [workspaceId, before, limit],
        )
      ).changes,
  };
}

export type ResponseStore = ReturnType<typeof createResponseStore>;
