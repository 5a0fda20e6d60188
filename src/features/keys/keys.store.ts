import type { Role } from '../../http/authentication.ts';
import { newest, type Position } from '../../http/pagination.ts';
import type { Person } from '../../kernel/person.ts';
import type { Database, Reader, Transaction } from '../../platform/db/database.ts';

export type KeyRow = {
  id: string;
  digest: string;
  prefix: string;
  name: string;
  user_id: string;
  workspace_id: string;
  scopes: string | null;
  models: string | null;
  agents: string | null;
  monthly_budget_nano: number | null;
  requests_per_minute: number | null;
  expires_at: number | null;
  revoked_at: number | null;
  last_used_at: number | null;
  last_used_ip: string | null;
  created_at: number;
};
export type OwnedKeyRow = KeyRow & { email: string };

/** A key, and what its maker is at this moment. */
export type KeyHolderRow = Pick<
  KeyRow,
  | 'id'
  | 'user_id'
  | 'workspace_id'
  | 'scopes'
  | 'models'
  | 'agents'
  | 'monthly_budget_nano'
  | 'requests_per_minute'
  | 'expires_at'
  | 'revoked_at'
  | 'last_used_at'
> & {
  role: Role | null;
  person_disabled_at: number | null;
  workspace_disabled_at: number | null;
  email_verified_at: number | null;
};

export type KeyChanges = Pick<
  KeyRow,
  'name' | 'scopes' | 'models' | 'agents' | 'monthly_budget_nano' | 'requests_per_minute' | 'expires_at'
>;

/** A column that holds a JSON list; null limits nothing. */
export const readList = (json: string | null): string[] | null =>
  json === null ? null : (JSON.parse(json) as string[]);

const holder = (where: string) => `SELECT k.id, k.user_id, k.workspace_id, k.scopes, k.models, k.agents,
    k.monthly_budget_nano, k.requests_per_minute, k.expires_at, k.revoked_at, k.last_used_at,
    m.role, u.disabled_at AS person_disabled_at, w.disabled_at AS workspace_disabled_at, u.email_verified_at
  FROM personal_keys k JOIN users u ON u.id = k.user_id JOIN workspaces w ON w.id = k.workspace_id
  LEFT JOIN workspace_members m ON m.workspace_id = k.workspace_id AND m.user_id = k.user_id WHERE ${where}`;
const byDigest = holder('k.digest = $1');
const byId = holder('k.id = $1');

const owned = 'SELECT k.*, u.email FROM personal_keys k JOIN users u ON u.id = k.user_id';

export function createKeyStore(database: Database) {
  return {
    transaction: database.transaction,

    /** The one statement of authentication: key, membership, role and suspension as they are now. */
    findHolder: (digest: string) => database.get<KeyHolderRow>(byDigest, [digest]),
    findHolderById: (id: string) => database.get<KeyHolderRow>(byId, [id]),

    /** Of requests at the same moment, on whichever node, one writes. */
    touch: (id: string, ip: string, now: number, notSince: number) =>
      database.run(
        `UPDATE personal_keys SET last_used_at = $2, last_used_ip = $3
         WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $4)`,
        [id, now, ip, notSince],
      ),

    /** Holds the membership until the transaction ends: the member cannot be removed meanwhile. False where there is none. */
    holdMember: async (tx: Transaction, { workspaceId, userId }: Person): Promise<boolean> =>
      (await tx.get('SELECT role FROM workspace_members WHERE workspace_id = $1 AND user_id = $2 FOR NO KEY UPDATE', [
        workspaceId,
        userId,
      ])) !== undefined,

    async count(tx: Transaction, { workspaceId, userId }: Person): Promise<number> {
      const row = await tx.get<{ count: number }>(
        'SELECT count(*) AS count FROM personal_keys WHERE user_id = $1 AND workspace_id = $2 AND revoked_at IS NULL',
        [userId, workspaceId],
      );
      return Number(row?.count ?? 0);
    },

    insert: (tx: Transaction, row: Omit<KeyRow, 'revoked_at' | 'last_used_at' | 'last_used_ip'>) =>
      tx.run(
        `INSERT INTO personal_keys (id, digest, prefix, name, user_id, workspace_id, scopes, models, agents, monthly_budget_nano,
           requests_per_minute, expires_at, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
        [
          ...[
            row.id,
            row.digest,
            row.prefix,
            row.name,
            row.user_id,
            row.workspace_id,
            row.scopes,
            row.models,
            row.agents,
          ],
          ...[row.monthly_budget_nano, row.requests_per_minute, row.expires_at, row.created_at],
        ],
      ),

    find: ({ workspaceId, userId }: Person, id: string, reader: Reader = database) =>
      reader.get<OwnedKeyRow>(
        `${owned} WHERE k.id = $1 AND k.user_id = $2 AND k.workspace_id = $3 AND k.revoked_at IS NULL`,
        [id, userId, workspaceId],
      ),

    list: ({ workspaceId, userId }: Person, limit: number, { at, id }: Position = newest) =>
      database.all<OwnedKeyRow>(
        `${owned} WHERE k.user_id = $1 AND k.workspace_id = $2 AND k.revoked_at IS NULL AND (k.created_at, k.id) < ($3, $4)
         ORDER BY k.created_at DESC, k.id DESC LIMIT $5`,
        [userId, workspaceId, at, id, limit],
      ),

    listAll: (workspaceId: string, limit: number, { at, id }: Position = newest) =>
      database.all<OwnedKeyRow>(
        `${owned} WHERE k.workspace_id = $1 AND k.revoked_at IS NULL AND (k.created_at, k.id) < ($2, $3)
         ORDER BY k.created_at DESC, k.id DESC LIMIT $4`,
        [workspaceId, at, id, limit],
      ),

    update: (tx: Transaction, { workspaceId, userId }: Person, id: string, row: KeyChanges) =>
      tx.run(
        `UPDATE personal_keys SET name = $4, scopes = $5, models = $6, agents = $7, monthly_budget_nano = $8,
           requests_per_minute = $9, expires_at = $10
         WHERE id = $1 AND user_id = $2 AND workspace_id = $3 AND revoked_at IS NULL`,
        [
          ...[id, userId, workspaceId, row.name, row.scopes, row.models, row.agents],
          ...[row.monthly_budget_nano, row.requests_per_minute, row.expires_at],
        ],
      ),

    /** Whose key it was; undefined where there is none, or somebody else's was asked for without the right to. */
    async revoke(tx: Transaction, workspaceId: string, id: string, ofUser: string | null, now: number) {
      const { rows } = await tx.run<{ user_id: string }>(
        `UPDATE personal_keys SET revoked_at = $4
         WHERE id = $1 AND workspace_id = $2 AND ($3 = '' OR user_id = $3) AND revoked_at IS NULL RETURNING user_id`,
        [id, workspaceId, ofUser ?? '', now],
      );
      return rows[0]?.user_id;
    },

    revokeAllOfPerson: async (tx: Transaction, userId: string, now: number) =>
      (
        await tx.run<{ id: string; workspace_id: string }>(
          'UPDATE personal_keys SET revoked_at = $2 WHERE user_id = $1 AND revoked_at IS NULL RETURNING id, workspace_id',
          [userId, now],
        )
      ).rows,

    /** All that a person has in a workspace. */
    revokeAll: (tx: Transaction, { workspaceId, userId }: Person, now: number) =>
      tx.run(
        'UPDATE personal_keys SET revoked_at = $3 WHERE user_id = $1 AND workspace_id = $2 AND revoked_at IS NULL',
        [userId, workspaceId, now],
      ),
  };
}

export type KeyStore = ReturnType<typeof createKeyStore>;
