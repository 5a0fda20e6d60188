import type { Database, Transaction } from '../../../platform/db/database.ts';
import { backgroundKinds } from '../run.ts';
import { headStartMs } from './session-queue.store.ts';

/** Runs that were deferred together, and how many of them may be worked on at once, over all nodes. */
export type RunBatch = { id: string; workspaceId: string; maxConcurrency: number };

/** A queue of deferred runs of a workspace: those of a batch, or with `batchId` null those without a batch. */
type BackgroundQueue = { workspaceId: string; batchId: string | null };

/** A workspace with runs that wait for a place. */
export type WaitingWorkspace = {
  workspaceId: string;
  /** The first run of its queue. */
  head: string;
  /** How many of its background runs are at work, over all nodes. */
  atWork: number;
  /** Its number in the order in which workspaces were last given places. */
  turn: number;
};

const unended = "status IN ('queued', 'running', 'awaiting_approval')";
/** A parked run takes no place. */
const atWork = `SELECT count(*) FROM runs WHERE batch_id = b.id AND waits_for IS NULL AND ${unended} AND status <> 'awaiting_approval'`;
// The same text as in the indexes; otherwise SQLite does not use them.
const waits = "n.waits_for = 'room' AND n.status = 'queued'";
const queueKey = "COALESCE(n.batch_id, '')";
const inBackground = `w.status = 'running' AND (${backgroundKinds.map((kind) => `w.kind = '${kind}'`).join(' OR ')})`;
const mostQueues = 20;
/** The most runs released in one transaction, so that nodes that look at the same time share them. */
const handful = 8;

/** The first waiting run after a position in the index. */
const firstAfter = (condition: string) =>
  `SELECT n.id FROM runs n WHERE ${waits} AND ${condition} ORDER BY n.workspace_id, ${queueKey}, n.id LIMIT 1`;

const padded = (ids: readonly string[]) => Array.from({ length: handful }, (_, index) => ids[index] ?? '');

/** Deferred runs that wait for a place, and their order. */
export function createBackgroundStore(database: Database) {
  /** Skips runs that are locked because they are being cancelled or released. */
  const next = (tx: Transaction, { workspaceId, batchId }: BackgroundQueue, limit: number) => {
    const lock = tx.engine === 'postgres' ? 'FOR UPDATE SKIP LOCKED' : '';
    return tx.all<{ id: string }>(
      `SELECT n.id FROM runs n WHERE ${waits} AND n.workspace_id = $1 AND ${queueKey} = $2 ORDER BY n.id LIMIT $3 ${lock}`,
      [workspaceId, batchId ?? '', limit],
    );
  };

  /** Locks the batch, or two nodes would each fill its last place. */
  async function placesIn(tx: Transaction, { batchId }: BackgroundQueue): Promise<number> {
    if (batchId === null) return handful;
    const batch = await tx.get<{ max_concurrency: number }>(
      'SELECT max_concurrency FROM run_batches WHERE id = $1 FOR UPDATE',
      [batchId],
    );
    const taken = await tx.get<{ taken: number }>(`SELECT (${atWork}) AS taken FROM run_batches b WHERE b.id = $1`, [
      batchId,
    ]);
    return (batch?.max_concurrency ?? 0) - (taken?.taken ?? 0);
  }

  return {
    async insertBatch(tx: Transaction, { id, workspaceId, maxConcurrency }: RunBatch, now: number): Promise<void> {
      await tx.run('INSERT INTO run_batches (id, workspace_id, max_concurrency, created_at) VALUES ($1, $2, $3, $4)', [
        id,
        workspaceId,
        maxConcurrency,
        now,
      ]);
    },

    /**
     * The next workspaces after `workspaceId` that have waiting runs. It takes one index step for each workspace, however
     * many runs wait there. A snapshot: `release` checks again.
     */
    waitingAfter: (workspaceId: string, limit: number): Promise<WaitingWorkspace[]> =>
      database.all<WaitingWorkspace>(
        `WITH RECURSIVE queues (head, workspace_id, place) AS (
           SELECT r.id, r.workspace_id, 1 FROM runs r WHERE r.id = (${firstAfter('n.workspace_id > $1')})
           UNION ALL
           SELECT r.id, r.workspace_id, q.place + 1
           FROM queues q JOIN runs r ON r.id = (${firstAfter('n.workspace_id > q.workspace_id')}) WHERE q.place < $2
         )
         SELECT q.workspace_id AS "workspaceId", q.head, COALESCE(t.turn, 0) AS turn,
           (SELECT count(*) FROM runs w WHERE w.workspace_id = q.workspace_id AND ${inBackground}) AS "atWork"
         FROM queues q LEFT JOIN background_turns t ON t.workspace_id = q.workspace_id ORDER BY q.place`,
        [workspaceId, limit],
      ),

    /** The workspace's queues from which a run could begin. Batches at their limit, which are few, are skipped. */
    queuesOf: (workspaceId: string): Promise<BackgroundQueue[]> =>
      database.all<BackgroundQueue>(
        `WITH RECURSIVE queues (head, batch_id, queue_key) AS (
           SELECT r.id, r.batch_id, COALESCE(r.batch_id, '') FROM runs r WHERE r.id = (${firstAfter('n.workspace_id = $1')})
           UNION ALL
           SELECT r.id, r.batch_id, COALESCE(r.batch_id, '')
           FROM queues l JOIN runs r ON r.id = (${firstAfter(`n.workspace_id = $1 AND ${queueKey} > l.queue_key`)})
         )
         SELECT CAST($1 AS TEXT) AS "workspaceId", l.batch_id AS "batchId" FROM queues l
         WHERE l.batch_id IS NULL OR (SELECT b.max_concurrency FROM run_batches b WHERE b.id = l.batch_id)
           > (SELECT (${atWork}) FROM run_batches b WHERE b.id = l.batch_id)
         LIMIT ${mostQueues}`,
        [workspaceId],
      ),

    /** Gives runs to this node. If it does not begin them within the head start, any node may. */
    release: (from: BackgroundQueue, node: string, most: number, now: number): Promise<string[]> =>
      database.transaction(async (tx) => {
        const places = Math.min(most, handful, await placesIn(tx, from));
        const ids = places > 0 ? (await next(tx, from, places)).map(({ id }) => id) : [];
        if (ids.length === 0) return [];
        const { rows } = await tx.run<{ id: string }>(
          // The queue is in the condition because PostgreSQL, whose statistics lag behind a growing table, may use its index.
          `UPDATE runs AS n SET waits_for = NULL, node = $1, lease_until = $2
           WHERE n.workspace_id = $3 AND ${queueKey} = $4 AND ${waits} AND n.id IN (${padded(ids)
             .map((_, index) => `$${index + 5}`)
             .join(', ')}) RETURNING id`,
          [node, now + headStartMs, from.workspaceId, from.batchId ?? '', ...padded(ids)],
        );
        await tx.run(
          `INSERT INTO background_turns (workspace_id, turn)
           SELECT CAST($1 AS TEXT), COALESCE(max(turn), 0) + 1 FROM background_turns WHERE true
           ON CONFLICT (workspace_id) DO UPDATE SET turn = excluded.turn`,
          [from.workspaceId],
        );
        return rows.map(({ id }) => id).sort();
      }),

    /** Closes the batches whose runs have all ended, so that they are not read again. */
    closeEnded: () =>
      database.run(
        `UPDATE run_batches SET open = 0 WHERE open = 1
         AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.batch_id = run_batches.id AND ${unended})`,
      ),
  };
}

export type BackgroundStore = ReturnType<typeof createBackgroundStore>;
