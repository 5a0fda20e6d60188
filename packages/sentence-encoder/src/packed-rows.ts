/** A row of learned numbers is stored as its largest absolute value (a float) and one byte for each number, -127 to 127 of that value. */
export const bytesOfScale = 4;

export function readPackedRow(bytes: Buffer, at: number, size: number): Float32Array {
  const scale = bytes.readFloatLE(at) / 127;
  const values = new Int8Array(bytes.buffer, bytes.byteOffset + at + bytesOfScale, size);
  return Float32Array.from(values, (value) => value * scale);
}
