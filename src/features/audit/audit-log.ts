import { randomBytes } from 'node:crypto';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { auditRows, erasure } from './audit.store.ts';
import { contentDigest, linkDigest, type PersonalFields } from './entry.ts';
import { redacted } from './redaction.ts';
import type { Sealer } from './seal.ts';

export type AuditEntry = {
  /** The person it is about. Erasing the person empties the fields below. */
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

/** The request at work, and the personal key that it was sent with. */
type Context = { requestId?: string | undefined; keyId?: string | undefined };
type Deps = { clock: Clock; context: () => Context | undefined; sealer: Sealer };

/**
 * Append-only; each row is chained to the one before. Fields that may name a person enter the chain as a salted digest:
 * after an erasure has deleted the fields and the salt, every link can still be checked and nothing can be guessed from
 * the digest. Action, time and outcome are chained as they are and stay provable after an erasure. Each link is sealed
 * with a key that is not in the database: write access to the database is not enough to rewrite the log.
 */
export function createAuditLog({ clock, context, sealer }: Deps) {
  /** Holds the people that an entry names until the transaction ends; false when one was erased meanwhile. */
  async function holdPeople(tx: Transaction, { userId, actor, target }: AuditEntry): Promise<boolean> {
    const people = new Set([userId, actor, target].filter((id) => id?.startsWith('usr_')) as string[]);
    if (people.size === 0) return true;
    return (await auditRows.holdPeople(tx, [...people])) === people.size;
  }

  return {
    /** Must be the last statement of a transaction: entries of all nodes wait from here until the commit. */
    async append(tx: Transaction, entry: AuditEntry): Promise<void> {
      // Accounts are locked before the head, in the same order as in an erasure.
      const named = await holdPeople(tx, entry);
      const { userId, actor, action, target, outcome, ip } = entry;
      const { requestId, keyId } = context() ?? {};
      // What a program does with somebody's key is that person's act, and can be told from their own.
      const detail = keyId === undefined ? entry.detail : { ...entry.detail, keyId };
      const { seq, digest: previous } = await auditRows.takeHead(tx);
      const open = { seq, id: newId('aud', clock.now()), at: clock.now(), action, outcome };
      const salt = randomBytes(16).toString('hex');
      // A named person was erased meanwhile: the entry is written without naming anyone.
      const personal: PersonalFields = named
        ? [
            userId ?? null,
            actor ?? null,
            target ?? null,
            detail ? JSON.stringify(redacted(detail)) : null,
            ip ?? null,
            requestId ?? null,
          ]
        : [null, null, null, null, null, null];
      const content = contentDigest(salt, personal);
      const digest = linkDigest(previous, open, content);
      await auditRows.append(tx, { ...open, personal, salt, content, previous, digest, seal: sealer.seal(digest) });
    },

    /**
     * Removes a person from the log; actions and times stay. The entry of the erasure counts the rows it emptied, so
     * the check of the chain finds a row that was emptied without one.
     */
    async erasePerson(tx: Transaction, userId: string): Promise<void> {
      const rows = await auditRows.emptyRowsOf(tx, userId);
      await this.append(tx, { action: erasure, outcome: 'success', detail: { rows } });
    },
  };
}

export type AuditLog = ReturnType<typeof createAuditLog>;
