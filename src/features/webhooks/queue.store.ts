import { newId } from '../../kernel/ids.ts';
import type { Database, Engine, Transaction } from '../../platform/db/database.ts';
import type { Cause, DeliveryStatus } from './deliveries.store.ts';

export type WaitingEvent = { id: string; workspace_id: string; type: string; data: string; created_at: number };
export type Subscriber = { id: string; workspace_id: string; events: string; test_mode: number };

export type NewDelivery = {
  id: string;
  workspaceId: string;
  webhookId: string;
  event: string;
  body: string;
  status: Extract<DeliveryStatus, 'pending' | 'intercepted'>;
  dueAt: number | null;
  claim: string | null;
  createdAt: number;
};

export type Claimed = {
  id: string;
  workspaceId: string;
  event: string;
  body: string;
  cause: Cause;
  attempts: number;
  tries: number;
  claim: string;
};

export type Attempt = {
  id: string;
  deliveryId: string;
  url: string;
  attempt: number;
  cause: Cause | 'retry';
  statusCode: number | null;
  responseBody: string | null;
  latencyMs: number;
  error: string | null;
  createdAt: number;
};

/** What becomes of a delivery, if the claim still holds. */
export type Verdict = {
  id: string;
  claim: string;
  status: DeliveryStatus;
  attempts: number;
  tries: number;
  dueAt: number | null;
  statusCode: number | null;
};

type Column = readonly [name: string, type: 'TEXT' | 'BIGINT'];

/** The rows of a JSON array as a table named `given`, read the way each engine does it. */
const given = (columns: readonly Column[]): Record<Engine, string> => ({
  postgres: `json_to_recordset($1::json) AS given(${columns.map(([name, type]) => `"${name}" ${type}`).join(', ')})`,
  sqlite: `(SELECT ${columns.map(([name]) => `value ->> '${name}' AS "${name}"`).join(', ')} FROM json_each($1)) AS given`,
});

const text = (...names: string[]): Column[] => names.map((name) => [name, 'TEXT']);
const numbers = (...names: string[]): Column[] => names.map((name) => [name, 'BIGINT']);

const givenIds = given(text('id'));
const givenDeliveries = given([
  ...text('id', 'workspaceId', 'webhookId', 'event', 'body', 'status', 'claim'),
  ...numbers('dueAt', 'createdAt'),
]).postgres;
const givenVerdicts = given([
  ...text('id', 'claim', 'status'),
  ...numbers('attempts', 'tries', 'dueAt', 'statusCode'),
]).postgres;
const givenAttempts = given([
  ...text('id', 'deliveryId', 'url', 'cause', 'responseBody', 'error'),
  ...numbers('attempt', 'statusCode', 'latencyMs', 'createdAt'),
]).postgres;

const due = 'webhook_id = $1 AND due_at <= $2 ORDER BY due_at LIMIT $3';
const take = 'UPDATE deliveries SET claim = $4, due_at = $5';
const taken = 'id, workspace_id AS "workspaceId", event, body, cause, attempts, tries, claim';

/** PostgreSQL may run a locking subquery twice, hence the CTE; the array keeps the plan on the primary key. */
const claimSql: Record<Engine, string> = {
  postgres: `WITH due AS (SELECT id FROM deliveries WHERE ${due} FOR UPDATE SKIP LOCKED)
    ${take} WHERE id = ANY (ARRAY(SELECT id FROM due)) RETURNING ${taken}`,
  sqlite: `${take} WHERE id IN (SELECT id FROM deliveries WHERE ${due}) RETURNING ${taken}`,
};

const waitingSql: Record<Engine, string> = {
  postgres:
    'SELECT id, workspace_id, type, data, created_at FROM events WHERE waiting = 1 ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED',
  sqlite: 'SELECT id, workspace_id, type, data, created_at FROM events WHERE waiting = 1 ORDER BY id LIMIT $1',
};

// One order for all: two batches that overlap cannot block each other.
const list = (rows: readonly { id: string }[]) => JSON.stringify(rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)));

export type QueueStore = ReturnType<typeof createQueueStore>;

/** The worker's side of events and deliveries. */
export function createQueueStore(database: Database) {
  const { engine } = database;
  return {
    transaction: database.transaction,

    hasWaitingEvents: async (): Promise<boolean> =>
      (await database.get('SELECT id FROM events WHERE waiting = 1 LIMIT 1')) !== undefined,
    /** Held until the commit: another node takes others. */
    waitingEvents: (tx: Transaction, limit: number) => tx.all<WaitingEvent>(waitingSql[engine], [limit]),
    subscribers: (tx: Transaction, workspaceIds: readonly string[]) =>
      tx.all<Subscriber>(
        `SELECT webhooks.id, webhooks.workspace_id, webhooks.events, workspaces.webhook_test_mode AS test_mode
         FROM ${givenIds[engine]} JOIN workspaces ON workspaces.id = given.id
         JOIN webhooks ON webhooks.workspace_id = workspaces.id AND webhooks.enabled = 1`,
        [JSON.stringify(workspaceIds.map((id) => ({ id })))],
      ),
    async insert(tx: Transaction, deliveries: readonly NewDelivery[]): Promise<void> {
      if (engine === 'sqlite') {
        // One statement a row: taking a JSON array apart took SQLite twice as long.
        for (const { id, workspaceId, webhookId, event, body, status, dueAt, claim, createdAt } of deliveries)
          await tx.run(
            `INSERT INTO deliveries (id, workspace_id, webhook_id, event, body, status, cause, due_at, claim, created_at)
             VALUES ($1, $2, $3, $4, $5, $6, 'event', $7, $8, $9)`,
            [id, workspaceId, webhookId, event, body, status, dueAt, claim, createdAt],
          );
        return;
      }
      await tx.run(
        `INSERT INTO deliveries (id, workspace_id, webhook_id, event, body, status, cause, due_at, claim, created_at)
         SELECT given.id, given."workspaceId", given."webhookId", given.event, given.body, given.status, 'event', given."dueAt",
           given.claim, given."createdAt" FROM ${givenDeliveries}`,
        [JSON.stringify(deliveries)],
      );
    },
    async fannedOut(tx: Transaction, events: readonly { id: string }[]): Promise<void> {
      const ids = JSON.stringify(events.map(({ id }) => ({ id })));
      await tx.run(`UPDATE events SET waiting = 0 WHERE id IN (SELECT given.id FROM ${givenIds[engine]})`, [ids]);
    },

    async claim(webhookId: string, limit: number, claim: string, now: number, leaseUntil: number): Promise<Claimed[]> {
      const { rows } = await database.run<Claimed>(claimSql[engine], [webhookId, now, limit, claim, leaseUntil]);
      return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
    },

    /** Every webhook with something to send and when its first is due: one step through the index for each. */
    upcoming: () =>
      database.all<{ webhookId: string; dueAt: number }>(
        `WITH RECURSIVE lanes (id) AS (
           SELECT MIN(webhook_id) FROM deliveries WHERE due_at IS NOT NULL
           UNION ALL
           SELECT (SELECT MIN(webhook_id) FROM deliveries WHERE due_at IS NOT NULL AND webhook_id > lanes.id)
             FROM lanes WHERE lanes.id IS NOT NULL
         )
         SELECT id AS "webhookId", (SELECT MIN(due_at) FROM deliveries WHERE webhook_id = lanes.id AND due_at IS NOT NULL) AS "dueAt"
         FROM lanes WHERE id IS NOT NULL`,
      ),
    /** On the embedded engine nobody else can be sending: what is claimed was left by a process that died. */
    dropClaims: (now: number) =>
      database.run('UPDATE deliveries SET claim = NULL, due_at = $1 WHERE due_at IS NOT NULL AND claim IS NOT NULL', [
        now,
      ]),

    /** The ids of those whose claim still held; the others are untouched. */
    async settle(tx: Transaction, verdicts: readonly Verdict[]): Promise<Set<string>> {
      if (engine === 'sqlite') {
        const held = new Set<string>();
        for (const { id, claim, status, attempts, tries, dueAt, statusCode } of verdicts) {
          const { changes } = await tx.run(
            `UPDATE deliveries SET status = $3, attempts = $4, tries = $5, due_at = $6, claim = NULL,
               last_status_code = COALESCE($7, last_status_code) WHERE id = $1 AND claim = $2`,
            [id, claim, status, attempts, tries, dueAt, statusCode],
          );
          if (changes > 0) held.add(id);
        }
        return held;
      }
      // The array, because PostgreSQL takes every JSON array for 100 rows and may scan the table.
      const { rows: settled } = await tx.run<{ id: string }>(
        `UPDATE deliveries SET status = given.status, attempts = given.attempts, tries = given.tries, due_at = given."dueAt",
           claim = NULL, last_status_code = COALESCE(given."statusCode", last_status_code)
         FROM ${givenVerdicts}
         WHERE deliveries.id = ANY (ARRAY(SELECT given.id FROM ${givenVerdicts})) AND deliveries.id = given.id AND deliveries.claim = given.claim
         RETURNING deliveries.id`,
        [list(verdicts)],
      );
      return new Set(settled.map(({ id }) => id));
    },
    /** A POST is a fact whoever holds the delivery by now; only a delivery that is gone takes its records along. */
    async record(tx: Transaction, attempts: readonly Attempt[]): Promise<void> {
      if (engine === 'sqlite') {
        for (const one of attempts)
          await tx.run(
            `INSERT INTO webhook_attempts (id, workspace_id, webhook_id, delivery_id, event, url, attempt, cause, status_code,
               response_body, latency_ms, error, created_at)
             SELECT $1, workspace_id, webhook_id, id, event, $3, $4, $5, $6, $7, $8, $9, $10 FROM deliveries WHERE id = $2`,
            [
              ...[one.id, one.deliveryId, one.url, one.attempt, one.cause, one.statusCode],
              ...[one.responseBody, one.latencyMs, one.error, one.createdAt],
            ],
          );
        return;
      }
      await tx.run(
        `INSERT INTO webhook_attempts (id, workspace_id, webhook_id, delivery_id, event, url, attempt, cause, status_code,
           response_body, latency_ms, error, created_at)
         SELECT given.id, d.workspace_id, d.webhook_id, d.id, d.event, given.url, given.attempt, given.cause, given."statusCode",
           given."responseBody", given."latencyMs", given.error, given."createdAt"
         FROM ${givenAttempts} JOIN deliveries d ON d.id = given."deliveryId"`,
        [JSON.stringify(attempts)],
      );
    },

    /** A thousand rows at a time: nobody waits long for the writer. */
    async forgetBefore(timeMs: number): Promise<void> {
      const oldest = (prefix: 'evt' | 'dlv' | 'att') => newId(prefix, timeMs).slice(0, prefix.length + 11);
      const forget = async (table: string, condition: string, id: string) => {
        const rows = `SELECT id FROM ${table} WHERE id < $1 AND ${condition} LIMIT 1000`;
        while ((await database.run(`DELETE FROM ${table} WHERE id IN (${rows})`, [id])).changes > 0);
      };
      await forget('webhook_attempts', 'TRUE', oldest('att'));
      await forget('deliveries', 'due_at IS NULL', oldest('dlv'));
      await forget('events', 'waiting = 0', oldest('evt'));
    },
  };
}
