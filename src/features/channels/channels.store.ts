import { newest, type Position } from '../../http/pagination.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';

export type ChannelRow = {
  id: string;
  workspace_id: string;
  name: string;
  agent_id: string;
  preset: 'github' | 'slack' | null;
  header: string;
  algorithm: 'sha256' | 'sha1';
  prefix: string;
  timestamp_header: string | null;
  /** Sealed. */
  secret: string;
  reply_url: string | null;
  enabled: number;
  created_at: number;
  updated_at: number;
  /** The owner: the person who made it or last set its agent. Null when that account is gone. */
  user_id: string | null;
  /** The version of the agent that the owner or a manager has accepted. */
  accepted_version: number | null;
  /** The newest version, where it was looked up. */
  current_version?: number | null;
};

const shown =
  'channels.*, (SELECT a.version FROM agents a WHERE a.id = channels.agent_id) AS current_version FROM channels';

const columns = [
  'name',
  'agent_id',
  'preset',
  'header',
  'algorithm',
  'prefix',
  'timestamp_header',
  'secret',
  'reply_url',
  'enabled',
  'updated_at',
  'user_id',
  'accepted_version',
] as const satisfies (keyof ChannelRow)[];

export function createChannelStore(database: Database) {
  return {
    transaction: database.transaction,

    /** By its id alone: a sender sends a signature and no workspace. */
    byId: (id: string) => database.get<ChannelRow>('SELECT * FROM channels WHERE id = $1', [id]),

    find: (workspaceId: string, id: string) =>
      database.get<ChannelRow>(`SELECT ${shown} WHERE id = $1 AND workspace_id = $2`, [id, workspaceId]),
    findUnderLock: (tx: Transaction, workspaceId: string, id: string) =>
      tx.get<ChannelRow>(`SELECT ${shown} WHERE id = $1 AND workspace_id = $2 FOR NO KEY UPDATE`, [id, workspaceId]),
    list: (workspaceId: string, limit: number, { at, id }: Position = newest) =>
      database.all<ChannelRow>(
        `SELECT ${shown} WHERE workspace_id = $1 AND (created_at, id) < ($2, $3)
         ORDER BY created_at DESC, id DESC LIMIT $4`,
        [workspaceId, at, id, limit],
      ),
    /** Holds the workspace's row: the count stays true until the commit. */
    async countUnderLock(tx: Transaction, workspaceId: string): Promise<number> {
      await tx.get('SELECT id FROM workspaces WHERE id = $1 FOR UPDATE', [workspaceId]);
      const sql = 'SELECT count(*) AS count FROM channels WHERE workspace_id = $1';
      return Number((await tx.get<{ count: number }>(sql, [workspaceId]))?.count ?? 0);
    },

    async insert(tx: Transaction, row: ChannelRow): Promise<void> {
      const names = ['id', 'workspace_id', 'created_at', ...columns] as const;
      await tx.run(
        `INSERT INTO channels (${names.join(', ')}) VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
        names.map((name) => row[name]),
      );
    },
    async update(tx: Transaction, row: ChannelRow): Promise<void> {
      const assignments = columns.map((name, index) => `${name} = $${index + 3}`).join(', ');
      await tx.run(`UPDATE channels SET ${assignments} WHERE id = $1 AND workspace_id = $2`, [
        row.id,
        row.workspace_id,
        ...columns.map((name) => row[name]),
      ]);
    },
    /** Only where the version before it was accepted: earlier changes by others still wait for acceptance. */
    acceptNext: (tx: Transaction, userId: string, changes: readonly { id: string; version: number }[]) =>
      tx.runEach(
        `UPDATE channels SET accepted_version = $2
         WHERE agent_id = $1 AND user_id = $3 AND accepted_version = $2 - 1`,
        changes.map(({ id, version }) => [id, version, userId]),
      ),
    async delete(tx: Transaction, workspaceId: string, id: string): Promise<boolean> {
      const sql = 'DELETE FROM channels WHERE id = $1 AND workspace_id = $2';
      return (await tx.run(sql, [id, workspaceId])).changes === 1;
    },
  };
}

export type ChannelStore = ReturnType<typeof createChannelStore>;
