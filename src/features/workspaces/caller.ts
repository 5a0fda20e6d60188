import type { Caller, Role } from '../../http/authentication.ts';
import { AppError, accountDisabled, workspaceDisabled } from '../../kernel/errors.ts';
import type { Database } from '../../platform/db/database.ts';

type Row = {
  workspace_id: string | null;
  role: Role | null;
  person_disabled_at: number | null;
  workspace_disabled_at: number | null;
};

/**
 * The one place where a user becomes a caller. Read at every request, never cached: a membership taken away, a role
 * changed, an account erased or suspended holds from the next request on, on every node. `asPerson`: what is asked
 * concerns the account alone, whatever became of the workspace.
 */
export function createCallerResolver(database: Database) {
  return async (userId: string, workspaceId: string | undefined, asPerson = false): Promise<Caller> => {
    const row = await database.get<Row>(
      `SELECT m.workspace_id, m.role, u.disabled_at AS person_disabled_at, w.disabled_at AS workspace_disabled_at FROM users u
       LEFT JOIN workspace_members m ON m.user_id = u.id AND m.workspace_id = COALESCE($2, u.default_workspace_id)
       LEFT JOIN workspaces w ON w.id = m.workspace_id
       WHERE u.id = $1`,
      [userId, workspaceId ?? null],
    );
    if (!row) throw new AppError('unauthenticated', 'The account no longer exists.');
    if (row.person_disabled_at !== null) throw accountDisabled();
    if (row.workspace_id === null || row.role === null)
      throw new AppError('forbidden', 'You are not a member of this workspace.');
    if (row.workspace_disabled_at !== null && !asPerson) throw workspaceDisabled();
    return { userId, workspaceId: row.workspace_id, role: row.role };
  };
}
