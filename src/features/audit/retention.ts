import type { Log } from '../../kernel/log.ts';
import type { Database } from '../../platform/db/database.ts';
import type { DeletePortion } from '../../platform/work/cleaning.ts';
import { type AuditRow, auditRows, type Beginning, erasure } from './audit.store.ts';
import { beginningText, readBeginning } from './beginning.ts';
import { Broken, type Place, requireGenuine, sealing } from './links.ts';
import type { Sealer } from './seal.ts';

type Deps = { database: Database; sealer: Sealer; log: Log };

/** What the entries accounted for goes on being accounted for. */
function without(begins: Beginning, row: AuditRow, place: Place): Beginning {
  const isErasure = row.action === erasure;
  const rows = isErasure ? (JSON.parse(row.detail ?? '{}') as { rows?: number }).rows : 0;
  return {
    seq: row.seq,
    digest: row.digest,
    at: row.at,
    sealedSince: place.sealedSince,
    emptied: begins.emptied + (row.salt === null ? 1 : 0),
    accounted: begins.accounted + (rows ?? 0),
    uncounted: begins.uncounted + (rows === undefined ? 1 : 0),
  };
}

/**
 * Deletes the oldest entries. The last of them stays behind as the beginning of the log, under the gateway's seal, so that
 * the rest can still be checked. Each entry is checked before it goes: nothing that was tampered with is deleted, nor
 * anything after it. The newest entry always stays.
 */
export function createAuditRetention({ database, sealer, log }: Deps) {
  /** How many of the rows are too old and as they were written. */
  function genuineFrom(begins: Beginning, rows: readonly AuditRow[], before: number) {
    let last = begins;
    let place: Place = { ...begins, known: false };
    let deleted = 0;
    try {
      for (const row of rows) {
        if (row.at >= before) break;
        requireGenuine(row, place);
        place = { seq: row.seq, digest: row.digest, at: row.at, ...sealing(row, place, sealer) };
        last = without(last, row, place);
        deleted += 1;
      }
    } catch (error) {
      if (error instanceof Broken) return { deleted, last, broken: error };
      throw error;
    }
    return { deleted, last, broken: undefined };
  }

  const deletePortion = (before: number, limit: number) =>
    database.transaction(async (tx) => {
      // Held: no two nodes move the beginning at once.
      const head = await auditRows.lockHead(tx);
      const { genuine, ...begins } = await readBeginning(tx, sealer);
      if (!genuine) {
        const broken = new Broken(begins.seq, 'is not where the gateway began the log');
        return { deleted: 0, next: undefined, broken };
      }
      const rows = await auditRows.after(tx, begins.seq, (head?.seq ?? 0) - 1, limit);
      const { deleted, last, broken } = genuineFrom(begins, rows, before);
      if (deleted > 0) {
        await auditRows.deleteThrough(tx, last.seq);
        await auditRows.putBeginning(tx, { ...last, seal: sealer.seal(beginningText(last)) });
      }
      return { deleted, next: deleted === limit ? last.seq : undefined, broken };
    });

  return {
    before:
      (time: number): DeletePortion<number> =>
      async (_after, limit) => {
        const { deleted, next, broken } = await deletePortion(time, limit);
        if (broken)
          log.error({ seq: broken.seq, reason: broken.message }, 'the audit log is broken: its old entries are kept');
        return { deleted, next };
      },
  };
}
