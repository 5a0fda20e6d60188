import type { createMatrixProduct, Panels, Rows } from './matrix-product.ts';
import { panelWidth } from './matrix-product-code.ts';

/** A bias or a scale is given by the position of its first number. */
export type Dense = { weights: Panels; bias: number };
export type Norm = { scale: number; bias: number };
/** The rows of one text. */
export type Span = { start: number; count: number };
/** Memory for one head of one text at a time. */
type AttentionRoom = { keys: number; values: number; scores: number };

/** Prevents a division by zero; the value is that of the original model. */
const smallest = 1e-6;

/** The steps of a transformer. Each works on matrices in the memory, with one row for each token. */
export function createTransformerSteps({ numbers, addProduct }: ReturnType<typeof createMatrixProduct>) {
  const at = (place: number) => numbers[place] as number;

  /** sum += from · weights + bias */
  function addDense(rows: number, from: Rows, { weights, bias }: Dense, sum: Rows): void {
    for (let row = 0; row < rows; row += 1) {
      const start = sum.at + row * sum.stride;
      for (let column = 0; column < weights.columns; column += 1)
        numbers[start + column] = at(start + column) + at(bias + column);
    }
    addProduct(rows, from, weights, sum);
  }

  /** to = from · weights + bias */
  function dense(rows: number, from: Rows, { weights, bias }: Dense, to: Rows): void {
    for (let row = 0; row < rows; row += 1) numbers.copyWithin(to.at + row * to.stride, bias, bias + weights.columns);
    addProduct(rows, from, weights, to);
  }

  /** Normalises each row to mean 0 and variance 1, then applies the learned scale and bias. */
  function layerNorm(rows: number, from: Rows, { scale, bias }: Norm, to: Rows): void {
    const columns = from.stride;
    for (let row = 0; row < rows; row += 1) {
      const start = from.at + row * columns;
      let sum = 0;
      for (let column = 0; column < columns; column += 1) sum += at(start + column);
      const mean = sum / columns;
      let squares = 0;
      for (let column = 0; column < columns; column += 1) squares += (at(start + column) - mean) ** 2;
      const factor = 1 / Math.sqrt(squares / columns + smallest);
      const target = to.at + row * columns;
      for (let column = 0; column < columns; column += 1)
        numbers[target + column] = (at(start + column) - mean) * factor * at(scale + column) + at(bias + column);
    }
  }

  function rectify(rows: number, { at: start, stride }: Rows): void {
    for (let place = start; place < start + rows * stride; place += 1) if (at(place) < 0) numbers[place] = 0;
  }

  /** The mean of the rows of each text. */
  function meanOfRows(spans: readonly Span[], from: Rows, to: Rows): void {
    for (const [index, { start, count }] of spans.entries()) {
      const target = to.at + index * to.stride;
      numbers.fill(0, target, target + to.stride);
      for (let row = start; row < start + count; row += 1)
        for (let column = 0; column < to.stride; column += 1)
          numbers[target + column] = at(target + column) + at(from.at + row * from.stride + column);
      for (let column = 0; column < to.stride; column += 1)
        numbers[target + column] = at(target + column) / Math.max(count, 1);
    }
  }

  /** Turns each row of scores into attention weights with sum 1. */
  function softmax(count: number, { at: first, stride }: Rows, scale: number): void {
    for (let start = first; start < first + count * stride; start += stride) {
      let highest = Number.NEGATIVE_INFINITY;
      for (let place = start; place < start + count; place += 1) highest = Math.max(highest, at(place));
      let sum = 0;
      for (let place = start; place < start + count; place += 1) {
        const share = Math.exp((at(place) - highest) * scale);
        numbers[place] = share;
        sum += share;
      }
      for (let place = start; place < start + count; place += 1) numbers[place] = at(place) / sum;
    }
  }

  /**
   * Attention: for each token of a text the weighted mean of the values of all its tokens. A row of `from` has the
   * queries of all heads, then their keys, then their values.
   */
  function attend({ start, count }: Span, heads: number, from: Rows, room: AttentionRoom, to: Rows): void {
    const headWidth = to.stride / heads;
    // Products work on multiples of eight rows, so rows of zeros are added at the end.
    const padded = Math.ceil(count / panelWidth) * panelWidth;
    const scores = { at: room.scores, stride: padded };
    const keys = { at: room.keys, rows: headWidth, columns: padded };
    const values = { at: room.values, rows: padded, columns: headWidth };
    numbers.fill(0, keys.at, keys.at + padded * headWidth);
    numbers.fill(0, values.at, values.at + padded * headWidth);
    numbers.fill(0, to.at + start * to.stride, to.at + (start + count) * to.stride);
    for (let head = 0; head < heads; head += 1) {
      const queryPlace = from.at + start * from.stride + head * headWidth;
      for (let token = 0; token < count; token += 1) {
        const keyPlace = queryPlace + token * from.stride + to.stride;
        const valuePlace = keyPlace + to.stride;
        const keyColumn = keys.at + (token - (token % panelWidth)) * headWidth + (token % panelWidth);
        for (let column = 0; column < headWidth; column += 1) {
          numbers[keyColumn + column * panelWidth] = at(keyPlace + column);
          const place = (column - (column % panelWidth)) * padded + token * panelWidth + (column % panelWidth);
          numbers[values.at + place] = at(valuePlace + column);
        }
      }
      numbers.fill(0, scores.at, scores.at + count * padded);
      addProduct(count, { at: queryPlace, stride: from.stride }, keys, scores);
      softmax(count, scores, 1 / Math.sqrt(headWidth));
      addProduct(count, scores, values, { at: to.at + start * to.stride + head * headWidth, stride: to.stride });
    }
  }

  return { addDense, dense, layerNorm, rectify, meanOfRows, attend };
}
