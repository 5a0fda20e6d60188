import type { Person } from '../../kernel/person.ts';
import type { Database, Reader, Transaction } from '../../platform/db/database.ts';
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
  kind: 'person' | 'sender';
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

    /** With the address that waits for its mail to be answered. */
    findMe: (id: string, now: number, reader: Reader = database) =>
      reader.get<User & { pending_email: string | null }>(
        `SELECT u.*, t.email AS pending_email FROM users u
         LEFT JOIN account_tokens t ON t.user_id = u.id AND t.purpose = 'email' AND t.email <> u.email AND t.expires_at > $2
         WHERE u.id = $1`,
        [id, now],
      ),

    setPassword: (tx: Transaction, id: string, passwordHash: string) =>
      tx.run('UPDATE users SET password_hash = $2 WHERE id = $1', [id, passwordHash]),

    setName: (tx: Transaction, id: string, name: string | null) =>
      tx.run('UPDATE users SET name = $2 WHERE id = $1', [id, name]),

    /** False when the address is another account's. */
    async setVerifiedEmail(tx: Transaction, id: string, email: string, now: number): Promise<boolean> {
      const { changes } = await tx.run(
        `UPDATE users SET email = $2, email_verified_at = $3
         WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM users WHERE email = $2 AND id <> $1)`,
        [id, email, now],
      );
      return changes === 1;
    },

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

    /** Locks a workspace. `role` is the caller's in it; `homes` counts the people who act there when they name none. */
    async lockWorkspace(tx: Transaction, { workspaceId, userId }: Person) {
      const row = await tx.get<{ name: string }>('SELECT name FROM workspaces WHERE id = $1 FOR UPDATE', [workspaceId]);
      const counts = await tx.get<{ role: string | null; homes: number }>(
        `SELECT max(CASE WHEN m.user_id = $2 THEN m.role END) AS role,
           sum(CASE WHEN u.default_workspace_id = $1 AND u.kind = 'person' THEN 1 ELSE 0 END) AS homes
         FROM workspace_members m JOIN users u ON u.id = m.user_id WHERE m.workspace_id = $1`,
        [workspaceId, userId],
      );
      return row && { name: row.name, role: counts?.role ?? null, homes: Number(counts?.homes ?? 0) };
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
