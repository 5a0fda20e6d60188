import type { Database, Transaction } from '../../platform/db/database.ts';

export type User = {
  id: string;
  email: string;
  password_hash: string;
  default_workspace_id: string;
  created_at: number;
};
type NewUser = { id: string; email: string; passwordHash: string; workspaceId: string; now: number };

export type AuthStore = ReturnType<typeof createAuthStore>;

export function createAuthStore(database: Database) {
  return {
    transaction: database.transaction,

    findByEmail: (email: string) => database.get<User>('SELECT * FROM users WHERE email = $1', [email]),
    findById: (id: string) => database.get<User>('SELECT * FROM users WHERE id = $1', [id]),

    /** False when the email is taken. */
    async insertUser(tx: Transaction, { id, email, passwordHash, workspaceId, now }: NewUser): Promise<boolean> {
      const { changes } = await tx.run(
        `INSERT INTO users (id, email, password_hash, default_workspace_id, created_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (email) DO NOTHING`,
        [id, email, passwordHash, workspaceId, now],
      );
      return changes === 1;
    },

    async insertPersonalWorkspace(tx: Transaction, { id, workspaceId, now }: NewUser): Promise<void> {
      await tx.run('INSERT INTO workspaces (id, name, personal, created_at) VALUES ($1, $2, 1, $3)', [
        workspaceId,
        'Personal',
        now,
      ]);
      await tx.run(
        "INSERT INTO workspace_members (workspace_id, user_id, role, created_at) VALUES ($1, $2, 'owner', $3)",
        [workspaceId, id, now],
      );
    },

    /** The workspaces the user owns, locked, each with its number of other members and other owners. */
    async lockOwnedWorkspaces(tx: Transaction, userId: string) {
      const owned = await tx.all<{ id: string }>(
        `SELECT id FROM workspaces
         WHERE id IN (SELECT workspace_id FROM workspace_members WHERE user_id = $1 AND role = 'owner') ORDER BY id FOR UPDATE`,
        [userId],
      );
      const others = await tx.all<{ workspace_id: string; members: number; owners: number }>(
        `SELECT workspace_id, count(*) AS members, sum(CASE WHEN role = 'owner' THEN 1 ELSE 0 END) AS owners
         FROM workspace_members WHERE user_id <> $1 AND workspace_id IN (
           SELECT workspace_id FROM workspace_members WHERE user_id = $1 AND role = 'owner')
         GROUP BY workspace_id`,
        [userId],
      );
      return owned.map(({ id }) => {
        const other = others.find(({ workspace_id }) => workspace_id === id);
        return { id, otherMembers: Number(other?.members ?? 0), otherOwners: Number(other?.owners ?? 0) };
      });
    },

    deleteWorkspace: (tx: Transaction, id: string) => tx.run('DELETE FROM workspaces WHERE id = $1', [id]),

    /** Everything that hangs on the user goes with the row: memberships, tokens, and what later tables refer to it. */
    async deleteUser(tx: Transaction, userId: string): Promise<boolean> {
      const { changes } = await tx.run('DELETE FROM users WHERE id = $1', [userId]);
      return changes === 1;
    },
  };
}
