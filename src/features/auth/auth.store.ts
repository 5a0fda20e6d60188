import type { Database, Transaction } from '../../platform/db/database.ts';
import { noPassword } from './passwords/no-password.ts';

export type User = {
  id: string;
  email: string;
  /** `noPassword` where there is none. */
  password_hash: string;
  default_workspace_id: string;
  disabled_at: number | null;
  name: string | null;
  email_verified_at: number | null;
  created_at: number;
};
type NewUser = {
  id: string;
  email: string;
  passwordHash: string | null;
  name: string | null;
  emailVerifiedAt: number | null;
  workspaceId: string;
  now: number;
};
/** `owns` is 1 or 0. */
type SharedWorkspace = { id: string; owns: number; otherMembers: number; otherOwners: number };

export type AuthStore = ReturnType<typeof createAuthStore>;

export function createAuthStore(database: Database) {
  return {
    transaction: database.transaction,

    findByEmail: (email: string) => database.get<User>('SELECT * FROM users WHERE email = $1', [email]),
    findById: (id: string) => database.get<User>('SELECT * FROM users WHERE id = $1', [id]),

    isDisabled: async (tx: Transaction, id: string): Promise<boolean> =>
      (await tx.get('SELECT id FROM users WHERE id = $1 AND disabled_at IS NOT NULL', [id])) !== undefined,

    /** False when the email is taken. */
    async insertUser(tx: Transaction, user: NewUser): Promise<boolean> {
      const { changes } = await tx.run(
        `INSERT INTO users (id, email, password_hash, name, email_verified_at, default_workspace_id, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (email) DO NOTHING`,
        [
          ...[user.id, user.email, user.passwordHash ?? noPassword, user.name],
          ...[user.emailVerifiedAt, user.workspaceId, user.now],
        ],
      );
      return changes === 1;
    },

    /**
     * Locks the account until the transaction ends; undefined when it has been erased. Code that writes about a person
     * calls this first, so that nothing is written after their erasure.
     */
    hold: (tx: Transaction, userId: string) =>
      tx.get<User>('SELECT * FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]),

    /** Locks the workspaces of the user and counts the other members and owners of each. */
    async lockWorkspacesOf(tx: Transaction, userId: string): Promise<SharedWorkspace[]> {
      const theirs = 'SELECT workspace_id FROM workspace_members WHERE user_id = $1';
      await tx.all(`SELECT id FROM workspaces WHERE id IN (${theirs}) ORDER BY id FOR UPDATE`, [userId]);
      return tx.all<SharedWorkspace>(
        `SELECT workspace_id AS id,
           sum(CASE WHEN user_id = $1 AND role = 'owner' THEN 1 ELSE 0 END) AS "owns",
           sum(CASE WHEN user_id = $1 THEN 0 ELSE 1 END) AS "otherMembers",
           sum(CASE WHEN user_id <> $1 AND role = 'owner' THEN 1 ELSE 0 END) AS "otherOwners"
         FROM workspace_members WHERE workspace_id IN (${theirs}) GROUP BY workspace_id ORDER BY workspace_id`,
        [userId],
      );
    },

    /** Senders belong to the channels of one workspace and to no other. */
    deleteSendersOf: (tx: Transaction, workspaceId: string) =>
      tx.run("DELETE FROM users WHERE kind = 'sender' AND default_workspace_id = $1", [workspaceId]),

    /** Memberships, tokens and all rows that refer to the user are deleted by the foreign keys. */
    async deleteUser(tx: Transaction, userId: string): Promise<boolean> {
      const { changes } = await tx.run('DELETE FROM users WHERE id = $1', [userId]);
      return changes === 1;
    },
  };
}
