import type { Database, Transaction } from '../../../platform/db/database.ts';
import { backgroundKinds } from '../run.ts';
import { headStartMs } from './session-queue.store.ts';

/** Runs that were deferred together, and how many of them may be at work at once, over all nodes. */
export type RunBatch = { id: string; workspaceId: string; maxConcurrency: number };

/** A queue of deferred runs of a workspace: a batch's, or with `batchId` null all that came alone. */
type BackgroundQueue = { workspaceId: string; batchId: string | null };

/** A workspace with runs that wait for a place. */
export type WaitingWorkspace = {
  workspaceId: string;
  /** The first of its queue. */
  head: string;
  /** How many of its background runs are at work, over all nodes. */
  atWork: number;
  /** When it was last given places, in turns. */
  turn: number;
};

const unended = "status IN ('queued', 'running', 'awaiting_approval')";
/** A run that is parked for an approval takes no place. */
const atWork = `SELECT count(*) FROM runs WHERE batch_id = b.id AND waits_for IS NULL AND ${unended} AND status <> 'awaiting_approval'`;
// Word for word as the indexes have it, or the embedded engine does not see that they are meant.
const waits = "n.waits_for = 'room' AND n.status = 'queued'";
const queueKey = "COALESCE(n.batch_id, '')";
const inBackground = `w.status = 'running' AND w.kind IN (${backgroundKinds.map((kind) => `'${kind}'`).join(', ')})`;
const mostQueues = 20;
/** So many are released in one transaction, that nodes which look at the same moment share what there is. */
const handful = 8;

/** The first that waits in what comes after a place of the index. */
const firstAfter = (condition: string) =>
  `SELECT n.id FROM runs n WHERE ${waits} AND ${condition} ORDER BY n.workspace_id, ${queueKey}, n.id LIMIT 1`;

const padded = (ids: readonly string[]) => Array.from({ length: handful }, (_, index) => ids[index] ?? '');

/** Deferred runs: who waits for a place, and who is next. */
export function createBackgroundStore(database: Database) {
  /** Nobody is waited for: one that is being cancelled or released elsewhere is passed over. */
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
     * Those with runs that wait, so many from one workspace on: a step of the index for each, whatever waits behind its
     * first. The look of a moment: only `release` knows.
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

    /** Its queues with a run that could be begun. Those of a batch that has all it may have are passed over, and are few. */
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

    /** From now on they are this node's to begin, and after a moment anyone's. */
    release: (from: BackgroundQueue, node: string, most: number, now: number): Promise<string[]> =>
      database.transaction(async (tx) => {
        const places = Math.min(most, handful, await placesIn(tx, from));
        const ids = places > 0 ? (await next(tx, from, places)).map(({ id }) => id) : [];
        if (ids.length === 0) return [];
        const { rows } = await tx.run<{ id: string }>(
          // With its queue: PostgreSQL, which knows little of a table that grows fast, may look for the ids in that index.
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

    /** A batch whose runs have all ended is not looked into any more. */
    closeEnded: () =>
      database.run(
        `UPDATE run_batches SET open = 0 WHERE open = 1
         AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.batch_id = run_batches.id AND ${unended})`,
      ),
  };
}

export type BackgroundStore = ReturnType<typeof createBackgroundStore>;
