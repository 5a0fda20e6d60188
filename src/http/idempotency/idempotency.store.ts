import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { deleteByTime } from '../../platform/db/by-age.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import type { IdempotentRequest } from './idempotency.ts';

const keptMs = 24 * 3_600_000;

export type StoredAnswer = { status: number; body: string };

export function createIdempotency(clock: Clock) {
  return {
    /**
     * Stores the key in the transaction that does the work, so that key, effect and answer are committed together. A
     * concurrent request waits for this commit and then finds the answer.
     */
    async claim(tx: Transaction, { key, userId, requestDigest }: IdempotentRequest): Promise<StoredAnswer | undefined> {
      const now = clock.now();
      await tx.run('DELETE FROM idempotency_keys WHERE key = $1 AND created_at < $2', [key, now - keptMs]);
      const { changes } = await tx.run(
        'INSERT INTO idempotency_keys (key, user_id, request_digest, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT (key) DO NOTHING',
        [key, userId, requestDigest, now],
      );
      if (changes === 1) return undefined;
      const row = await tx.get<{ request_digest: string; status: number | null; body: string | null }>(
        'SELECT request_digest, status, body FROM idempotency_keys WHERE key = $1',
        [key],
      );
      if (row?.request_digest !== requestDigest)
        throw new AppError('idempotency_mismatch', 'This Idempotency-Key was used with another body.');
      if (row.status === null || row.body === null)
        throw new AppError('idempotency_in_flight', 'The first request with this Idempotency-Key is still running.', {
          retryAfterSeconds: 1,
        });
      return { status: row.status, body: row.body };
    },

    /**
     * For a run: its answer is derived from the run, so only the run id is stored. Returns the run that has the key
     * already, if any.
     */
    async claimForRun(
      tx: Transaction,
      request: IdempotentRequest,
      runId: string,
    ): Promise<{ runId: string } | undefined> {
      const now = clock.now();
      const { changes } = await tx.run(
        `INSERT INTO idempotency_keys (key, user_id, request_digest, run_id, created_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (key) DO UPDATE SET request_digest = $3, run_id = $4, created_at = $5 WHERE idempotency_keys.created_at < $6`,
        [request.key, request.userId, request.requestDigest, runId, now, now - keptMs],
      );
      return changes === 1 ? undefined : this.find(tx, request);
    },

    async find(
      reader: Pick<Database, 'get'>,
      { key, requestDigest }: IdempotentRequest,
    ): Promise<{ runId: string } | undefined> {
      const row = await reader.get<{ request_digest: string; run_id: string }>(
        'SELECT request_digest, run_id FROM idempotency_keys WHERE key = $1 AND created_at >= $2',
        [key, clock.now() - keptMs],
      );
      if (!row) return undefined;
      if (row.request_digest !== requestDigest)
        throw new AppError('idempotency_mismatch', 'This Idempotency-Key was used with another body.');
      return { runId: row.run_id };
    },

    async store(
      tx: Pick<Transaction, 'run'>,
      { key }: IdempotentRequest,
      status: number,
      body: unknown,
    ): Promise<void> {
      await tx.run('UPDATE idempotency_keys SET status = $2, body = $3 WHERE key = $1', [
        key,
        status,
        JSON.stringify(body),
      ]);
    },

    /**
     * The answer to a batch contains people's ids. The key itself stays: without it a retry would start the batch
     * again.
     */
    erasePerson: (tx: Transaction, userId: string) =>
      tx.run(
        "UPDATE idempotency_keys SET body = replace(body, $1, 'erased') WHERE user_id IS NULL AND body LIKE '%' || $1 || '%'",
        [userId],
      ),

    /** Deletes stored answers about a workspace. */
    eraseWorkspace: (tx: Transaction, workspaceId: string) =>
      tx.run("DELETE FROM idempotency_keys WHERE body LIKE '%' || $1 || '%'", [workspaceId]),

    old: (database: Database) =>
      deleteByTime(database, { table: 'idempotency_keys', column: 'created_at', before: clock.now() - keptMs }),
  };
}

export type Idempotency = ReturnType<typeof createIdempotency>;
