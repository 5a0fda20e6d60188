import { readFileSync } from 'node:fs';
import { createKernels } from './kernels.ts';
import { normalise } from './normalise.ts';
import { bytesOfNumber } from './transformer-steps.ts';

export const learnedFile = new URL('./questions-and-statements.bin', import.meta.url);
const bytesOfScale = 4;
const blockColumns = 16;
const bytesOfBlockRow = blockColumns * bytesOfNumber;

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
  const size = Math.sqrt(matrices[0].length);
  const bytesOfMatrix = size * size * bytesOfNumber;
  const kernels = createKernels(2 * bytesOfMatrix + 2 * size * bytesOfNumber);
  const place = 2 * bytesOfMatrix;
  const turnedPlace = place + size * bytesOfNumber;
  const numbersAt = (start: number) => new Float32Array(kernels.buffer, start, size);
  const [given, turned] = [numbersAt(place), numbersAt(turnedPlace)];

  function createTurn(matrix: Float32Array, start: number): Turn {
    // Blocks of sixteen columns, so that the memory is read in its order.
    const stored = new Float32Array(kernels.buffer, start, size * size);
    for (const [index, value] of matrix.entries()) {
      const column = index % size;
      const inBlock = column % blockColumns;
      stored[(column - inBlock) * size + ((index - column) / size) * blockColumns + inBlock] = value;
    }
    const blockBytes = size * bytesOfBlockRow;
    return (vectors) =>
      vectors.map((vector) => {
        given.set(vector);
        for (let block = 0; block * blockColumns < size; block += 1) {
          const from = start + block * blockBytes;
          const to = turnedPlace + block * bytesOfBlockRow;
          kernels.run.mix(place, from, from + blockBytes, bytesOfBlockRow, bytesOfBlockRow, to);
        }
        return normalise(turned.map((value, index) => value + (vector[index] as number)));
      });
  }
  return { question: createTurn(matrices[0], 0), statement: createTurn(matrices[1], bytesOfMatrix) };
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
