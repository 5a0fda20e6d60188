import { readFileSync } from 'node:fs';
import { normalise, type Role } from './embeddings.ts';

const roles: readonly Role[] = ['question', 'statement'];

export const learnedFile = new URL('./questions-and-statements.bin', import.meta.url);
const bytesOfScale = 4;

/**
 * The model puts texts together that mean the same, but a question does not mean the same as its answer. Two matrices, learned
 * from 7,560 questions about 56 people who do not exist (`scripts/learn-questions.ts`), turn questions towards what answers them,
 * and statements towards what asks for them: v + v · M, brought to length 1. It takes 0.2 ms.
 */
export function readTurns(bytes = readFileSync(learnedFile)): Record<Role, (vector: Float32Array) => Float32Array> {
  const size = matrixSize(bytes.length / roles.length);
  const [question, statement] = roles.map((_, index) => {
    const matrix = unpack(bytes, (index * bytes.length) / roles.length, size);
    return (vector: Float32Array) => turn(vector, matrix);
  });
  if (!question || !statement) throw new Error('What was learned is not whole.');
  return { question, statement };
}

function turn(vector: Float32Array, matrix: Float32Array): Float32Array {
  const size = vector.length;
  const turned = vector.slice();
  for (let row = 0; row < size; row += 1) {
    const value = vector[row] as number;
    if (value === 0) continue;
    const start = row * size;
    for (let column = 0; column < size; column += 1)
      turned[column] = (turned[column] as number) + value * (matrix[start + column] as number);
  }
  return normalise(turned);
}

const matrixSize = (bytes: number): number => (Math.sqrt(bytesOfScale ** 2 + 4 * bytes) - bytesOfScale) / 2;

/** Each row as its largest number (a float) and a byte for each number, -127 to 127 of that. */
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

function unpack(bytes: Buffer, from: number, size: number): Float32Array {
  const matrix = new Float32Array(size * size);
  for (let row = 0; row < size; row += 1) {
    const start = from + row * (bytesOfScale + size);
    const scale = bytes.readFloatLE(start) / 127;
    for (let column = 0; column < size; column += 1)
      matrix[row * size + column] = scale * bytes.readInt8(start + bytesOfScale + column);
  }
  return matrix;
}
