import { createHash } from 'node:crypto';

const modulus = 1n << 256n;

/** A row as one text that no other row has: each value behind its length in bytes, or a dash for none. */
const asText = (values: readonly (string | null)[]): string =>
  values.map((value) => (value === null ? '-' : `${Buffer.byteLength(value)}:${value}`)).join('');

export const rowDigest = (values: readonly (string | null)[]): string =>
  createHash('sha256').update(asText(values)).digest('hex');

/** The same, made by PostgreSQL of what it stored: only the digest comes over the wire. */
export const rowDigestSql = (expressions: readonly string[]): string => {
  const parts = expressions.map((text) => `coalesce(octet_length(${text}) || ':' || ${text}, '-')`);
  return `encode(sha256(convert_to(${parts.join(' || ')}, 'UTF8')), 'hex')`;
};

/** Rows in any order: the engines sort text differently. A sum, because an exclusive or would not see a row twice. */
export function createTableDigest() {
  let rows = 0;
  let sum = 0n;
  return {
    add(digest: string): void {
      rows += 1;
      sum = (sum + BigInt(`0x${digest}`)) % modulus;
    },
    result: () => ({ rows, checksum: sum.toString(16).padStart(64, '0') }),
  };
}

export type TableDigest = { rows: number; checksum: string };
