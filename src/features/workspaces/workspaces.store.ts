import type { Role } from '../../http/authentication.ts';
import { newest, type Position } from '../../http/pagination.ts';
import type { Database, SqlValue, Transaction } from '../../platform/db/database.ts';

export type WorkspaceRow = {
  id: string;
  name: string;
  personal: number;
  role: Role;
  pending_role: Role | null;
  default_agent_id: string | null;
  monthly_budget_nano: number | null;
  retention_days: number | null;
  allowed_providers: string | null;
  allowed_models: string | null;
  use_operator_models: number;
  fallbacks: string | null;
  created_at: number;
};
export type MemberRow = {
  user_id: string;
  email: string;
  role: Role;
  pending_role: Role | null;
  created_at: number;
};
/** A member's role, and the role that was offered. */
export type Standing = { role: Role; pending: Role | null };
export type GrantRow = { agent_id: string; workspace_id: string; created_at: number; knowledge: number };

const columns =
  'w.id, w.name, w.personal, w.default_agent_id, w.monthly_budget_nano, w.retention_days, w.allowed_providers, w.allowed_models, w.use_operator_models, w.fallbacks, w.created_at, m.role, m.pending_role';
const ofMember = 'FROM workspaces w JOIN workspace_members m ON m.workspace_id = w.id';

export type WorkspaceStore = ReturnType<typeof createWorkspaceStore>;

/** Every query names the workspace, and those for a person name the person. */
export function createWorkspaceStore(database: Database) {
  return {
    transaction: database.transaction,

    async insert(tx: Transaction, id: string, name: string, ownerId: string, now: number): Promise<void> {
      await tx.run('INSERT INTO workspaces (id, name, personal, created_at) VALUES ($1, $2, 0, $3)', [id, name, now]);
      await tx.run(
        "INSERT INTO workspace_members (workspace_id, user_id, role, created_at) VALUES ($1, $2, 'owner', $3)",
        [id, ownerId, now],
      );
    },

    find: (id: string, userId: string, reader: Pick<Database, 'get'> = database) =>
      reader.get<WorkspaceRow>(`SELECT ${columns} ${ofMember} WHERE w.id = $1 AND m.user_id = $2`, [id, userId]),

    listOf: (userId: string, limit: number, { at, id }: Position = newest) =>
      database.all<WorkspaceRow>(
        `SELECT ${columns} ${ofMember} WHERE m.user_id = $1 AND (w.created_at, w.id) < ($2, $3)
         ORDER BY w.created_at DESC, w.id DESC LIMIT $4`,
        [userId, at, id, limit],
      ),

    /** Locks the account, so that concurrent requests count each other's workspaces. */
    async ownedUnderLock(tx: Transaction, userId: string): Promise<number> {
      await tx.get('SELECT id FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
      const row = await tx.get<{ owned: number }>(
        "SELECT count(*) AS owned FROM workspace_members WHERE user_id = $1 AND role = 'owner'",
        [userId],
      );
      return Number(row?.owned ?? 0);
    },
    async countMembers(tx: Transaction, id: string): Promise<number> {
      const sql = 'SELECT count(*) AS members FROM workspace_members WHERE workspace_id = $1';
      return Number((await tx.get<{ members: number }>(sql, [id]))?.members ?? 0);
    },

    /** Workspaces with their own retention of sessions, in the order of ids. */
    withRetention: (after: string) =>
      database.all<{ id: string; days: number }>(
        'SELECT id, retention_days AS days FROM workspaces WHERE retention_days IS NOT NULL AND id > $1 ORDER BY id LIMIT 100',
        [after],
      ),

    /** Locks the workspace's row, so that changes of membership are serialised. */
    lock: (tx: Transaction, id: string) => tx.get('SELECT id FROM workspaces WHERE id = $1 FOR UPDATE', [id]),

    async update(tx: Transaction, id: string, changes: Readonly<Record<string, SqlValue>>): Promise<void> {
      const names = Object.keys(changes);
      if (names.length === 0) return;
      const assignments = names.map((name, index) => `${name} = $${index + 2}`).join(', ');
      await tx.run(`UPDATE workspaces SET ${assignments} WHERE id = $1`, [id, ...Object.values(changes)]);
    },

    members: (id: string) =>
      database.all<MemberRow>(
        `SELECT m.user_id, u.email, m.role, m.pending_role, m.created_at FROM workspace_members m JOIN users u ON u.id = m.user_id
         WHERE m.workspace_id = $1 ORDER BY m.created_at, m.user_id`,
        [id],
      ),
    standing: (tx: Transaction, id: string, userId: string) =>
      tx.get<Standing>(
        'SELECT role, pending_role AS pending FROM workspace_members WHERE workspace_id = $1 AND user_id = $2',
        [id, userId],
      ),
    async otherOwners(tx: Transaction, id: string, userId: string): Promise<number> {
      const row = await tx.get<{ owners: number }>(
        "SELECT count(*) AS owners FROM workspace_members WHERE workspace_id = $1 AND user_id <> $2 AND role = 'owner'",
        [id, userId],
      );
      return Number(row?.owners ?? 0);
    },
    /** Returns the time the person joined, which a change of the role does not change. */
    async putMember(tx: Transaction, id: string, userId: string, { role, pending }: Standing, now: number) {
      const { rows } = await tx.run<{ created_at: number }>(
        `INSERT INTO workspace_members (workspace_id, user_id, role, pending_role, created_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (workspace_id, user_id) DO UPDATE SET role = $3, pending_role = $4 RETURNING created_at`,
        [id, userId, role, pending, now],
      );
      return rows[0]?.created_at ?? now;
    },
    deleteMember: (tx: Transaction, id: string, userId: string) =>
      tx.run('DELETE FROM workspace_members WHERE workspace_id = $1 AND user_id = $2', [id, userId]),
    /** Locks the account until the transaction ends, so that it cannot be erased meanwhile. */
    holdUser: (tx: Transaction, { userId, email }: { userId?: string | undefined; email?: string | undefined }) =>
      tx.get<{ id: string; email: string; default_workspace_id: string }>(
        "SELECT id, email, default_workspace_id FROM users WHERE (id = $1 OR email = $2) AND kind = 'person' FOR NO KEY UPDATE",
        [userId ?? '', email ?? ''],
      ),

    /** Locks the agent in the same way. */
    ownsAgent: async (tx: Transaction, id: string, agentId: string) =>
      (await tx.get('SELECT id FROM agents WHERE id = $1 AND workspace_id = $2 FOR NO KEY UPDATE', [agentId, id])) !==
      undefined,
    /** Holds nothing. */
    isThere: async (tx: Transaction, id: string) =>
      (await tx.get('SELECT id FROM workspaces WHERE id = $1', [id])) !== undefined,
    exists: async (tx: Transaction, id: string) =>
      (await tx.get('SELECT id FROM workspaces WHERE id = $1 FOR NO KEY UPDATE', [id])) !== undefined,

    /** `knowledge`: undefined leaves an earlier grant as it is. */
    async insertGrant(
      tx: Transaction,
      { agentId, workspaceId, knowledge }: { agentId: string; workspaceId: string; knowledge?: boolean },
      now: number,
    ): Promise<GrantRow> {
      await tx.run(
        `INSERT INTO agent_grants (agent_id, workspace_id, created_at, knowledge) VALUES ($1, $2, $3, $4)
         ON CONFLICT (agent_id, workspace_id) DO ${knowledge === undefined ? 'NOTHING' : 'UPDATE SET knowledge = excluded.knowledge'}`,
        [agentId, workspaceId, now, knowledge ? 1 : 0],
      );
      const row = await tx.get<GrantRow>('SELECT * FROM agent_grants WHERE agent_id = $1 AND workspace_id = $2', [
        agentId,
        workspaceId,
      ]);
      return row as GrantRow;
    },
    async deleteGrant(tx: Transaction, ownerId: string, agentId: string, workspaceId: string): Promise<boolean> {
      const { changes } = await tx.run(
        `DELETE FROM agent_grants WHERE agent_id = $2 AND workspace_id = $3
         AND agent_id IN (SELECT id FROM agents WHERE workspace_id = $1)`,
        [ownerId, agentId, workspaceId],
      );
      return changes === 1;
    },
    grantsOf: (ownerId: string, limit: number, { at, id }: Position = newest) =>
      database.all<GrantRow>(
        `SELECT g.agent_id, g.workspace_id, g.created_at, g.knowledge FROM agent_grants g JOIN agents a ON a.id = g.agent_id
         WHERE a.workspace_id = $1 AND (g.created_at, g.agent_id || '-' || g.workspace_id) < ($2, $3)
         ORDER BY g.created_at DESC, g.agent_id || '-' || g.workspace_id DESC LIMIT $4`,
        [ownerId, at, id, limit],
      ),
  };
}
