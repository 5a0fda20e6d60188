/**
 * The signs of a vector, eight to a byte. The larger the angle between two vectors, the more of their sign bits differ.
 */
export function signBits(vector: Float32Array): Uint8Array {
  const bits = new Uint8Array(Math.ceil(vector.length / 8));
  for (let index = 0; index < vector.length; index += 1)
    if ((vector[index] ?? 0) > 0) bits[index >> 3] = (bits[index >> 3] ?? 0) | (1 << (index & 7));
  return bits;
}

/** The same bits as PostgreSQL writes a bit string. */
export function signText(vector: Float32Array): string {
  const digits = Buffer.allocUnsafe(vector.length);
  for (let index = 0; index < vector.length; index += 1) digits[index] = (vector[index] ?? 0) > 0 ? 0x31 : 0x30;
  return digits.toString('latin1');
}

const arrayHeaderBytes = 20;
const realOid = 700;

/** A REAL[] in PostgreSQL's binary form. As text it is three times as long, and each number is written and read. */
export function realArray(vector: Float32Array): Uint8Array {
  const bytes = Buffer.alloc(arrayHeaderBytes + vector.length * 8);
  // One dimension, no nulls, the type, the length, and the first index.
  for (const [place, value] of [1, 0, realOid, vector.length, 1].entries()) bytes.writeInt32BE(value, place * 4);
  for (let index = 0; index < vector.length; index += 1) {
    bytes.writeInt32BE(4, arrayHeaderBytes + index * 8);
    bytes.writeFloatBE(vector[index] ?? 0, arrayHeaderBytes + index * 8 + 4);
  }
  return bytes;
}

export const asBytes = (vector: Float32Array): Uint8Array =>
  new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength);

export function dotProduct(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}
