import { randomBytes } from 'node:crypto';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { contentDigest, linkDigest, type PersonalFields } from './entry.ts';
import { redacted } from './redaction.ts';
import type { Sealer } from './seal.ts';

export type AuditEntry = {
  /** The person it is about, whose erasure takes the fields below with it. */
  userId?: string | undefined;
  /** Who did it: a user, an API key (`key:<id>` or `bootstrap`), the gateway itself. */
  actor?: string | undefined;
  action: string;
  target?: string | undefined;
  outcome: 'success' | 'failure';
  /** Before and after where something was changed (`changesOf`); values that are secret are taken out here. */
  detail?: Record<string, unknown> | undefined;
  ip?: string | undefined;
};

type Deps = { clock: Clock; requestId: () => string | undefined; sealer: Sealer };

/**
 * Append-only, each row chained to the one before. What may name a person is chained through a salted digest, so that
 * erasing those fields together with the salt leaves every link checkable and nothing to guess from; what happened,
 * when and how it ended is chained as it stands, and is still vouched for after an erasure. Each link is sealed with a key
 * that is not in the database: whoever can write there cannot write the log anew.
 */
export function createAuditLog({ clock, requestId, sealer }: Deps) {
  /** Holds the people that an entry names until the transaction ends; false when one was erased meanwhile. */
  async function holdPeople(tx: Transaction, { userId, actor, target }: AuditEntry): Promise<boolean> {
    const people = new Set([userId, actor, target].filter((id) => id?.startsWith('usr_')) as string[]);
    if (people.size === 0) return true;
    const [one = '', two = '', three = ''] = people;
    const sql = 'SELECT id FROM users WHERE id IN ($1, $2, $3) ORDER BY id FOR NO KEY UPDATE';
    return (await tx.all(sql, [one, two, three])).length === people.size;
  }

  return {
    /** The last thing a transaction does: every other entry, on every node, waits from here to the commit. */
    async append(tx: Transaction, entry: AuditEntry): Promise<void> {
      // Before the head, as an erasure does: it takes the account, and then writes that it did.
      const named = await holdPeople(tx, entry);
      const { userId, actor, action, target, outcome, detail, ip } = entry;
      // The head's row is taken: entries of all nodes stand in one order.
      const { rows } = await tx.run<{ seq: number; digest: string }>(
        'UPDATE audit_head SET seq = seq + 1 WHERE id = 1 RETURNING seq, digest',
      );
      const head = rows[0];
      if (!head) throw new Error('The head of the audit log is missing.');
      const id = newId('aud');
      const at = clock.now();
      const salt = randomBytes(16).toString('hex');
      // What an erasure would have taken is not written after it.
      const personal: PersonalFields = named
        ? [
            userId ?? null,
            actor ?? null,
            target ?? null,
            detail ? JSON.stringify(redacted(detail)) : null,
            ip ?? null,
            requestId() ?? null,
          ]
        : [null, null, null, null, null, null];
      const content = contentDigest(salt, personal);
      const digest = linkDigest(head.digest, { seq: head.seq, id, at, action, outcome }, content);
      await tx.run(
        `INSERT INTO audit_log (seq, id, at, action, outcome, user_id, actor, target, detail, ip, request_id,
           salt, content_digest, previous, digest, seal)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
        [head.seq, id, at, action, outcome, ...personal, salt, content, head.digest, digest, sealer.seal(digest)],
      );
      await tx.run('UPDATE audit_head SET digest = $1 WHERE id = 1', [digest]);
    },

    /**
     * Takes a person out of the log; what happened, and that it happened, stays. The entry that says so counts the rows:
     * one that was emptied without such an entry is found by the check of the chain.
     */
    async erasePerson(tx: Transaction, userId: string): Promise<void> {
      const { changes } = await tx.run(
        `UPDATE audit_log SET user_id = NULL, actor = NULL, target = NULL, detail = NULL, ip = NULL, request_id = NULL, salt = NULL
         WHERE user_id = $1 OR actor = $1 OR target = $1`,
        [userId],
      );
      await this.append(tx, { action: erasure, outcome: 'success', detail: { rows: changes } });
    },
  };
}

export const erasure = 'auth.erase';

export type AuditLog = ReturnType<typeof createAuditLog>;
