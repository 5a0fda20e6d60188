import { newest, type Position } from '../../http/pagination.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';

export type WebhookRow = {
  id: string;
  workspace_id: string;
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
  'url' | 'events' | 'description' | 'secret' | 'previous_secret' | 'previous_secret_until' | 'enabled'
>;

/** A webhook as its worker sees it, with its workspace's test mode. */
export type Target = WebhookRow & { test_mode: number };

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
        `INSERT INTO webhooks (id, workspace_id, url, events, description, secret, enabled, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
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
        ],
      );
    },
    find: (workspaceId: string, id: string, reader: Pick<Database, 'get'> = database) =>
      reader.get<WebhookRow>('SELECT * FROM webhooks WHERE workspace_id = $1 AND id = $2', [workspaceId, id]),
    /** Held until the commit, so that two changes at once are one after the other. */
    findUnderLock: (tx: Transaction, workspaceId: string, id: string) =>
      tx.get<WebhookRow>('SELECT * FROM webhooks WHERE workspace_id = $1 AND id = $2 FOR UPDATE', [workspaceId, id]),
    page: (workspaceId: string, limit: number, { at, id }: Position = newest) =>
      database.all<WebhookRow>(
        `SELECT * FROM webhooks WHERE workspace_id = $1 AND (created_at, id) < ($2, $3)
         ORDER BY created_at DESC, id DESC LIMIT $4`,
        [workspaceId, at, id, limit],
      ),
    async update(tx: Transaction, workspaceId: string, id: string, to: WebhookSettings, now: number): Promise<void> {
      await tx.run(
        `UPDATE webhooks SET url = $3, events = $4, description = $5, secret = $6, previous_secret = $7,
           previous_secret_until = $8, enabled = $9, updated_at = $10 WHERE workspace_id = $1 AND id = $2`,
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
        ],
      );
    },
    /** A new start: what failed before does not count against a webhook that was switched on again. */
    forgive: (tx: Transaction, workspaceId: string, id: string) =>
      tx.run('UPDATE webhooks SET consecutive_failures = 0, failing_since = NULL WHERE workspace_id = $1 AND id = $2', [
        workspaceId,
        id,
      ]),
    /** With everything that was still to be sent. Deliveries first, as the worker locks them. */
    async delete(tx: Transaction, workspaceId: string, id: string): Promise<boolean> {
      await tx.run(
        `UPDATE deliveries SET status = 'cancelled', due_at = NULL, claim = NULL
         WHERE webhook_id = $1 AND workspace_id = $2 AND due_at IS NOT NULL`,
        [id, workspaceId],
      );
      const sql = 'DELETE FROM webhooks WHERE workspace_id = $1 AND id = $2';
      return (await tx.run(sql, [workspaceId, id])).changes === 1;
    },

    async testMode(workspaceId: string): Promise<boolean> {
      const sql = 'SELECT webhook_test_mode AS mode FROM workspaces WHERE id = $1';
      return (await database.get<{ mode: number }>(sql, [workspaceId]))?.mode === 1;
    },
    setTestMode: (tx: Transaction, workspaceId: string, enabled: boolean) =>
      tx.run('UPDATE workspaces SET webhook_test_mode = $2 WHERE id = $1', [workspaceId, enabled ? 1 : 0]),

    target: (webhookId: string) =>
      database.get<Target>(
        `SELECT webhooks.*, workspaces.webhook_test_mode AS test_mode
         FROM webhooks JOIN workspaces ON workspaces.id = webhooks.workspace_id WHERE webhooks.id = $1`,
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
