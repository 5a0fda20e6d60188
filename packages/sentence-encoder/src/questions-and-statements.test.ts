import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { learnedFile, pack, readTurns } from './questions-and-statements.ts';
import { dimension } from './sentence-vectors.ts';

it('reads the learned matrices as they were written, except for rounding', () => {
  const matrix = Float32Array.from({ length: dimension ** 2 }, (_, index) => Math.sin(index) * (index % 7));
  // A row of zeros stays zero.
  matrix.fill(0, 0, dimension);
  const bytes = pack(matrix);
  expect(readFileSync(learnedFile)).toHaveLength(2 * bytes.length);
  const { question, statement } = readTurns(Buffer.concat([bytes, pack(new Float32Array(dimension ** 2))]));
  const row = 5;
  const unit = new Float32Array(dimension);
  unit[row] = 1;
  const zero = new Float32Array(dimension);
  // Nothing was learned for statements, so they stay unchanged, also in large batches.
  const many = Array.from({ length: 20 }, (_, index) => (index === 17 ? zero : unit));
  expect(statement(many)).toEqual(many);
  expect(statement([])).toEqual([]);

  const expected = matrix.slice(row * dimension, (row + 1) * dimension);
  expected[row] = (expected[row] ?? 0) + 1;
  const length = Math.hypot(...expected);
  const [turned = zero] = question([unit]);
  const largest = turned.reduce(
    (most, value, index) => Math.max(most, Math.abs(value - (expected[index] ?? 0) / length)),
    0,
  );
  expect(largest).toBeLessThan(0.001);
});
