import type { Role } from '../../http/authentication.ts';
import { newest, type Position } from '../../http/pagination.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { madeBy, makerDisabledAt, makerStands, ownWebhooks, testModeHolds } from './conditions.store.ts';
import type { Reach } from './reach.ts';
import type { Audience } from './standing.ts';

/** Which events it receives: those of its maker's runs, or all of the workspace. */
export type WebhookRow = {
  id: string;
  workspace_id: string;
  /** Null once that account is gone. */
  created_by: string | null;
  audience: Audience;
  url: string;
  events: string;
  description: string | null;
  secret: string | null;
  previous_secret: string | null;
  previous_secret_until: number | null;
  enabled: number;
  consecutive_failures: number;
  failing_since: number | null;
  created_at: number;
  updated_at: number;
};

export type WebhookSettings = Pick<
  WebhookRow,
  'created_by' | 'url' | 'events' | 'description' | 'secret' | 'previous_secret' | 'previous_secret_until' | 'enabled'
>;

/** With its maker's present role, null when they have left, and whether they are suspended. */
export type MadeWebhook = WebhookRow & { maker_role: Role | null; maker_disabled_at: number | null };

/** A webhook as its worker sees it: whether test mode holds for it, and the last erasure of an account. */
export type Target = MadeWebhook & { test_mode: number; last_erasure: number | null };

const made = `SELECT webhooks.*, (SELECT maker.role FROM workspace_members maker
  WHERE maker.workspace_id = webhooks.workspace_id AND maker.user_id = webhooks.created_by) AS maker_role, ${makerDisabledAt} AS maker_disabled_at FROM webhooks`;

const cancelled = "status = 'cancelled', due_at = NULL, claim = NULL";

export type WebhookStore = ReturnType<typeof createWebhookStore>;

export function createWebhookStore(database: Database) {
  return {
    transaction: database.transaction,

    /** Holds the workspace's row: the count stays true until the commit. */
    async countUnderLock(tx: Transaction, workspaceId: string): Promise<number> {
      await tx.get('SELECT id FROM workspaces WHERE id = $1 FOR UPDATE', [workspaceId]);
      const sql = 'SELECT COUNT(*) AS count FROM webhooks WHERE workspace_id = $1';
      return (await tx.get<{ count: number }>(sql, [workspaceId]))?.count ?? 0;
    },
    async insert(tx: Transaction, row: WebhookRow): Promise<void> {
      await tx.run(
        `INSERT INTO webhooks (id, workspace_id, url, events, description, secret, enabled, created_at, updated_at, created_by, audience)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, (SELECT id FROM users WHERE id = $10), $11)`,
        [
          row.id,
          row.workspace_id,
          row.url,
          row.events,
          row.description,
          row.secret,
          row.enabled,
          row.created_at,
          row.updated_at,
          row.created_by,
          row.audience,
        ],
      );
    },
    find: ({ workspaceId, ownOf }: Reach, id: string) =>
      database.get<MadeWebhook>(`${made} WHERE workspace_id = $1 AND id = $2 AND ${ownWebhooks('$3')}`, [
        workspaceId,
        id,
        ownOf,
      ]),
    /** Held until the commit, so that two changes at once are one after the other. */
    findUnderLock: (tx: Transaction, { workspaceId, ownOf }: Reach, id: string) =>
      tx.get<MadeWebhook>(`${made} WHERE workspace_id = $1 AND id = $2 AND ${ownWebhooks('$3')} FOR UPDATE`, [
        workspaceId,
        id,
        ownOf,
      ]),
    page: ({ workspaceId, ownOf }: Reach, limit: number, { at, id }: Position = newest) =>
      database.all<MadeWebhook>(
        `${made} WHERE workspace_id = $1 AND (created_at, id) < ($2, $3) AND ${ownWebhooks('$5')}
         ORDER BY created_at DESC, id DESC LIMIT $4`,
        [workspaceId, at, id, limit, ownOf],
      ),
    async update(tx: Transaction, workspaceId: string, id: string, to: WebhookSettings, now: number): Promise<void> {
      await tx.run(
        `UPDATE webhooks SET url = $3, events = $4, description = $5, secret = $6, previous_secret = $7,
           previous_secret_until = $8, enabled = $9, updated_at = $10, created_by = $11 WHERE workspace_id = $1 AND id = $2`,
        [
          workspaceId,
          id,
          to.url,
          to.events,
          to.description,
          to.secret,
          to.previous_secret,
          to.previous_secret_until,
          to.enabled,
          now,
          to.created_by,
        ],
      );
    },
    /** A webhook that was enabled again starts without failures. */
    forgive: (tx: Transaction, workspaceId: string, id: string) =>
      tx.run('UPDATE webhooks SET consecutive_failures = 0, failing_since = NULL WHERE workspace_id = $1 AND id = $2', [
        workspaceId,
        id,
      ]),
    /** With everything that was still to be sent. Deliveries first, as the worker locks them. */
    async delete(tx: Transaction, { workspaceId, ownOf }: Reach, id: string): Promise<boolean> {
      await tx.run(
        `UPDATE deliveries SET ${cancelled} WHERE webhook_id = $1 AND workspace_id = $2 AND due_at IS NOT NULL`,
        [id, workspaceId],
      );
      const sql = `DELETE FROM webhooks WHERE workspace_id = $1 AND id = $2 AND ${ownWebhooks('$3')}`;
      return (await tx.run(sql, [workspaceId, id, ownOf])).changes === 1;
    },
    /** Cancels the deliveries of webhooks whose maker has just left or lost the role. */
    async cancelFallen(tx: Transaction, workspaceId: string, userId: string): Promise<void> {
      await tx.run(
        `UPDATE deliveries SET ${cancelled} WHERE due_at IS NOT NULL AND webhook_id IN (
           SELECT webhooks.id FROM webhooks WHERE webhooks.workspace_id = $1 AND webhooks.created_by = $2
             AND NOT EXISTS (SELECT 1 FROM ${madeBy.replace(' ON ', ' WHERE ')} AND ${makerStands}))`,
        [workspaceId, userId],
      );
    },

    /**
     * Their own go with them. What the workspace is told stays for another owner or admin to take over, and until then
     * nothing is sent to it.
     */
    async erasePerson(tx: Transaction, userId: string): Promise<void> {
      await tx.run(
        `UPDATE deliveries SET ${cancelled} WHERE due_at IS NOT NULL
           AND webhook_id IN (SELECT id FROM webhooks WHERE created_by = $1)`,
        [userId],
      );
      await tx.run("DELETE FROM webhooks WHERE created_by = $1 AND audience = 'own'", [userId]);
    },

    /** The workspace's, and one person's own in it. */
    async testMode(workspaceId: string, userId: string): Promise<{ workspace: boolean; own: boolean }> {
      const row = await database.get<{ whole: number; own: number | null }>(
        `SELECT webhook_test_mode AS whole, (SELECT maker.webhook_test_mode FROM workspace_members maker
           WHERE maker.workspace_id = workspaces.id AND maker.user_id = $2) AS own FROM workspaces WHERE id = $1`,
        [workspaceId, userId],
      );
      return { workspace: row?.whole === 1, own: row?.own === 1 };
    },

    target: (webhookId: string) =>
      database.get<Target>(
        `SELECT webhooks.*, maker.role AS maker_role, ${makerDisabledAt} AS maker_disabled_at, CASE WHEN ${testModeHolds} THEN 1 ELSE 0 END AS test_mode,
           (SELECT MAX(seq) FROM audit_log WHERE action = 'auth.erase') AS last_erasure
         FROM webhooks JOIN workspaces ON workspaces.id = webhooks.workspace_id LEFT JOIN ${madeBy} WHERE webhooks.id = $1`,
        [webhookId],
      ),
    async succeeded(tx: Transaction, id: string): Promise<void> {
      await tx.run(
        'UPDATE webhooks SET consecutive_failures = 0, failing_since = NULL WHERE id = $1 AND consecutive_failures > 0',
        [id],
      );
    },
    async failed(tx: Transaction, id: string, times: number, now: number): Promise<WebhookRow | undefined> {
      const { rows } = await tx.run<WebhookRow>(
        `UPDATE webhooks SET consecutive_failures = consecutive_failures + $2,
           failing_since = COALESCE(failing_since, $3) WHERE id = $1 RETURNING *`,
        [id, times, now],
      );
      return rows[0];
    },
    async disable(tx: Transaction, id: string, now: number): Promise<boolean> {
      const sql = 'UPDATE webhooks SET enabled = 0, updated_at = $2 WHERE id = $1 AND enabled = 1';
      return (await tx.run(sql, [id, now])).changes === 1;
    },
  };
}
