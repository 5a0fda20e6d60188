import type { Role } from '../../http/authentication.ts';
import type { Database } from '../../platform/db/database.ts';

type CallerRow = {
  workspace_id: string | null;
  role: Role | null;
  person_disabled_at: number | null;
  workspace_disabled_at: number | null;
  email_verified_at: number | null;
};

export const createCallerStore = (database: Database) => ({
  /** In the named workspace, or else in the personal one. Undefined if the account does not exist. */
  find: (userId: string, workspaceId: string | undefined) =>
    database.steady<CallerRow>(
      `SELECT m.workspace_id, m.role, u.disabled_at AS person_disabled_at, w.disabled_at AS workspace_disabled_at,
         u.email_verified_at FROM users u
       LEFT JOIN workspace_members m ON m.user_id = u.id AND m.workspace_id = COALESCE($2, u.default_workspace_id)
       LEFT JOIN workspaces w ON w.id = m.workspace_id
       WHERE u.id = $1`,
      [userId, workspaceId ?? null],
    ),
});

export type CallerStore = ReturnType<typeof createCallerStore>;
