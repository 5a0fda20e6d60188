import { newId } from '../../kernel/ids.ts';
import { arrayLiteral } from '../../platform/db/array-literal.ts';
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
  workspaceId: string;
  webhookId: string;
  deliveryId: string;
  event: string;
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

/** Ids in a JSON array as a table named `given`, read the way each engine does it. */
const givenIds: Record<Engine, string> = {
  postgres: 'json_array_elements_text($1::json) AS given(id)',
  sqlite: '(SELECT value AS id FROM json_each($1)) AS given',
};

/** On PostgreSQL what is written about these rows refers to them without the server's asking for each: see 0020. */
const held = (table: string): Record<Engine, string> => ({ postgres: `FOR KEY SHARE OF ${table}`, sqlite: '' });

/** Rows given as columns, for PostgreSQL. */
const columns = (...types: ('text' | 'int' | 'bigint')[]) =>
  `unnest(${types.map((type, index) => `$${index + 1}::${type}[]`).join(', ')})`;
const givenDeliveries = columns('text', 'text', 'text', 'text', 'text', 'text', 'bigint', 'text', 'bigint');
const givenVerdicts = columns('text', 'text', 'text', 'int', 'int', 'bigint', 'int');
const givenAttempts = columns(
  ...(['text', 'text', 'text', 'text', 'text', 'text', 'int', 'text'] as const),
  ...(['int', 'text', 'bigint', 'text', 'bigint'] as const),
);

type Plain = string | number | null;
type Fields<Row> = readonly (keyof Row & string)[];
/** As PostgreSQL is given them, and as SQLite is, one statement a row: taking a list apart takes it twice as long. */
const asColumns = <Row extends Record<string, Plain>>(rows: readonly Row[], fields: Fields<Row>) =>
  fields.map((field) => arrayLiteral(rows.map((row) => row[field] as Plain)));
const asRows = <Row extends Record<string, Plain>>(rows: readonly Row[], fields: Fields<Row>) =>
  rows.map((row) => fields.map((field) => row[field] as Plain));

const deliveryColumns = 'id, workspace_id, webhook_id, event, body, status, due_at, claim, created_at';
const deliveryFields: Fields<NewDelivery> = [
  ...(['id', 'workspaceId', 'webhookId', 'event', 'body'] as const),
  ...(['status', 'dueAt', 'claim', 'createdAt'] as const),
];
const verdictFields: Fields<Verdict> = ['id', 'claim', 'status', 'attempts', 'tries', 'dueAt', 'statusCode'];
const attemptColumns = `id, workspace_id, webhook_id, delivery_id, event, url, attempt, cause, status_code, response_body,
  latency_ms, error, created_at`;
const attemptFields: Fields<Attempt> = [
  ...(['id', 'workspaceId', 'webhookId', 'deliveryId', 'event', 'url', 'attempt', 'cause'] as const),
  ...(['statusCode', 'responseBody', 'latencyMs', 'error', 'createdAt'] as const),
];

const due = 'webhook_id = $1 AND due_at <= $2 ORDER BY due_at LIMIT $3';
const take = 'UPDATE deliveries SET claim = $4, due_at = $5';
const taken = 'id, workspace_id AS "workspaceId", event, body, cause, attempts, tries, claim';

/** PostgreSQL may run a locking subquery twice, hence the CTE; the array keeps the plan on the primary key. */
const claimSql: Record<Engine, string> = {
  postgres: `WITH due AS (SELECT id FROM deliveries WHERE ${due} FOR UPDATE SKIP LOCKED)
    ${take} WHERE id = ANY (ARRAY(SELECT id FROM due)) RETURNING ${taken}`,
  sqlite: `${take} WHERE id IN (SELECT id FROM deliveries WHERE ${due}) RETURNING ${taken}`,
};

/** The same way, and for the same reasons. */
const waiting = 'SELECT id FROM events WHERE waiting = 1 ORDER BY id LIMIT $1';
const fannedOut = 'id, workspace_id, type, data, created_at';
const takeEventsSql: Record<Engine, string> = {
  postgres: `WITH waiting AS (${waiting} FOR UPDATE SKIP LOCKED)
    DELETE FROM events WHERE id = ANY (ARRAY(SELECT id FROM waiting)) RETURNING ${fannedOut}`,
  sqlite: `DELETE FROM events WHERE id IN (${waiting}) RETURNING ${fannedOut}`,
};

export type QueueStore = ReturnType<typeof createQueueStore>;

/** The worker's side of events and deliveries. */
export function createQueueStore(database: Database) {
  const { engine } = database;
  return {
    transaction: database.transaction,

    hasWaitingEvents: async (): Promise<boolean> =>
      (await database.get('SELECT id FROM events WHERE waiting = 1 LIMIT 1')) !== undefined,
    /** Deleted with the commit that writes their deliveries, which have all of them; another node takes others. */
    async takeEvents(tx: Transaction, limit: number): Promise<WaitingEvent[]> {
      const { rows } = await tx.run<WaitingEvent>(takeEventsSql[engine], [limit]);
      return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
    },
    /** Their workspaces are held: none of them is deleted before its deliveries are there to be deleted with it. */
    subscribers: (tx: Transaction, workspaceIds: readonly string[]) =>
      tx.all<Subscriber>(
        `SELECT webhooks.id, webhooks.workspace_id, webhooks.events, workspaces.webhook_test_mode AS test_mode
         FROM ${givenIds[engine]} JOIN workspaces ON workspaces.id = given.id
         JOIN webhooks ON webhooks.workspace_id = workspaces.id AND webhooks.enabled = 1 ${held('workspaces')[engine]}`,
        [JSON.stringify(workspaceIds)],
      ),
    async insert(tx: Transaction, deliveries: readonly NewDelivery[]): Promise<void> {
      if (engine === 'sqlite')
        await tx.runEach(
          `INSERT INTO deliveries (${deliveryColumns}, cause) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'event')`,
          asRows(deliveries, deliveryFields),
        );
      else
        await tx.run(
          `INSERT INTO deliveries (${deliveryColumns}, cause) SELECT given.*, 'event' FROM ${givenDeliveries} AS given`,
          asColumns(deliveries, deliveryFields),
        );
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
        const changes = await tx.runEach(
          `UPDATE deliveries SET status = $3, attempts = $4, tries = $5, due_at = $6, claim = NULL,
             last_status_code = COALESCE($7, last_status_code) WHERE id = $1 AND claim = $2`,
          asRows(verdicts, verdictFields),
        );
        return new Set(verdicts.flatMap(({ id }, index) => (changes[index] ? [id] : [])));
      }
      // One order for all: two batches that overlap cannot block each other. By the array besides, because PostgreSQL
      // takes every list for a hundred rows and may scan the table.
      const inOrder = verdicts.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      const params = asColumns(inOrder, verdictFields);
      const { changes } = await tx.run(
        `UPDATE deliveries SET status = given.status, attempts = given.attempts, tries = given.tries, due_at = given.due_at,
           claim = NULL, last_status_code = COALESCE(given.status_code, last_status_code)
         FROM ${givenVerdicts} AS given(id, claim, status, attempts, tries, due_at, status_code)
         WHERE deliveries.id = ANY ($1::text[]) AND deliveries.id = given.id AND deliveries.claim = given.claim`,
        params,
      );
      if (changes === verdicts.length) return new Set(verdicts.map(({ id }) => id));
      // Seldom: which of them this transaction wrote.
      const settled = await tx.all<{ id: string }>(
        'SELECT id FROM deliveries WHERE id = ANY ($1::text[]) AND xmin = pg_current_xact_id()::xid',
        params.slice(0, 1),
      );
      return new Set(settled.map(({ id }) => id));
    },
    /**
     * A POST is a fact whoever holds the delivery by now; only a delivery that is gone takes its records along. `sure`:
     * the deliveries were settled in this transaction, so they are there.
     */
    async record(tx: Transaction, attempts: readonly Attempt[], sure: boolean): Promise<void> {
      if (engine === 'sqlite')
        await tx.runEach(
          `INSERT INTO webhook_attempts (${attemptColumns})
           SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13 ${sure ? '' : 'FROM deliveries WHERE id = $4'}`,
          asRows(attempts, attemptFields),
        );
      else
        await tx.run(
          `INSERT INTO webhook_attempts (${attemptColumns}) SELECT given.* FROM ${givenAttempts} AS given(${attemptColumns})
           ${sure ? '' : `JOIN deliveries ON deliveries.id = given.delivery_id ${held('deliveries').postgres}`}`,
          asColumns(attempts, attemptFields),
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
