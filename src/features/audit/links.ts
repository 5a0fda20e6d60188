import { dayMs } from '../../kernel/clock.ts';
import type { AuditRow } from './audit.store.ts';
import { contentDigest, linkDigest, type PersonalFields } from './entry.ts';
import type { Sealer } from './seal.ts';

/** An entry that was found genuine, and what is known of those before it. */
export type Place = {
  seq: number;
  digest: string;
  at: number;
  /** When the first entry under a seal was written; null before it. */
  sealedSince: number | null;
  /** Whether a seal was under a key that this gateway has. */
  known: boolean;
};
/** Nodes of the version before may still write while a new one begins to seal. */
const minglingMs = dayMs;

/** The first entry that is not as it was written. */
export class Broken extends Error {
  readonly seq: number;

  constructor(seq: number, reason: string) {
    super(reason);
    this.seq = seq;
  }
}

const personalOf = (row: AuditRow): PersonalFields => [
  row.user_id,
  row.actor,
  row.target,
  row.detail,
  row.ip,
  row.request_id,
];

export function requireGenuine(row: AuditRow, before: Place): void {
  if (row.seq !== before.seq + 1) throw new Broken(before.seq + 1, 'is missing');
  if (row.previous !== before.digest) throw new Broken(row.seq, 'does not follow the one before');
  const personal = personalOf(row);
  if (row.salt === null) {
    if (personal.some((field) => field !== null)) throw new Broken(row.seq, 'is half erased');
  } else if (row.content_digest !== contentDigest(row.salt, personal)) throw new Broken(row.seq, 'has other content');
  if (row.digest !== linkDigest(before.digest, row, row.content_digest)) throw new Broken(row.seq, 'breaks the chain');
}

/** Keys change in one direction: what is under one that is gone comes before what is under one of today's. */
export function sealing(row: AuditRow, before: Place, sealer: Sealer): Pick<Place, 'sealedSince' | 'known'> {
  const { sealedSince, known } = before;
  if (row.seal === null) {
    const mingled = sealedSince === null || (row.at <= sealedSince + minglingMs && row.at >= before.at - 60_000);
    if (!mingled) throw new Broken(row.seq, 'was written without the gateway’s key');
    return { sealedSince, known };
  }
  const verdict = sealer.check(row.digest, row.seal);
  if (verdict === 'forged') throw new Broken(row.seq, 'bears a forged seal');
  if (verdict === 'unknown' && known) throw new Broken(row.seq, 'bears the seal of another key than the gateway’s');
  return { sealedSince: sealedSince ?? row.at, known: known || verdict === 'genuine' };
}
