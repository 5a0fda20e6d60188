import { expect, it } from 'vitest';
import { bytesOfRowFacts, firstDigit, outcomes } from './integer-product-code.ts';
import { bytesOfPanels, storePanels } from './integer-weights.ts';
import { createKernels } from './kernels.ts';

const [inner, columns, mostRows] = [64, 12, 13];
const bytesOfFloats = (count: number) => count * Float32Array.BYTES_PER_ELEMENT;

/** The same numbers every time, -1 to 1. */
function createNumbers(): (count: number) => Float32Array {
  let state = 1;
  return (count) =>
    Float32Array.from({ length: count }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 31 - 1;
    });
}

const numbers = createNumbers();
const matrix = numbers(inner * columns);
const bias = numbers(columns);
const before = numbers(mostRows * columns);
const places = { rows: 0, digits: 8_192, facts: 16_384, sum: 20_480, weights: 32_768, rest: 40_960 };
const kernels = createKernels(65_536);
const rounded = matrix.slice();
storePanels(rounded, bias, kernels.buffer, places.weights);
storePanels(rounded, new Float32Array(columns), kernels.buffer, places.rest, firstDigit);

function product(
  rows: Float32Array,
  digits: 1 | 2,
  isPositive: boolean,
  outcome: keyof typeof outcomes,
  hasRest = false,
) {
  const count = rows.length / inner;
  const floats = new Float32Array(kernels.buffer);
  floats.set(rows, places.rows);
  floats.set(before, places.sum / 4);
  for (let row = 0; row < count; row += 1)
    kernels.run[`${isPositive ? 'positiveDigits' : 'digits'}${digits}`](
      places.rows + row * bytesOfFloats(inner),
      inner,
      places.digits + row * inner * digits,
      places.facts + row * bytesOfRowFacts,
    );
  const multiply = (start: number, how: number, by: 1 | 2) =>
    kernels.run[`product${by}`](
      count,
      places.digits,
      inner * digits,
      start,
      inner * 4,
      start + bytesOfPanels(inner, columns),
      places.facts,
      places.sum,
      bytesOfFloats(columns),
      how,
    );
  multiply(places.weights, outcomes[outcome], digits);
  if (hasRest) multiply(places.rest, outcomes.add, 1);
  return floats.slice(places.sum / 4, places.sum / 4 + count * columns);
}

function exact(rows: Float32Array, outcome: keyof typeof outcomes): number[] {
  return Array.from({ length: (rows.length / inner) * columns }, (_, index) => {
    const [row, column] = [Math.floor(index / columns), index % columns];
    let sum = bias[column] as number;
    for (let place = 0; place < inner; place += 1)
      sum += (rows[row * inner + place] as number) * (matrix[place * columns + column] as number);
    if (outcome === 'add') return sum + (before[index] as number);
    return outcome === 'rectify' ? Math.max(0, sum) : sum;
  });
}

const farthest = (found: Float32Array, expected: readonly number[]) =>
  found.reduce((most, value, index) => Math.max(most, Math.abs(value - (expected[index] ?? Number.NaN))), 0);

it('multiplies any number of rows, as exactly as the digits and the weights are', () => {
  for (let count = 1; count <= mostRows; count += 1)
    for (const outcome of ['replace', 'add', 'rectify'] as const)
      for (const isPositive of [false, true]) {
        const rows = numbers(count * inner).map((value) => (isPositive ? Math.abs(value) : value));
        const expected = exact(rows, outcome);
        // Products of this size have sums of about 3.
        expect(farthest(product(rows, 1, isPositive, outcome), expected)).toBeLessThan(0.15);
        expect(farthest(product(rows, 2, isPositive, outcome), expected)).toBeLessThan(0.06);
        if (outcome !== 'rectify')
          expect(farthest(product(rows, 2, isPositive, outcome, true), expected)).toBeLessThan(0.002);
      }
});

it('has room for sums of the largest digits and weights', () => {
  const { buffer, run } = createKernels(65_536);
  const floats = new Float32Array(buffer);
  for (const weight of [1, -1])
    for (const digits of [1, 2] as const) {
      storePanels(new Float32Array(inner * columns).fill(weight), new Float32Array(columns), buffer, places.weights);
      floats.fill(1, 0, inner);
      run[`positiveDigits${digits}`](places.rows, inner, places.digits, places.facts);
      const end = places.weights + bytesOfPanels(inner, columns);
      run[`product${digits}`](
        ...[1, places.digits, inner * digits, places.weights, inner * 4, end, places.facts, places.sum],
        ...[bytesOfFloats(columns), outcomes.replace],
      );
      const found = floats.slice(places.sum / 4, places.sum / 4 + columns);
      expect(farthest(found, new Array<number>(columns).fill(weight * inner))).toBeLessThan(0.001);
    }
});

it('gives a row of zeros the bias', () => {
  for (const digits of [1, 2] as const)
    expect([...product(new Float32Array(inner), digits, false, 'replace')]).toEqual([...bias]);
});
