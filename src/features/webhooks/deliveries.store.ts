import { newest, type Position } from '../../http/pagination.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Database, SqlValue, Transaction } from '../../platform/db/database.ts';
import { madeBy, makerStands, ownDeliveries } from './conditions.store.ts';
import type { Reach } from './reach.ts';

export type DeliveryStatus = 'pending' | 'retrying' | 'succeeded' | 'dead' | 'intercepted' | 'cancelled';
export type Cause = 'event' | 'test' | 'manual';

export type DeliveryRow = {
  id: string;
  workspace_id: string;
  user_id: string | null;
  own: number;
  webhook_id: string;
  event: string;
  body: string;
  status: DeliveryStatus;
  cause: Cause;
  attempts: number;
  tries: number;
  due_at: number | null;
  claim: string | null;
  last_status_code: number | null;
  created_at: number;
};

export type AttemptRow = {
  id: string;
  webhook_id: string;
  delivery_id: string;
  event: string;
  url: string;
  attempt: number;
  cause: Cause | 'retry';
  status_code: number | null;
  response_body: string | null;
  latency_ms: number;
  error: string | null;
  created_at: number;
  body: string;
};

type DeadLetters = Reach & { webhookId: string | undefined; since: number };

const attemptColumns = 'a.*, deliveries.body FROM webhook_attempts a JOIN deliveries ON deliveries.id = a.delivery_id';
/** Tests are not dead letters, and a delivery whose webhook is gone cannot be sent again. */
const dead = "deliveries.status = 'dead' AND deliveries.cause <> 'test'";
const deadLetters = `${dead} AND EXISTS (SELECT 1 FROM webhooks WHERE webhooks.id = deliveries.webhook_id)`;
/** Nor can one whose webhook is inactive. */
const sendable = `${dead} AND EXISTS (SELECT 1 FROM webhooks JOIN ${madeBy} AND ${makerStands}
  WHERE webhooks.id = deliveries.webhook_id)`;
const again = "status = 'pending', cause = 'manual', tries = 0, due_at = $1, claim = NULL";

function whereDead({ workspaceId, ownOf, webhookId, since }: DeadLetters, first: number): [string, SqlValue[]] {
  const conditions = [
    sendable,
    `workspace_id = $${first}`,
    `created_at >= $${first + 1}`,
    ownDeliveries(`$${first + 2}`),
  ];
  if (webhookId !== undefined) conditions.push(`webhook_id = $${first + 3}`);
  return [conditions.join(' AND '), [workspaceId, since, ownOf, ...(webhookId === undefined ? [] : [webhookId])]];
}

export type DeliveryStore = ReturnType<typeof createDeliveryStore>;

/** What people see of deliveries; the worker's own statements are in queue.store.ts. Ids begin with their time. */
export function createDeliveryStore(database: Database) {
  return {
    transaction: database.transaction,

    find: ({ workspaceId, ownOf }: Reach, id: string) =>
      database.get<DeliveryRow>(
        `SELECT * FROM deliveries WHERE workspace_id = $1 AND id = $2 AND ${ownDeliveries('$3')}`,
        [workspaceId, id, ownOf],
      ),
    ofWebhook: ({ workspaceId, ownOf }: Reach, webhookId: string, limit: number, { id }: Position = newest) =>
      database.all<DeliveryRow>(
        `SELECT * FROM deliveries WHERE webhook_id = $1 AND workspace_id = $2 AND id < $3 AND ${ownDeliveries('$5')}
         ORDER BY id DESC LIMIT $4`,
        [webhookId, workspaceId, id, limit, ownOf],
      ),
    dead: ({ workspaceId, ownOf }: Reach, limit: number, { id }: Position = newest) =>
      database.all<DeliveryRow>(
        `SELECT * FROM deliveries WHERE workspace_id = $1 AND ${deadLetters} AND id < $2 AND ${ownDeliveries('$4')}
         ORDER BY id DESC LIMIT $3`,
        [workspaceId, id, limit, ownOf],
      ),
    intercepted: ({ workspaceId, ownOf }: Reach, limit: number, { id }: Position = newest) =>
      database.all<DeliveryRow>(
        `SELECT * FROM deliveries WHERE workspace_id = $1 AND status = 'intercepted' AND id < $2 AND ${ownDeliveries('$4')}
         ORDER BY id DESC LIMIT $3`,
        [workspaceId, id, limit, ownOf],
      ),
    /** What was sent before it was intercepted keeps its place in the inspector. */
    clearIntercepted: ({ workspaceId, ownOf }: Reach) =>
      database.transaction(async (tx) => {
        const those = `workspace_id = $1 AND status = 'intercepted' AND ${ownDeliveries('$2')}`;
        await tx.run(`DELETE FROM deliveries WHERE ${those} AND attempts = 0`, [workspaceId, ownOf]);
        await tx.run(`UPDATE deliveries SET status = 'cancelled' WHERE ${those}`, [workspaceId, ownOf]);
      }),

    /** The conditions are written out: a member's few records are then found by their index among everybody's. */
    attempts({ workspaceId, ownOf }: Reach, event: string | undefined, limit: number, { id }: Position = newest) {
      const params: SqlValue[] = [workspaceId, id, limit];
      const conditions = ['a.workspace_id = $1', 'a.id < $2'];
      if (ownOf !== null) conditions.push(`a.user_id = $${params.push(ownOf)}`, 'deliveries.own = 1');
      if (event !== undefined) conditions.push(`a.event = $${params.push(event)}`);
      return database.all<AttemptRow>(
        `SELECT ${attemptColumns} WHERE ${conditions.join(' AND ')} ORDER BY a.id DESC LIMIT $3`,
        params,
      );
    },
    attempt: ({ workspaceId, ownOf }: Reach, id: string) =>
      database.get<AttemptRow>(
        `SELECT ${attemptColumns} WHERE a.workspace_id = $1 AND a.id = $2 AND ${ownDeliveries('$3')}`,
        [workspaceId, id, ownOf],
      ),

    /** False when the delivery has changed since it was read. */
    async sendAgain({ id, claim, status }: DeliveryRow, now: number): Promise<boolean> {
      const sql = `UPDATE deliveries SET ${again} WHERE id = $2 AND COALESCE(claim, '') = $3 AND status = $4`;
      return (await database.run(sql, [now, id, claim ?? '', status])).changes === 1;
    },
    async countDead(which: DeadLetters): Promise<number> {
      const [where, params] = whereDead(which, 1);
      const sql = `SELECT COUNT(*) AS count FROM deliveries WHERE ${where}`;
      return (await database.get<{ count: number }>(sql, params))?.count ?? 0;
    },
    /** The ids of the webhooks of these deliveries, each once. */
    async replayDead(tx: Transaction, which: DeadLetters, now: number): Promise<string[]> {
      const [where, params] = whereDead(which, 2);
      const sql = `UPDATE deliveries SET ${again} WHERE ${where} RETURNING webhook_id AS id`;
      return (await tx.run<{ id: string }>(sql, [now, ...params])).rows.map(({ id }) => id);
    },

    /** A delivery that is over already: a test, or one that was intercepted. */
    async insertFinal(tx: Transaction, row: DeliveryRow): Promise<void> {
      // Locked as in the fan-out: the webhook may have been deleted while the test was under way.
      if (!(await tx.get('SELECT id FROM workspaces WHERE id = $1 FOR NO KEY UPDATE', [row.workspace_id])))
        throw notFound(`Webhook ${row.webhook_id}`);
      await tx.run(
        `INSERT INTO deliveries (id, workspace_id, webhook_id, event, body, status, cause, attempts, tries, last_status_code, created_at, user_id, own)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10, $11, $12)`,
        [
          row.id,
          row.workspace_id,
          row.webhook_id,
          row.event,
          row.body,
          row.status,
          row.cause,
          row.attempts,
          row.last_status_code,
          row.created_at,
          row.user_id,
          row.own,
        ],
      );
    },
  };
}
