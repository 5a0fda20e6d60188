import { setImmediate as nextTurn } from 'node:timers/promises';
import { iso } from '../../kernel/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Anchors } from './anchors.ts';
import { auditRows } from './audit.store.ts';
import { firstBeginning, readBeginning } from './beginning.ts';
import { Broken, type Place, requireGenuine, sealing } from './links.ts';
import type { Sealer } from './seal.ts';

/** Rows between two turns of the event loop: some 4 ms of digests. */
const batchRows = 200;

type Deps = {
  database: Reader;
  sealer: Sealer;
  anchors?: Pick<Anchors, 'contradicted' | 'reach'>;
  oldRowsAtOnce?: number;
};

export type ChainCheck = {
  entries: number;
  /** How many of them were checked this time. */
  checked: number;
  /** The first entry that was changed or is missing; null when there is none. */
  brokenAt: number | null;
  reason: string | null;
  /** The last entry that an anchor outside the log covers. */
  anchoredAt: number;
};

/**
 * Checks the audit log. A log of up to `oldRowsAtOnce` rows is checked whole every time; of a longer one, all rows
 * since the last check and the next `oldRowsAtOnce` of the old ones, so that a change anywhere is found in time without
 * reading millions of rows at once. `whole` checks all. The end of the last check is remembered: a log that was cut
 * short or rewritten does not match it.
 */
export function createChainCheck({ database, sealer, anchors, oldRowsAtOnce = 20_000 }: Deps) {
  const unseen: Place = { ...firstBeginning, known: false };
  let newest = unseen;
  /** How far the walk through the old rows has come. */
  let walked = unseen;
  let begins = firstBeginning;

  async function walk(from: Place, last: number): Promise<Place> {
    let place = from;
    while (place.seq < last) {
      const rows = await auditRows.after(database, place.seq, last, batchRows);
      if (rows.length === 0) throw new Broken(place.seq + 1, 'is missing');
      for (const row of rows) {
        requireGenuine(row, place);
        place = { seq: row.seq, digest: row.digest, at: row.at, ...sealing(row, place, sealer) };
      }
      await nextTurn();
    }
    return place;
  }

  async function placeAt(seq: number): Promise<Place> {
    const row = await auditRows.rowAt(database, seq);
    if (!row) throw new Broken(seq, 'is missing');
    const { digest, at, seal, since } = row;
    const firstAt = since === null ? undefined : await auditRows.timeAt(database, since);
    const known = seal !== null && sealer.check(digest, seal) === 'genuine';
    return { seq, digest, at, sealedSince: begins.sealedSince ?? firstAt ?? null, known };
  }

  /** A row that was emptied without an erasure is one more than the erasures account for. */
  async function requireErasuresAccountedFor(): Promise<void> {
    const rows = await auditRows.erasures(database);
    const counts = rows.map(({ detail }) => (JSON.parse(detail ?? '{}') as { rows?: number }).rows);
    // An erasure from before these counts were kept.
    if (counts.includes(undefined)) return;
    if (begins.uncounted > 0) return;
    const accounted = counts.reduce<number>((sum, count) => sum + (count ?? 0), begins.accounted);
    const [first] = rows;
    const emptied = (first?.erased ?? 0) + begins.emptied;
    if (emptied !== accounted)
      throw new Broken(
        first?.last ?? 0,
        `or one before it was emptied: ${emptied} are, and erasures account for ${accounted}`,
      );
  }

  async function check(whole: boolean): Promise<number> {
    const head = await auditRows.head(database);
    if (!head) throw new Broken(0, 'has no head');
    if (head.seq < newest.seq) throw new Broken(head.seq + 1, 'is missing');
    const { genuine, ...place } = await readBeginning(database, sealer);
    if (!genuine || place.seq < begins.seq) throw new Broken(place.seq, 'is not where the gateway began the log');
    begins = place;
    const beginning: Place = { ...begins, known: false };
    if (newest.seq <= begins.seq) newest = beginning;
    const all = whole || head.seq - begins.seq <= oldRowsAtOnce;
    // The end first; the walk from the beginning comes to where it started.
    if (!all && newest === beginning) newest = await placeAt(head.seq - oldRowsAtOnce);
    let old = all ? beginning : walked;
    if (old.seq >= newest.seq || old.seq < begins.seq) old = beginning;
    const oldEnd = all ? newest.seq : Math.min(newest.seq, old.seq + oldRowsAtOnce);
    walked = await walk(old, oldEnd);
    if (walked.seq === newest.seq && walked.digest !== newest.digest)
      throw new Broken(newest.seq, 'is another than was seen before');
    const checked = walked.seq - old.seq + head.seq - newest.seq;
    const end = await walk(newest, head.seq);
    if (end.digest !== head.digest) throw new Broken(head.seq, 'is not where the log says it ends');
    if (end.sealedSince !== null && !end.known)
      throw new Broken(end.seq, 'bears the seal of a key that this gateway does not have');
    const misfit = await anchors?.contradicted(database);
    if (misfit) throw new Broken(misfit.seq, `is not as it was anchored at ${iso(misfit.at)}, or is missing`);
    // A row beyond the head was not appended by the log.
    const beyond = await auditRows.beyondHead(database);
    if (beyond) throw new Broken(beyond.seq, 'stands after the end');
    await requireErasuresAccountedFor();
    newest = end;
    return checked;
  }

  /** Entries that were deleted for their age while the check came by are not missing. */
  async function checkTwice(whole: boolean): Promise<number> {
    try {
      return await check(whole);
    } catch (error) {
      if (!(error instanceof Broken) || (await readBeginning(database, sealer)).seq < error.seq) throw error;
      return check(whole);
    }
  }

  let last: Promise<unknown> = Promise.resolve();

  /** One check at a time: two at once would overwrite each other's position. */
  return function verifyChain({ whole = false }: { whole?: boolean } = {}): Promise<ChainCheck> {
    const result = last.then(async (): Promise<ChainCheck> => {
      try {
        const checked = await checkTwice(whole);
        const anchoredAt = (await anchors?.reach()) ?? 0;
        return { entries: newest.seq - begins.seq, checked, brokenAt: null, reason: null, anchoredAt };
      } catch (error) {
        if (!(error instanceof Broken)) throw error;
        walked = unseen;
        const reason = `Entry ${error.seq} ${error.message}.`;
        return { entries: newest.seq - begins.seq, checked: 0, brokenAt: error.seq, reason, anchoredAt: 0 };
      }
    });
    last = result.catch(() => undefined);
    return result;
  };
}
