import { createHash } from 'node:crypto';

/** What may name a person, in the order in which it is digested. */
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

/** Of what an erasure takes away together with its salt: nothing can be guessed from the digest then. */
export const contentDigest = (salt: string, personal: PersonalFields): string => sha256([salt, ...personal]);

/** Of what stays, chained to the entry before. */
export const linkDigest = (previous: string, { seq, id, at, action, outcome }: OpenFields, content: string): string =>
  sha256([previous, seq, id, at, action, outcome, content]);
