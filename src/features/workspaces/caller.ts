import type { Caller, Role } from '../../http/authentication.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Database } from '../../platform/db/database.ts';

/**
 * The one place where a user becomes a caller. Read at every request, never cached: a membership taken away, a role
 * changed or an account erased holds from the next request on, on every node.
 */
export function createCallerResolver(database: Database) {
  return async (userId: string, workspaceId: string | undefined): Promise<Caller> => {
    const row = await database.get<{ workspace_id: string | null; role: Role | null }>(
      `SELECT m.workspace_id, m.role FROM users u
       LEFT JOIN workspace_members m ON m.user_id = u.id AND m.workspace_id = COALESCE($2, u.default_workspace_id)
       WHERE u.id = $1`,
      [userId, workspaceId ?? null],
    );
    if (!row) throw new AppError('unauthenticated', 'The account no longer exists.');
    if (row.workspace_id === null || row.role === null)
      throw new AppError('forbidden', 'You are not a member of this workspace.');
    return { userId, workspaceId: row.workspace_id, role: row.role };
  };
}
