import { readFileSync } from 'node:fs';
import { bytesOfRowFacts, type Digits } from './integer-product-code.ts';
import { bytesOfPanels, storePanels } from './integer-weights.ts';
import { createKernels } from './kernels.ts';
import { normalise } from './normalise.ts';
import { bytesOfScale, readPackedRow } from './packed-rows.ts';
import { bytesOfNumber, createTransformerSteps } from './transformer-steps.ts';

export const learnedFile = new URL('./questions-and-statements.bin', import.meta.url);

/** A text is embedded as a question, or as a statement that may answer one. */
export type Role = 'question' | 'statement';

type Turn = (vectors: readonly Float32Array[]) => Float32Array[];

/**
 * The model gives texts with the same meaning similar vectors, but a question does not mean the same as its answer. Two
 * matrices, learned from 7,560 questions about 56 invented people (`scripts/learn-questions.ts`), move questions closer
 * to their answers and statements closer to their questions: v + v · M, scaled to length 1. As bytes, with two digits of v,
 * this takes 0.03 ms, half of what floats take; 1 minus the cosine to what floats give is a millionth.
 */
export function readTurns(bytes = readFileSync(learnedFile)): Record<Role, Turn> {
  const half = bytes.length / 2;
  const matrices = { question: unpack(bytes.subarray(0, half)), statement: unpack(bytes.subarray(half)) };
  const size = Math.sqrt(matrices.question.length);
  const digits: Digits = 2;
  const bytesOfMatrix = bytesOfPanels(size, size);
  // After both matrices: the vector, the vector turned, and room for its digits.
  const given = 2 * bytesOfMatrix;
  const turned = given + size * bytesOfNumber;
  const room = turned + size * bytesOfNumber;
  const kernels = createKernels(room + size * digits + bytesOfRowFacts);
  const numbersAt = (start: number) => new Float32Array(kernels.buffer, start, size);
  const { dense } = createTransformerSteps(kernels, { digits: room, facts: room + size * digits, scores: room });

  function createTurn(matrix: Float32Array, panels: number): Turn {
    storePanels(matrix, new Float32Array(size), kernels.buffer, panels);
    const weights = { panels, rest: undefined, columns: size, digits };
    const [before, after] = [numbersAt(given), numbersAt(turned)];
    return (vectors) =>
      vectors.map((vector) => {
        before.set(vector);
        after.set(vector);
        dense(1, { at: given, columns: size }, weights, { at: turned, columns: size }, { outcome: 'add' });
        return normalise(after.slice());
      });
  }
  return { question: createTurn(matrices.question, 0), statement: createTurn(matrices.statement, bytesOfMatrix) };
}

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
  for (let row = 0; row < size; row += 1)
    matrix.set(readPackedRow(bytes, row * (bytesOfScale + size), size), row * size);
  return matrix;
}
