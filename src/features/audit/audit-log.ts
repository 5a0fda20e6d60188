import { randomBytes } from 'node:crypto';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { auditRows, erasure } from './audit.store.ts';
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
 * that is not in the database: write access to the database is not enough to rewrite the log.
 */
export function createAuditLog({ clock, requestId, sealer }: Deps) {
  /** Holds the people that an entry names until the transaction ends; false when one was erased meanwhile. */
  async function holdPeople(tx: Transaction, { userId, actor, target }: AuditEntry): Promise<boolean> {
    const people = new Set([userId, actor, target].filter((id) => id?.startsWith('usr_')) as string[]);
    if (people.size === 0) return true;
    return (await auditRows.holdPeople(tx, [...people])) === people.size;
  }

  return {
    /** The last thing a transaction does: every other entry, on every node, waits from here to the commit. */
    async append(tx: Transaction, entry: AuditEntry): Promise<void> {
      // Before the head, as an erasure does: it takes the account, and then writes that it did.
      const named = await holdPeople(tx, entry);
      const { userId, actor, action, target, outcome, detail, ip } = entry;
      const { seq, digest: previous } = await auditRows.takeHead(tx);
      const open = { seq, id: newId('aud', clock.now()), at: clock.now(), action, outcome };
      const salt = randomBytes(16).toString('hex');
      // Someone was erased meanwhile: nothing that names them is written after it.
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
      const digest = linkDigest(previous, open, content);
      await auditRows.append(tx, { ...open, personal, salt, content, previous, digest, seal: sealer.seal(digest) });
    },

    /**
     * Takes a person out of the log; what happened stays. The entry of the erasure counts the rows it emptied: a row that
     * was emptied without such an entry is found by the check of the chain.
     */
    async erasePerson(tx: Transaction, userId: string): Promise<void> {
      const rows = await auditRows.emptyRowsOf(tx, userId);
      await this.append(tx, { action: erasure, outcome: 'success', detail: { rows } });
    },
  };
}

export type AuditLog = ReturnType<typeof createAuditLog>;
