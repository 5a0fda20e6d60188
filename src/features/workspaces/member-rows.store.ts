import type { Role } from '../../http/authentication.ts';
import type { Person } from '../../kernel/person.ts';
import type { Transaction } from '../../platform/db/database.ts';

/** Rows of `workspace_members` that other features read and write, each in its own transaction. */
export const memberRows = {
  async roleOf(tx: Transaction, { workspaceId, userId }: Person): Promise<Role | undefined> {
    const sql = 'SELECT role FROM workspace_members WHERE workspace_id = $1 AND user_id = $2';
    return (await tx.get<{ role: Role }>(sql, [workspaceId, userId]))?.role;
  },
  async count(tx: Transaction, workspaceId: string): Promise<number> {
    const sql = 'SELECT count(*) AS members FROM workspace_members WHERE workspace_id = $1';
    return Number((await tx.get<{ members: number }>(sql, [workspaceId]))?.members ?? 0);
  },
  async ownedBy(tx: Transaction, userId: string): Promise<number> {
    const sql = "SELECT count(*) AS owned FROM workspace_members WHERE user_id = $1 AND role = 'owner'";
    return Number((await tx.get<{ owned: number }>(sql, [userId]))?.owned ?? 0);
  },
  /** A role that was offered before is not: the one of today is taken on. */
  put: (tx: Transaction, { workspaceId, userId }: Person, role: Role, now: number) =>
    tx.run(
      `INSERT INTO workspace_members (workspace_id, user_id, role, created_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT (workspace_id, user_id) DO UPDATE SET role = $3, pending_role = NULL`,
      [workspaceId, userId, role, now],
    ),
};
