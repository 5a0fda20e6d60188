import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import type { Transaction } from '../../platform/db/database.ts';

export type AuditEntry = {
  /** The person it is about, whose erasure takes the fields below with it. */
  userId?: string | undefined;
  /** Who did it: a user, an API key, the gateway itself. */
  actor?: string | undefined;
  action: string;
  target?: string | undefined;
  outcome: 'success' | 'failure';
  detail?: Record<string, unknown> | undefined;
  ip?: string | undefined;
};

const sha256 = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/**
 * Append-only, each row chained to the one before. What may name a person is chained through a salted digest, so that
 * erasing those fields together with the salt leaves every link checkable and nothing to guess from; what happened,
 * when and how it ended is chained as it stands, and is still vouched for after an erasure.
 */
export function createAuditLog({ clock, requestId }: { clock: Clock; requestId: () => string | undefined }) {
  return {
    /** The last thing a transaction does: every other entry, on every node, waits from here to the commit. */
    async append(tx: Transaction, { userId, actor, action, target, outcome, detail, ip }: AuditEntry): Promise<void> {
      // The head's row is taken: entries of all nodes stand in one order.
      const { rows } = await tx.run<{ seq: number; digest: string }>(
        'UPDATE audit_head SET seq = seq + 1 WHERE id = 1 RETURNING seq, digest',
      );
      const head = rows[0];
      if (!head) throw new Error('The head of the audit log is missing.');
      const id = newId('aud');
      const at = clock.now();
      const salt = randomBytes(16).toString('hex');
      const personal = [
        userId ?? null,
        actor ?? null,
        target ?? null,
        detail ? JSON.stringify(detail) : null,
        ip ?? null,
        requestId() ?? null,
      ];
      const content = sha256([salt, ...personal]);
      const digest = sha256([head.digest, head.seq, id, at, action, outcome, content]);
      await tx.run(
        `INSERT INTO audit_log (seq, id, at, action, outcome, user_id, actor, target, detail, ip, request_id,
           salt, content_digest, previous, digest)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
        [head.seq, id, at, action, outcome, ...personal, salt, content, head.digest, digest],
      );
      await tx.run('UPDATE audit_head SET digest = $1 WHERE id = 1', [digest]);
    },

    /** Takes a person out of the log; what happened, and that it happened, stays. */
    async erasePerson(tx: Transaction, userId: string): Promise<void> {
      await tx.run(
        `UPDATE audit_log SET user_id = NULL, actor = NULL, target = NULL, detail = NULL, ip = NULL, request_id = NULL, salt = NULL
         WHERE user_id = $1 OR actor = $1 OR target = $1`,
        [userId],
      );
    },
  };
}

export type AuditLog = ReturnType<typeof createAuditLog>;
