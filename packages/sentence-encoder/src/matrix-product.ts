import { assembleTiles, bytesOfNumber, panelWidth } from './matrix-product-code.ts';

/**
 * Rows computed at once. 5 × 2 sums, 2 registers of a panel and 1 of the left matrix fit into 15 registers; with 6 rows
 * the speed was the same, with 7 a fifth lower.
 */
const tallestTile = 5;
const bytesOfPage = 65_536;

/** Node has it, but its types come only with those of browsers. */
declare const WebAssembly: {
  Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer };
  Module: new (code: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { readonly exports: Readonly<Record<string, unknown>> };
};

/** A matrix in the memory: its first number, and the distance between rows. */
export type Rows = { at: number; stride: number };
/**
 * A matrix stored in panels of eight columns: the first 8 numbers of all rows, then the next 8 of all rows, and so on.
 */
export type Panels = { at: number; rows: number; columns: number };

type Tile = (left: number, leftStride: number, panel: number, panelEnd: number, sum: number, sumStride: number) => void;

/** A memory of `size` numbers, with products of matrices in it computed by WebAssembly. */
export function createMatrixProduct(size: number) {
  const memory = new WebAssembly.Memory({ initial: Math.ceil((size * bytesOfNumber) / bytesOfPage) });
  const instance = new WebAssembly.Instance(new WebAssembly.Module(assembleTiles(tallestTile)), { host: { memory } });
  const tiles = Array.from({ length: tallestTile }, (_, index) => instance.exports[String(index + 1)] as Tile);

  /**
   * Adds `left` · `right` to `sum`, for `count` rows of `left` and `sum`. The rows and columns of `right` are multiples
   * of 8.
   */
  function addProduct(count: number, left: Rows, right: Panels, sum: Rows): void {
    const leftStride = left.stride * bytesOfNumber;
    const sumStride = sum.stride * bytesOfNumber;
    const bytesOfPanel = right.rows * panelWidth * bytesOfNumber;
    const tileCount = Math.ceil(count / tallestTile);
    let panel = right.at * bytesOfNumber;
    // A panel is used for all rows before the next one, so that it is read from main memory only once.
    for (let column = 0; column < right.columns; column += panelWidth) {
      const panelEnd = panel + bytesOfPanel;
      let leftPlace = left.at * bytesOfNumber;
      let sumPlace = (sum.at + column) * bytesOfNumber;
      let rest = count;
      for (let tilesLeft = tileCount; tilesLeft > 0; tilesLeft -= 1) {
        const height = Math.ceil(rest / tilesLeft);
        (tiles[height - 1] as Tile)(leftPlace, leftStride, panel, panelEnd, sumPlace, sumStride);
        leftPlace += height * leftStride;
        sumPlace += height * sumStride;
        rest -= height;
      }
      panel = panelEnd;
    }
  }

  return { numbers: new Float32Array(memory.buffer), addProduct };
}

/** Stores a matrix in panels. */
export function toPanels(matrix: Float32Array, columns: number, panels: Float32Array): void {
  let place = 0;
  for (let column = 0; column < columns; column += panelWidth)
    for (let start = column; start < matrix.length; start += columns)
      for (let index = start; index < start + panelWidth; index += 1) {
        panels[place] = matrix[index] as number;
        place += 1;
      }
}
