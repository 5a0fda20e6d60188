import { readFileSync } from 'node:fs';
import { bytesOfScale, readPackedRow } from '../packed-rows.ts';

const learnedFile = new URL('./learned-questions.bin', import.meta.url);

/** Rows of numbers that are multiplied with each other and added to a matrix. */
const rank = 16;

/** Adds to the matrix that the model has under this name. The matrix begins at a column of a wider one with `columns`. */
export type Adjust = (name: string, matrix: Float32Array, place: { column: number; columns: number }) => void;

type Learned = { name: string; into: number; out: number };

/** Their order in the file. */
const learned: readonly Learned[] = Array.from({ length: 6 }, (_, layer) =>
  (
    [
      ['attention.self.query', 384, 384],
      ['attention.self.key', 384, 384],
      ['attention.self.value', 384, 384],
      ['attention.output.dense', 384, 384],
      ['intermediate.dense', 384, 1536],
      ['output.dense', 1536, 384],
    ] as const
  ).map(([name, into, out]) => ({ name: `encoder.layer.${layer}.${name}`, into, out })),
).flat();

/**
 * What was learned from questions about documents, and is added to the weights for questions (docs/decisions/0018): for each
 * matrix the product of two narrow ones, of 16 rows each. `scripts/learn-document-questions.ts` says how to make the file. To add
 * it takes half a second, once in a thread.
 */
export function readLearnedQuestions(): Adjust {
  const bytes = readFileSync(learnedFile);
  let at = 0;
  function row(size: number): Float32Array {
    const numbers = readPackedRow(bytes, at, size);
    at += bytesOfScale + size;
    return numbers;
  }
  const found = new Map(
    learned.map(({ name, into, out }) => [
      name,
      Array.from({ length: rank }, () => ({ into: row(into), out: row(out) })),
    ]),
  );
  return (name, matrix, { column, columns }) => {
    for (const { into, out } of found.get(name) ?? [])
      for (let row = 0; row < into.length; row += 1) {
        const factor = into[row] as number;
        const start = row * columns + column;
        for (let to = 0; to < out.length; to += 1)
          matrix[start + to] = (matrix[start + to] as number) + factor * (out[to] as number);
      }
  };
}
