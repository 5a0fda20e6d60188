import type { Database, Engine, Transaction } from '../../../platform/db/database.ts';
import { madeBy, makerStands, testModeHolds } from '../conditions.store.ts';
import type { Cause, DeliveryStatus } from '../deliveries.store.ts';
import type { Audience } from '../standing.ts';
import { type Column, givenRows, type PlainRow } from './given-rows.ts';

export type Subscriber = {
  id: string;
  workspace_id: string;
  created_by: string;
  audience: Audience;
  events: string;
  test_mode: number;
  paused: number;
};

export type NewDelivery = {
  id: string;
  workspaceId: string;
  /** The person it is about; `own` is 1 when it goes to that person's own webhook. */
  userId: string | null;
  own: 0 | 1;
  webhookId: string;
  event: string;
  body: string;
  status: DeliveryStatus;
  attempts: number;
  tries: number;
  dueAt: number | null;
  claim: string | null;
  statusCode: number | null;
  createdAt: number;
};

export type Claimed = {
  id: string;
  workspaceId: string;
  userId: string | null;
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
  userId: string | null;
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

/** The new state of a delivery, written if the claim still holds. */
export type Verdict = {
  id: string;
  claim: string;
  status: DeliveryStatus;
  attempts: number;
  tries: number;
  dueAt: number | null;
  statusCode: number | null;
};

/** What came of a delivery. `attempt` is set when a POST was made or tried. */
export type Result = { webhookId: string; verdict: Verdict; attempt?: Attempt & { success: boolean } };

/** Ids in a JSON array as a table named `given`, read the way each engine does it. */
const givenIds: Record<Engine, string> = {
  postgres: 'json_array_elements_text($1::json) AS given(id)',
  sqlite: '(SELECT value AS id FROM json_each($1)) AS given',
};

/** Locked once here, because on PostgreSQL the rows written about them have no foreign keys: see migration 0020. */
const held = (tables: string): Record<Engine, string> => ({ postgres: `FOR KEY SHARE OF ${tables}`, sqlite: '' });

const subscribersOf = (
  given: string,
) => `SELECT webhooks.id, webhooks.workspace_id, webhooks.created_by, webhooks.audience, webhooks.events,
    CASE WHEN ${testModeHolds} THEN 1 ELSE 0 END AS test_mode,
    CASE WHEN workspaces.disabled_at IS NULL THEN 0 ELSE 1 END AS paused
  FROM ${given} JOIN workspaces ON workspaces.id = given.id
  JOIN webhooks ON webhooks.workspace_id = workspaces.id AND webhooks.enabled = 1
  JOIN ${madeBy} AND ${makerStands}`;
const subscribersSql: Record<Engine, string> = {
  postgres: subscribersOf(givenIds.postgres),
  sqlite: subscribersOf(givenIds.sqlite),
};

const holdSql = `SELECT webhooks.id FROM ${givenIds.postgres} JOIN webhooks ON webhooks.id = given.id
  JOIN workspaces ON workspaces.id = webhooks.workspace_id JOIN ${madeBy} ${held('workspaces, maker').postgres}`;

const deliveryColumns: readonly Column<NewDelivery>[] = [
  { field: 'id', name: 'id', type: 'text', own: true },
  { field: 'workspaceId', name: 'workspace_id', type: 'text' },
  { field: 'webhookId', name: 'webhook_id', type: 'text' },
  { field: 'event', name: 'event', type: 'text' },
  { field: 'body', name: 'body', type: 'text', own: true },
  { field: 'status', name: 'status', type: 'text' },
  { field: 'dueAt', name: 'due_at', type: 'bigint' },
  { field: 'claim', name: 'claim', type: 'text' },
  { field: 'createdAt', name: 'created_at', type: 'bigint' },
  { field: 'userId', name: 'user_id', type: 'text' },
  { field: 'own', name: 'own', type: 'int' },
  { field: 'attempts', name: 'attempts', type: 'int' },
  { field: 'tries', name: 'tries', type: 'int' },
  { field: 'statusCode', name: 'last_status_code', type: 'int' },
];
const verdictColumns: readonly Column<Verdict>[] = [
  { field: 'id', name: 'id', type: 'text', own: true },
  { field: 'claim', name: 'claim', type: 'text', own: true },
  { field: 'status', name: 'status', type: 'text' },
  { field: 'attempts', name: 'attempts', type: 'int' },
  { field: 'tries', name: 'tries', type: 'int' },
  { field: 'dueAt', name: 'due_at', type: 'bigint' },
  { field: 'statusCode', name: 'status_code', type: 'int' },
];
const attemptColumns: readonly Column<Attempt>[] = [
  { field: 'id', name: 'id', type: 'text', own: true },
  { field: 'workspaceId', name: 'workspace_id', type: 'text' },
  { field: 'webhookId', name: 'webhook_id', type: 'text' },
  { field: 'deliveryId', name: 'delivery_id', type: 'text', own: true },
  { field: 'event', name: 'event', type: 'text' },
  { field: 'url', name: 'url', type: 'text' },
  { field: 'attempt', name: 'attempt', type: 'int' },
  { field: 'cause', name: 'cause', type: 'text' },
  { field: 'statusCode', name: 'status_code', type: 'int' },
  { field: 'responseBody', name: 'response_body', type: 'text', own: true },
  { field: 'latencyMs', name: 'latency_ms', type: 'bigint', own: true },
  { field: 'error', name: 'error', type: 'text' },
  { field: 'createdAt', name: 'created_at', type: 'bigint', own: true },
  { field: 'userId', name: 'user_id', type: 'text' },
];

const namesOf = (columns: readonly { name: string }[]) => columns.map(({ name }) => name).join(', ');
const placesOf = (columns: readonly object[]) => columns.map((_, index) => `$${index + 1}`).join(', ');
/** For SQLite, one statement a row: unpacking a list took twice as long. */
const asRows = <Row extends PlainRow>(rows: readonly Row[], columns: readonly Column<Row>[]) =>
  rows.map((row) => columns.map(({ field }) => row[field] as PlainRow[string]));

const insertSql = `INSERT INTO deliveries (${namesOf(deliveryColumns)}, cause)`;
const recordSql = `INSERT INTO webhook_attempts (${namesOf(attemptColumns)})`;
/** For PostgreSQL. */
const insertion = givenRows(deliveryColumns, ({ all, from }) => `${insertSql} SELECT ${all}, 'event' FROM ${from}`);
const recording = givenRows(attemptColumns, ({ all, from }) => `${recordSql} SELECT ${all} FROM ${from}`);
const recordingIfThere = givenRows(
  attemptColumns,
  ({ all, from }) => `${recordSql} SELECT ${all} FROM ${from}
    JOIN deliveries ON deliveries.id = given.delivery_id ${held('deliveries').postgres}`,
);
/** Also filtered by the array: PostgreSQL estimates every list at a hundred rows and may scan the table. */
const settlement = givenRows(
  verdictColumns,
  ({
    of,
    from,
  }) => `UPDATE deliveries SET status = ${of('status')}, attempts = ${of('attempts')}, tries = ${of('tries')},
      due_at = ${of('due_at')}, claim = NULL, last_status_code = COALESCE(${of('status_code')}, last_status_code)
    FROM ${from}
    WHERE deliveries.id = ANY ($1::text[]) AND deliveries.id = given.id AND deliveries.claim = given.claim`,
);

/** Deliveries of a suspended workspace wait. */
const suspended = 'SELECT w.id FROM workspaces w WHERE w.disabled_at IS NOT NULL';
const due = `webhook_id = $1 AND due_at >= $6 AND due_at <= $2 AND workspace_id NOT IN (${suspended}) ORDER BY due_at LIMIT $3`;
const take = 'UPDATE deliveries SET claim = $4, due_at = $5';
const taken = 'id, workspace_id AS "workspaceId", user_id AS "userId", event, body, cause, attempts, tries, claim';

/** PostgreSQL may run a locking subquery twice, hence the CTE; the array keeps the plan on the primary key. */
const claimSql: Record<Engine, string> = {
  postgres: `WITH due AS (SELECT id, due_at FROM deliveries WHERE ${due} FOR UPDATE SKIP LOCKED)
    ${take} WHERE id = ANY (ARRAY(SELECT id FROM due)) RETURNING ${taken}, (SELECT min(due_at) FROM due) AS "firstDueAt"`,
  sqlite: `${take} WHERE id IN (SELECT id FROM deliveries WHERE ${due}) RETURNING ${taken}, NULL AS "firstDueAt"`,
};

/** Rows erased at a time: the embedded engine has one writer. */
const portion = 500;
const workspaceDeletions = [
  `DELETE FROM deliveries WHERE id IN
     (SELECT id FROM deliveries WHERE webhook_id IN (SELECT id FROM webhooks WHERE workspace_id = $1) LIMIT ${portion})`,
  `DELETE FROM webhook_attempts WHERE id IN (SELECT id FROM webhook_attempts WHERE workspace_id = $1 LIMIT ${portion})`,
];
const personDeletions = [
  `DELETE FROM deliveries WHERE id IN (SELECT id FROM deliveries WHERE user_id = $1 LIMIT ${portion})`,
  `DELETE FROM webhook_attempts WHERE id IN (SELECT id FROM webhook_attempts WHERE user_id = $1 LIMIT ${portion})`,
];

export type QueueStore = ReturnType<typeof createQueueStore>;

/** The worker's side of deliveries. */
export function createQueueStore(database: Database) {
  const { engine } = database;
  return {
    transaction: database.transaction,

    /**
     * Locks the workspaces and the webhooks' makers, so that none is deleted before its deliveries are written and can
     * be deleted with it. A webhook whose maker has left, or lost the role it needs, gets nothing.
     */
    subscribers: (tx: Transaction, workspaceIds: readonly string[]) =>
      tx.all<Subscriber>(`${subscribersSql[engine]} ${held('workspaces, maker')[engine]}`, [
        JSON.stringify(workspaceIds),
      ]),
    /** The same without locks, for a transaction that waits for others before it calls `hold`. */
    subscribersNow: (tx: Transaction, workspaceIds: readonly string[]) =>
      tx.all<Subscriber>(subscribersSql[engine], [JSON.stringify(workspaceIds)]),
    /** Locks what `subscribers` locks, and returns those of these webhooks that are still there. On PostgreSQL. */
    async hold(tx: Transaction, webhookIds: readonly string[]): Promise<Set<string>> {
      const rows = await tx.all<{ id: string }>(holdSql, [JSON.stringify(webhookIds)]);
      return new Set(rows.map(({ id }) => id));
    },
    async insert(tx: Transaction, deliveries: readonly NewDelivery[]): Promise<void> {
      if (engine === 'sqlite')
        await tx.runEach(
          `${insertSql} VALUES (${placesOf(deliveryColumns)}, 'event')`,
          asRows(deliveries, deliveryColumns),
        );
      else await tx.run(...insertion(deliveries));
    },

    /** Of those that are due from a time on; with when the first of them was, where that matters. */
    async claim(webhookId: string, limit: number, claim: string, now: number, leaseUntil: number, from = 0) {
      const params = [webhookId, now, limit, claim, leaseUntil, from];
      const { rows } = await database.run<Claimed & { firstDueAt: number | null }>(claimSql[engine], params);
      const claimed: Claimed[] = rows.sort((a, b) => (a.id < b.id ? -1 : 1));
      return { claimed, firstDueAt: rows[0]?.firstDueAt ?? null };
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
         FROM lanes WHERE id IS NOT NULL AND NOT EXISTS
           (SELECT 1 FROM webhooks WHERE webhooks.id = lanes.id AND webhooks.workspace_id IN (${suspended}))`,
      ),
    /** The same of these webhooks only, each from a time on. On PostgreSQL. */
    upcomingOf: async (webhooks: readonly { id: string; from: number }[]) =>
      database.all<{ webhookId: string; dueAt: number }>(
        `SELECT "webhookId", "dueAt" FROM (
           SELECT given.id AS "webhookId",
             (SELECT MIN(due_at) FROM deliveries WHERE webhook_id = given.id AND due_at >= given."from") AS "dueAt"
           FROM json_to_recordset($1::json) AS given(id TEXT, "from" BIGINT)
         ) AS lanes
         WHERE "dueAt" IS NOT NULL AND NOT EXISTS
           (SELECT 1 FROM webhooks WHERE webhooks.id = "webhookId" AND webhooks.workspace_id IN (${suspended}))`,
        [JSON.stringify(webhooks)],
      ),
    /** On the embedded engine nobody else can be sending: what is claimed was left by a process that died. */
    dropClaims: (now: number) =>
      database.run('UPDATE deliveries SET claim = NULL, due_at = $1 WHERE due_at IS NOT NULL AND claim IS NOT NULL', [
        now,
      ]),

    /** Returns the ids whose claim still held; other rows are not changed. */
    async settle(tx: Transaction, verdicts: readonly Verdict[]): Promise<Set<string>> {
      if (engine === 'sqlite') {
        const changes = await tx.runEach(
          `UPDATE deliveries SET status = $3, attempts = $4, tries = $5, due_at = $6, claim = NULL,
             last_status_code = COALESCE($7, last_status_code) WHERE id = $1 AND claim = $2`,
          asRows(verdicts, verdictColumns),
        );
        return new Set(verdicts.flatMap(({ id }, index) => (changes[index] ? [id] : [])));
      }
      // One order for all: two batches that overlap cannot block each other.
      const [sql, params] = settlement(verdicts.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
      const { changes } = await tx.run(sql, params);
      if (changes === verdicts.length) return new Set(verdicts.map(({ id }) => id));
      // Rare: some claims were lost, so ask which rows this transaction wrote.
      const settled = await tx.all<{ id: string }>(
        'SELECT id FROM deliveries WHERE id = ANY ($1::text[]) AND xmin = pg_current_xact_id()::xid',
        params.slice(0, 1),
      );
      return new Set(settled.map(({ id }) => id));
    },
    /**
     * A POST is recorded even when the claim was lost, unless the delivery is deleted. `sure`:
     * the deliveries were settled in this transaction, so they are there.
     */
    async record(tx: Transaction, attempts: readonly Attempt[], sure: boolean): Promise<void> {
      if (engine === 'sqlite')
        await tx.runEach(
          sure
            ? `${recordSql} VALUES (${placesOf(attemptColumns)})`
            : `${recordSql} SELECT ${placesOf(attemptColumns)} FROM deliveries WHERE id = $4`,
          asRows(attempts, attemptColumns),
        );
      else await tx.run(...(sure ? recording : recordingIfThere)(attempts));
    },

    /** Deletes a person's deliveries and attempts in portions; the rest goes with the account. Attempts last, as in migration 0020. */
    async eraseMost(userId: string): Promise<void> {
      for (const deletion of personDeletions) while ((await database.run(deletion, [userId])).changes === portion);
    },

    /** The same for a workspace. */
    async eraseMostOfWorkspace(workspaceId: string): Promise<void> {
      for (const deletion of workspaceDeletions)
        while ((await database.run(deletion, [workspaceId])).changes === portion);
    },
  };
}
