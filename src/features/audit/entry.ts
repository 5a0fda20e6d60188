import { createHash } from 'node:crypto';

/** The fields that may name a person, in the order of the digest. */
export type PersonalFields = readonly [
  userId: string | null,
  actor: string | null,
  target: string | null,
  detail: string | null,
  ip: string | null,
  requestId: string | null,
];
export type OpenFields = { seq: number; id: string; at: number; action: string; outcome: string };

const sha256 = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** Over the fields that an erasure deletes together with the salt. Without the salt nothing can be guessed from it. */
export const contentDigest = (salt: string, personal: PersonalFields): string => sha256([salt, ...personal]);

/** Over the fields that stay, chained to the entry before. */
export const linkDigest = (previous: string, { seq, id, at, action, outcome }: OpenFields, content: string): string =>
  sha256([previous, seq, id, at, action, outcome, content]);
