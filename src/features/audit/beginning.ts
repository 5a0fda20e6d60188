import type { Reader } from '../../platform/db/database.ts';
import { auditRows, type Beginning } from './audit.store.ts';
import type { Sealer } from './seal.ts';

/** A log of which nothing was deleted. */
export const firstBeginning: Beginning = {
  seq: 0,
  digest: '',
  at: 0,
  sealedSince: null,
  emptied: 0,
  accounted: 0,
  uncounted: 0,
};

/** What its seal is over. */
export const beginningText = (begins: Beginning): string => {
  const { seq, digest, at, sealedSince, emptied, accounted, uncounted } = begins;
  return JSON.stringify(['beginning', seq, digest, at, sealedSince, emptied, accounted, uncounted]);
};

/** Where the log begins; `genuine` is false when the gateway did not write that down. */
export async function readBeginning(reader: Reader, sealer: Sealer): Promise<Beginning & { genuine: boolean }> {
  const row = await auditRows.beginning(reader);
  if (!row) return { ...firstBeginning, genuine: true };
  const { seal, ...begins } = row;
  return { ...begins, genuine: sealer.check(beginningText(begins), seal) === 'genuine' };
}
