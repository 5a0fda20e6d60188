import type { Role } from '../../http/authentication.ts';
import { newest, type Position } from '../../http/pagination.ts';
import type { Person } from '../../kernel/person.ts';
import type { Database, Reader, Transaction } from '../../platform/db/database.ts';

export type InvitationRow = {
  id: string;
  digest: string;
  workspace_id: string;
  email: string;
  role: Role;
  invited_by: string;
  expires_at: number;
  created_at: number;
};

export type InvitationStore = ReturnType<typeof createInvitationStore>;

export function createInvitationStore(database: Database) {
  return {
    transaction: database.transaction,

    /** Holds the workspace: changes of members, and of who is invited, happen one after another. */
    lockWorkspace: (tx: Transaction, id: string) =>
      tx.get<{ name: string; disabled_at: number | null }>(
        'SELECT name, disabled_at FROM workspaces WHERE id = $1 FOR UPDATE',
        [id],
      ),
    /** Holds the account until the transaction ends. */
    holdPerson: (tx: Transaction, id: string) =>
      tx.get<{ email: string; email_verified_at: number | null }>(
        "SELECT email, email_verified_at FROM users WHERE id = $1 AND kind = 'person' FOR NO KEY UPDATE",
        [id],
      ),
    /** What somebody is in a workspace; nothing for who was suspended. */
    async roleOf(tx: Transaction, { workspaceId, userId }: Person): Promise<Role | undefined> {
      const row = await tx.get<{ role: Role }>(
        `SELECT m.role FROM workspace_members m JOIN users u ON u.id = m.user_id
         WHERE m.workspace_id = $1 AND m.user_id = $2 AND u.disabled_at IS NULL`,
        [workspaceId, userId],
      );
      return row?.role;
    },
    /** To any workspace. */
    isInvited: async (tx: Transaction, email: string, now: number): Promise<boolean> =>
      (await tx.get('SELECT id FROM invitations WHERE email = $1 AND expires_at > $2', [email, now])) !== undefined,

    isMember: async (tx: Transaction, workspaceId: string, email: string): Promise<boolean> =>
      (await tx.get(
        'SELECT m.user_id FROM workspace_members m JOIN users u ON u.id = m.user_id WHERE m.workspace_id = $1 AND u.email = $2',
        [workspaceId, email],
      )) !== undefined,

    async count(tx: Transaction, workspaceId: string, now: number): Promise<number> {
      const sql = 'SELECT count(*) AS open FROM invitations WHERE workspace_id = $1 AND expires_at > $2';
      return Number((await tx.get<{ open: number }>(sql, [workspaceId, now]))?.open ?? 0);
    },
    async replace(tx: Transaction, row: InvitationRow): Promise<void> {
      await tx.run('DELETE FROM invitations WHERE workspace_id = $1 AND email = $2', [row.workspace_id, row.email]);
      await tx.run(
        `INSERT INTO invitations (id, digest, workspace_id, email, role, invited_by, expires_at, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [row.id, row.digest, row.workspace_id, row.email, row.role, row.invited_by, row.expires_at, row.created_at],
      );
    },

    list: (workspaceId: string, now: number, limit: number, { at, id }: Position = newest) =>
      database.all<InvitationRow>(
        `SELECT * FROM invitations WHERE workspace_id = $1 AND expires_at > $2 AND (created_at, id) < ($3, $4)
         ORDER BY created_at DESC, id DESC LIMIT $5`,
        [workspaceId, now, at, id, limit],
      ),
    find: (tx: Transaction, workspaceId: string, id: string) =>
      tx.get<InvitationRow>('SELECT * FROM invitations WHERE workspace_id = $1 AND id = $2', [workspaceId, id]),
    delete: (tx: Transaction, workspaceId: string, id: string) =>
      tx.run('DELETE FROM invitations WHERE workspace_id = $1 AND id = $2', [workspaceId, id]),

    findByDigest: (digest: string, now: number, reader: Reader = database) =>
      reader.get<InvitationRow>('SELECT * FROM invitations WHERE digest = $1 AND expires_at > $2', [digest, now]),
    /** Of any number of callers at once exactly one gets true. */
    take: async (tx: Transaction, digest: string): Promise<boolean> =>
      (await tx.run('DELETE FROM invitations WHERE digest = $1', [digest])).changes === 1,

    /** Those that the person sent, with one of these roles. */
    withdraw: (tx: Transaction, { workspaceId, userId }: Person, ownersOnly: boolean) =>
      tx.run(`DELETE FROM invitations WHERE workspace_id = $1 AND invited_by = $2 AND (role = 'owner' OR $3 = 0)`, [
        workspaceId,
        userId,
        ownersOnly ? 1 : 0,
      ]),
    /** Those to the person's address; those they sent go with the account. */
    erasePerson: (tx: Transaction, userId: string) =>
      tx.run('DELETE FROM invitations WHERE email = (SELECT email FROM users WHERE id = $1)', [userId]),
    forgetExpired: (now: number) => database.run('DELETE FROM invitations WHERE expires_at <= $1', [now]),
  };
}
