import type { Database, Transaction } from '../../platform/db/database.ts';

/** This message has a run already. */
export class Repeated extends Error {
  readonly runId: string;

  constructor(runId: string) {
    super('This message came before.');
    this.runId = runId;
  }
}

/** Recent messages, shared by all nodes. */
export function createReceiptStore(database: Database) {
  return {
    /**
     * In the transaction that admits the run. Throws `Repeated` when the message already has a run. A failed run does
     * not count: a sender that repeats its message wants an answer.
     */
    async take(
      tx: Transaction,
      receipt: { channelId: string; digest: string; runId: string; expiresAt: number },
      now: number,
    ): Promise<void> {
      const { channelId, digest, runId, expiresAt } = receipt;
      const { rows } = await tx.run<{ run_id: string; expires_at: number }>(
        `INSERT INTO channel_receipts (channel_id, digest, run_id, expires_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (channel_id, digest) DO UPDATE SET channel_id = excluded.channel_id RETURNING run_id, expires_at`,
        [channelId, digest, runId, expiresAt],
      );
      const first = rows[0];
      if (!first || first.run_id === runId) return;
      // A second statement, because the one above may have begun before the run it waited for was committed.
      const run = await tx.get<{ status: string }>('SELECT status FROM runs WHERE id = $1', [first.run_id]);
      const over = !run || run.status === 'failed' || run.status === 'cancelled';
      if (!over && first.expires_at > now) throw new Repeated(first.run_id);
      await tx.run('UPDATE channel_receipts SET run_id = $3, expires_at = $4 WHERE channel_id = $1 AND digest = $2', [
        channelId,
        digest,
        runId,
        expiresAt,
      ]);
    },

    forgetOld: (now: number) => database.run('DELETE FROM channel_receipts WHERE expires_at <= $1', [now]),
  };
}

export type ReceiptStore = ReturnType<typeof createReceiptStore>;
