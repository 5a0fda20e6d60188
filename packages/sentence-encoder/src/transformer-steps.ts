import { bytesAfterPanel, bytesOfRowFacts, type Digits, outcomes, panelColumns } from './integer-product-code.ts';
import type { Kernels } from './kernels.ts';

/** Places are addresses in the memory. */
export type Dense = {
  panels: number;
  /** What rounding the weights has left out, as further panels, for the first of two digits. */
  rest: number | undefined;
  columns: number;
  digits: Digits;
};
export type Precision = { digits: Digits; hasRest: boolean };
export type Norm = { scale: number; bias: number };
/** Rows of numbers, one after another. */
export type Rows = { at: number; columns: number };
/** The rows of one text. */
export type Span = { start: number; count: number };

export const bytesOfNumber = 4;

type Room = { digits: number; facts: number; scores: number };
type DenseOptions = { outcome?: keyof typeof outcomes; isPositive?: boolean };

/** The steps of a transformer. Each works on matrices in the memory, with one row for each token. */
export function createTransformerSteps({ numbers, run }: Kernels, room: Room) {
  const bytesOf = ({ columns }: Rows) => columns * bytesOfNumber;

  /** to = from · weights + bias, or what `outcome` says. */
  function dense(rows: number, from: Rows, weights: Dense, to: Rows, options: DenseOptions = {}): void {
    const { panels, rest, columns, digits } = weights;
    const { outcome = 'replace', isPositive = false } = options;
    const stride = from.columns * digits;
    const toDigits = run[`${isPositive ? 'positiveDigits' : 'digits'}${digits}`];
    for (let row = 0; row < rows; row += 1)
      toDigits(
        from.at + row * bytesOf(from),
        from.columns,
        room.digits + row * stride,
        room.facts + row * bytesOfRowFacts,
      );
    if (rows === 0) return;
    const panelBytes = from.columns * panelColumns;
    const size = (columns / panelColumns) * (panelBytes + bytesAfterPanel);
    const multiply = (start: number, how: number, by: Digits) =>
      run[`product${by}`](
        rows,
        room.digits,
        stride,
        start,
        panelBytes,
        start + size,
        room.facts,
        to.at,
        bytesOf(to),
        how,
      );
    multiply(panels, outcomes[outcome], digits);
    // The remainder is so small that the first of two digits is enough. Not after `rectify`: it would add to numbers that are
    // already cut.
    if (rest !== undefined) multiply(rest, outcomes.add, 1);
  }

  function layerNorm(rows: number, from: Rows, { scale, bias }: Norm, to: Rows): void {
    const bytes = bytesOf(from);
    for (let row = 0; row < rows; row += 1) run.norm(from.at + row * bytes, to.at + row * bytes, bytes, scale, bias);
  }

  /** The mean of the rows of each text: a mix with equal shares. */
  function meanOfRows(spans: readonly Span[], from: Rows, to: Rows): void {
    const bytes = bytesOf(from);
    for (const [index, { start, count }] of spans.entries()) {
      const target = to.at + index * bytes;
      if (count === 0) numbers.fill(0, target / bytesOfNumber, (target + bytes) / bytesOfNumber);
      else {
        numbers.fill(1 / count, room.scores / bytesOfNumber, room.scores / bytesOfNumber + count);
        const values = from.at + start * bytes;
        run.mix(room.scores, values, values + count * bytes, bytes, bytes, target);
      }
    }
  }

  /** Turns each row of scores into attention weights with sum 1. */
  function softmax(count: number, first: number, scale: number): void {
    for (let start = first; start < first + count * count; start += count) {
      let highest = Number.NEGATIVE_INFINITY;
      for (let place = start; place < start + count; place += 1) highest = Math.max(highest, numbers[place] as number);
      let sum = 0;
      for (let place = start; place < start + count; place += 1) {
        const share = Math.exp(((numbers[place] as number) - highest) * scale);
        numbers[place] = share;
        sum += share;
      }
      for (let place = start; place < start + count; place += 1) numbers[place] = (numbers[place] as number) / sum;
    }
  }

  /**
   * Attention: for each token of a text the weighted mean of the values of all its tokens. A row of `from` has the
   * queries of all heads, then their keys, then their values.
   */
  function attend({ start, count }: Span, heads: number, from: Rows, to: Rows): void {
    if (count === 0) return;
    const width = bytesOf(to);
    const headBytes = width / heads;
    const stride = bytesOf(from);
    for (let head = 0; head < heads; head += 1) {
      const queries = from.at + start * stride + head * headBytes;
      const keys = queries + width;
      const values = keys + width;
      const all = count * stride;
      run.scores(queries, queries + all, keys, keys + all, stride, headBytes, room.scores);
      softmax(count, room.scores / bytesOfNumber, 1 / Math.sqrt(headBytes / bytesOfNumber));
      for (let row = 0; row < count; row += 1) {
        const shares = room.scores + row * count * bytesOfNumber;
        run.mix(shares, values, values + all, stride, headBytes, to.at + (start + row) * width + head * headBytes);
      }
    }
  }

  return { dense, layerNorm, meanOfRows, attend };
}
