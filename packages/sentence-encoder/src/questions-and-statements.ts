import { readFileSync } from 'node:fs';
import { createMatrixProduct, toPanels } from './matrix-product.ts';
import { normalise } from './normalise.ts';

export const learnedFile = new URL('./questions-and-statements.bin', import.meta.url);
const bytesOfScale = 4;
/** Vectors multiplied together. */
const mostRows = 16;

/** A text is embedded as a question, or as a statement that may answer one. */
export type Role = 'question' | 'statement';

type Turn = (vectors: readonly Float32Array[]) => Float32Array[];

/**
 * The model gives texts with the same meaning similar vectors, but a question does not mean the same as its answer. Two
 * matrices, learned from 7,560 questions about 56 invented people (`scripts/learn-questions.ts`), move questions closer
 * to their answers and statements closer to their questions: v + v · M, scaled to length 1. This takes less than 0.1
 * ms.
 */
export function readTurns(bytes = readFileSync(learnedFile)): Record<Role, Turn> {
  const half = bytes.length / 2;
  const matrices = [unpack(bytes.subarray(0, half)), unpack(bytes.subarray(half))] as const;
  const area = matrices[0].length;
  const size = Math.sqrt(area);
  const { numbers, addProduct } = createMatrixProduct(2 * area + 2 * mostRows * size);
  const vectors = { at: 2 * area, stride: size };
  const turned = { at: 2 * area + mostRows * size, stride: size };

  function createTurn(matrix: Float32Array, at: number): Turn {
    toPanels(matrix, size, numbers.subarray(at, at + area));
    const turn = (some: readonly Float32Array[]): Float32Array[] => {
      for (const [row, vector] of some.entries())
        for (const { at: start } of [vectors, turned]) numbers.set(vector, start + row * size);
      addProduct(some.length, vectors, { at, rows: size, columns: size }, turned);
      return some.map((_, row) => normalise(numbers.slice(turned.at + row * size, turned.at + (row + 1) * size)));
    };
    return (all) =>
      Array.from({ length: Math.ceil(all.length / mostRows) }, (_, index) =>
        turn(all.slice(index * mostRows, (index + 1) * mostRows)),
      ).flat();
  }
  return { question: createTurn(matrices[0], 0), statement: createTurn(matrices[1], area) };
}

/**
 * Each row is stored as its largest absolute value (a float) and one byte for each number, -127 to 127 of that value.
 */
export function pack(matrix: Float32Array): Buffer {
  const size = Math.sqrt(matrix.length);
  const bytes = Buffer.alloc(size * (bytesOfScale + size));
  for (let row = 0; row < size; row += 1) {
    const values = matrix.subarray(row * size, (row + 1) * size);
    const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const start = row * (bytesOfScale + size);
    bytes.writeFloatLE(largest, start);
    for (const [column, value] of values.entries())
      bytes.writeInt8(largest === 0 ? 0 : Math.round((value / largest) * 127), start + bytesOfScale + column);
  }
  return bytes;
}

function unpack(bytes: Buffer): Float32Array {
  const size = (Math.sqrt(bytesOfScale ** 2 + 4 * bytes.length) - bytesOfScale) / 2;
  const matrix = new Float32Array(size * size);
  for (let row = 0; row < size; row += 1) {
    const start = row * (bytesOfScale + size);
    const scale = bytes.readFloatLE(start) / 127;
    const values = new Int8Array(bytes.buffer, bytes.byteOffset + start + bytesOfScale, size);
    for (let column = 0; column < size; column += 1) matrix[row * size + column] = scale * (values[column] as number);
  }
  return matrix;
}
