import type { Role } from '../../http/authentication.ts';
import type { Position } from '../../http/pagination.ts';
import type { Database, Engine } from '../../platform/db/database.ts';

export type UserRow = {
  id: string;
  email: string;
  default_workspace_id: string;
  disabled_at: number | null;
  created_at: number;
};
export type WorkspaceRow = {
  id: string;
  name: string;
  personal: number;
  members: number;
  disabled_at: number | null;
  created_at: number;
};

const userColumns = 'id, email, default_workspace_id, disabled_at, created_at';
const workspaceColumns = `w.id, w.name, w.personal, w.disabled_at, w.created_at,
  (SELECT count(*) FROM workspace_members m WHERE m.workspace_id = w.id) AS members`;
/** The order of bytes, in which texts with one beginning stand together. */
const byBytes: Record<Engine, string> = { sqlite: 'COLLATE BINARY', postgres: 'COLLATE "C"' };
/** From the beginning itself to after every text that has it. */
const range = (beginning: string): [from: string, to: string] => [beginning, `${beginning}\u{10ffff}`];

/**
 * For the operator: finds and suspends people and workspaces of all tenants. Every list walks an index and stops at its
 * page, however many there are: all of them by id, newest first, because ids grow with time; those that begin with a
 * text by address or name.
 */
export function createAccountStore(database: Database) {
  const address = `email ${byBytes[database.engine]}`;
  const name = `lower(name) ${byBytes[database.engine]}`;
  const place = `id ${byBytes[database.engine]}`;
  return {
    transaction: database.transaction,

    // Without a position there is no text to begin at: which one comes after all ids depends on the database's locale.
    users: (limit: number, after?: Position) =>
      database.all<UserRow>(
        `SELECT ${userColumns} FROM users WHERE kind = 'person' ${after ? 'AND id < $2' : ''} ORDER BY id DESC LIMIT $1`,
        [limit, ...(after ? [after.id] : [])],
      ),
    /** After the address of the person at the end of the page before. */
    usersBeginning: (beginning: string, limit: number, after: Position | undefined) =>
      database.all<UserRow>(
        `SELECT ${userColumns} FROM users WHERE kind = 'person' AND ${address} >= $1 AND ${address} < $2
           ${after ? `AND ${address} > (SELECT email FROM users WHERE id = $4)` : ''} ORDER BY ${address} LIMIT $3`,
        [...range(beginning), limit, ...(after ? [after.id] : [])],
      ),
    user: (id: string, reader: Pick<Database, 'get'> = database) =>
      reader.get<UserRow>(`SELECT ${userColumns} FROM users WHERE id = $1 AND kind = 'person'`, [id]),
    memberships: (userId: string, reader: Pick<Database, 'all'> = database) =>
      reader.all<{ workspace_id: string; role: Role }>(
        'SELECT workspace_id, role FROM workspace_members WHERE user_id = $1 ORDER BY created_at, workspace_id',
        [userId],
      ),

    workspaces: (limit: number, after?: Position) =>
      database.all<WorkspaceRow>(
        `SELECT ${workspaceColumns} FROM workspaces w ${after ? 'WHERE w.id < $2' : ''} ORDER BY w.id DESC LIMIT $1`,
        [limit, ...(after ? [after.id] : [])],
      ),
    workspacesBeginning: (beginning: string, limit: number, after: Position | undefined) =>
      database.all<WorkspaceRow>(
        `SELECT ${workspaceColumns} FROM workspaces w WHERE ${name} >= $1 AND ${name} < $2
           ${after ? `AND (${name}, ${place}) > (SELECT lower(name), id FROM workspaces WHERE id = $4)` : ''}
         ORDER BY ${name}, ${place} LIMIT $3`,
        [...range(beginning), limit, ...(after ? [after.id] : [])],
      ),
    workspace: (id: string, reader: Pick<Database, 'get'> = database) =>
      reader.get<WorkspaceRow>(`SELECT ${workspaceColumns} FROM workspaces w WHERE w.id = $1`, [id]),
  };
}

export type AccountStore = ReturnType<typeof createAccountStore>;
