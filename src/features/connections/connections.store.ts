import type { Database, SqlValue, Transaction } from '../../platform/db/database.ts';
import { workspaceRows } from '../workspaces/index.ts';

export type ConnectionRow = {
  id: string;
  workspace_id: string;
  name: string;
  kind: string;
  base_url: string | null;
  api_key: string | null;
  headers: string | null;
  header_names: string;
  models: string | null;
  pool: string | null;
  weight: number;
  first_token_timeout_ms: number | null;
  timeout_ms: number | null;
  key_refused_at: number | null;
  created_at: number;
  updated_at: number;
};

const columns = [
  'id',
  'workspace_id',
  'name',
  'kind',
  'base_url',
  'api_key',
  'headers',
  'header_names',
  'models',
  'pool',
  'weight',
  'first_token_timeout_ms',
  'timeout_ms',
  'key_refused_at',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof ConnectionRow)[];
const listed = columns.join(', ');
const valuesOf = (row: ConnectionRow): SqlValue[] => columns.map((column) => row[column]);
const places = columns.map((_, index) => `$${index + 1}`).join(', ');
/** The others never change. */
const changing = columns.filter((column) => !['id', 'workspace_id', 'created_at'].includes(column));
const assignments = changing.map((column, index) => `${column} = $${index + 3}`).join(', ');

export type ConnectionStore = ReturnType<typeof createConnectionStore>;

export function createConnectionStore(database: Database) {
  const all = (workspaceId: string, reader: Pick<Database, 'all'> = database) =>
    reader.all<ConnectionRow>(`SELECT ${listed} FROM model_connections WHERE workspace_id = $1 ORDER BY name`, [
      workspaceId,
    ]);

  return {
    transaction: database.transaction,
    all,

    /** Raises the version first: its row is locked, so that names and the quota stay true until the commit. */
    async allForChange(tx: Transaction, workspaceId: string): Promise<ConnectionRow[]> {
      await workspaceRows.connectionsChanged(tx, workspaceId);
      return all(workspaceId, tx);
    },

    reach: (workspaceId: string) =>
      database.get<{ connections_version: number; use_operator_models: number }>(
        'SELECT connections_version, use_operator_models FROM workspaces WHERE id = $1',
        [workspaceId],
      ),

    /** Undefined if it was reported after `since`. */
    async keyRefused(tx: Transaction, id: string, now: number, since: number) {
      const { rows } = await tx.run<{ name: string; kind: string }>(
        `UPDATE model_connections SET key_refused_at = $2, key_reported_at = $2
         WHERE id = $1 AND (key_reported_at IS NULL OR key_reported_at < $3) RETURNING name, kind`,
        [id, now, since],
      );
      if (rows.length === 0) await tx.run('UPDATE model_connections SET key_refused_at = $2 WHERE id = $1', [id, now]);
      return rows[0];
    },

    keyWorks: (workspaceId: string, id: string) =>
      database.run(
        'UPDATE model_connections SET key_refused_at = NULL WHERE workspace_id = $1 AND id = $2 AND key_refused_at IS NOT NULL',
        [workspaceId, id],
      ),

    /** One row without a name for a workspace that has none. */
    names: (workspaceId: string) =>
      database.all<{ name: string | null; pool: string | null; use_operator_models: number }>(
        `SELECT c.name, c.pool, w.use_operator_models FROM workspaces w LEFT JOIN model_connections c ON c.workspace_id = w.id
         WHERE w.id = $1 ORDER BY c.name`,
        [workspaceId],
      ),

    find: (workspaceId: string, id: string) =>
      database.get<ConnectionRow>(`SELECT ${listed} FROM model_connections WHERE workspace_id = $1 AND id = $2`, [
        workspaceId,
        id,
      ]),

    insert: (tx: Transaction, row: ConnectionRow) =>
      tx.run(`INSERT INTO model_connections (${listed}) VALUES (${places})`, valuesOf(row)),

    update: (tx: Transaction, row: ConnectionRow) =>
      tx.run(`UPDATE model_connections SET ${assignments} WHERE id = $1 AND workspace_id = $2`, [
        row.id,
        row.workspace_id,
        ...changing.map((column) => row[column]),
      ]),

    delete: (tx: Transaction, workspaceId: string, id: string) =>
      tx.run('DELETE FROM model_connections WHERE workspace_id = $1 AND id = $2', [workspaceId, id]),
  };
}
