import type { Database, Transaction } from '../../platform/db/database.ts';
import type { RunError, RunKind, RunStatus } from './run.ts';
import { headStartMs } from './turns.store.ts';

/** Runs that were deferred together, and how many of them may be at work at once, over all nodes. */
export type RunBatch = { id: string; workspaceId: string; maxConcurrency: number };

/** Told in the transaction in which a run of a batch ends, whichever way that is. */
export type OnBatchRunEnd = (
  tx: Transaction,
  end: { runId: string; batchId: string; kind: RunKind; status: RunStatus; error: RunError | null },
  now: number,
) => Promise<void>;

/** A queue of deferred runs: a batch's, or with `batchId` null all that came alone. */
type Lane = { batchId: string | null };

const unended = "status IN ('queued', 'running', 'awaiting_approval')";
/** A run that is parked for an approval takes no place. */
const atWork = `SELECT count(*) FROM runs WHERE batch_id = b.id AND waits_for IS NULL AND ${unended} AND status <> 'awaiting_approval'`;
const waiting = `SELECT 1 FROM runs WHERE batch_id = b.id AND waits_for = 'room' AND ${unended}`;
const mostLanes = 20;
/** So many are released in one transaction, that nodes which look at the same moment share what there is. */
const handful = 8;

const padded = (ids: readonly string[]) => Array.from({ length: handful }, (_, index) => ids[index] ?? '');

/** Deferred runs: who waits for a place, and who is next. */
export function createBackgroundStore(database: Database) {
  /** Nobody is waited for: one that is being cancelled or released elsewhere is passed over. */
  const next = (tx: Transaction, { batchId }: Lane, limit: number) => {
    const lock = tx.engine === 'postgres' ? 'FOR UPDATE SKIP LOCKED' : '';
    return batchId === null
      ? tx.all<{ id: string }>(
          `SELECT id FROM runs WHERE waits_for = 'room' AND batch_id IS NULL AND status = 'queued' ORDER BY id LIMIT $1 ${lock}`,
          [limit],
        )
      : tx.all<{ id: string }>(
          `SELECT id FROM runs WHERE batch_id = $1 AND waits_for = 'room' AND ${unended} AND status = 'queued' ORDER BY id LIMIT $2 ${lock}`,
          [batchId, limit],
        );
  };

  /** Locks the batch, or two nodes would each fill its last place. */
  async function placesIn(tx: Transaction, { batchId }: Lane): Promise<number> {
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

    /** Those with a run that could be begun. The look of a moment: only `release` knows. */
    async lanes(): Promise<Lane[]> {
      const alone = await database.get(
        "SELECT 1 FROM runs WHERE waits_for = 'room' AND batch_id IS NULL AND status = 'queued' LIMIT 1",
      );
      const batches = await database.all<{ id: string }>(
        `SELECT b.id FROM run_batches b WHERE b.open = 1 AND EXISTS (${waiting}) AND b.max_concurrency > (${atWork})
         ORDER BY b.created_at, b.id LIMIT ${mostLanes}`,
      );
      return [...(alone ? [{ batchId: null }] : []), ...batches.map(({ id }) => ({ batchId: id }))];
    },

    /** From now on they are this node's to begin, and after a moment anyone's. */
    release: (lane: Lane, node: string, most: number, now: number): Promise<string[]> =>
      database.transaction(async (tx) => {
        const places = Math.min(most, handful, await placesIn(tx, lane));
        const ids = places > 0 ? (await next(tx, lane, places)).map(({ id }) => id) : [];
        if (ids.length === 0) return [];
        const { rows } = await tx.run<{ id: string }>(
          `UPDATE runs SET waits_for = NULL, node = $1, lease_until = $2
           WHERE id IN (${padded(ids)
             .map((_, index) => `$${index + 3}`)
             .join(', ')}) AND waits_for = 'room' AND status = 'queued' RETURNING id`,
          [node, now + headStartMs, ...padded(ids)],
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
