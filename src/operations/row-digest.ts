import { createHash } from 'node:crypto';

const modulus = 1n << 256n;

/** A row as an unambiguous text: each value after its length in bytes, or a dash for null. */
const asText = (values: readonly (string | null)[]): string =>
  values.map((value) => (value === null ? '-' : `${Buffer.byteLength(value)}:${value}`)).join('');

export const rowDigest = (values: readonly (string | null)[]): string =>
  createHash('sha256').update(asText(values)).digest('hex');

/** The same computed by PostgreSQL from the stored row: only the digest is sent. */
export const rowDigestSql = (expressions: readonly string[]): string => {
  const parts = expressions.map((text) => `coalesce(octet_length(${text}) || ':' || ${text}, '-')`);
  return `encode(sha256(convert_to(${parts.join(' || ')}, 'UTF8')), 'hex')`;
};

/**
 * Independent of the order of rows, because the engines sort text differently. A sum, because with an exclusive or a
 * duplicated row would not be seen.
 */
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
