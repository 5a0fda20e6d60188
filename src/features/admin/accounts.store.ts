import type { Role } from '../../http/authentication.ts';
import { newest, type Position } from '../../http/pagination.ts';
import type { Database } from '../../platform/db/database.ts';

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
/** Wildcards in a search text are taken literally. */
const like = (text: string) => `%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;

/**
 * For the operator: finds and suspends people and workspaces of all tenants. Ids grow with time, so rows are ordered by
 * id.
 */
export function createAccountStore(database: Database) {
  return {
    transaction: database.transaction,

    users: (q: string, limit: number, { id }: Position = newest) =>
      database.all<UserRow>(
        `SELECT ${userColumns} FROM users WHERE kind = 'person' AND id < $1 AND (id = $2 OR email LIKE $3 ESCAPE '\\')
         ORDER BY id DESC LIMIT $4`,
        [id, q, like(q), limit],
      ),
    user: (id: string, reader: Pick<Database, 'get'> = database) =>
      reader.get<UserRow>(`SELECT ${userColumns} FROM users WHERE id = $1 AND kind = 'person'`, [id]),
    memberships: (userId: string, reader: Pick<Database, 'all'> = database) =>
      reader.all<{ workspace_id: string; role: Role }>(
        'SELECT workspace_id, role FROM workspace_members WHERE user_id = $1 ORDER BY created_at, workspace_id',
        [userId],
      ),

    workspaces: (q: string, limit: number, { id }: Position = newest) =>
      database.all<WorkspaceRow>(
        `SELECT ${workspaceColumns} FROM workspaces w WHERE w.id < $1 AND (w.id = $2 OR lower(w.name) LIKE $3 ESCAPE '\\')
         ORDER BY w.id DESC LIMIT $4`,
        [id, q, like(q), limit],
      ),
    workspace: (id: string, reader: Pick<Database, 'get'> = database) =>
      reader.get<WorkspaceRow>(`SELECT ${workspaceColumns} FROM workspaces w WHERE w.id = $1`, [id]),
  };
}

export type AccountStore = ReturnType<typeof createAccountStore>;
