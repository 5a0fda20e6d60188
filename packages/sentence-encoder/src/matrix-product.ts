import { assembleTiles, bytesOfNumber, panelWidth } from './matrix-product-code.ts';

/**
 * Rows computed at once. 5 × 2 sums, 2 registers of a panel and 1 of the left fit into the 15 registers there are; with
 * 6 the speed was the same, with 7 a fifth less.
 */
const tallestTile = 5;
const bytesOfPage = 65_536;

/** Node has it; its types come with those of browsers only. */
declare const WebAssembly: {
  Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer };
  Module: new (code: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { readonly exports: Readonly<Record<string, unknown>> };
};

/** A matrix among the numbers: where it begins, and how far it is from one row to the next. */
export type Rows = { at: number; stride: number };
/** A matrix whose columns lie together by eights: of all rows the first 8 numbers, of all rows the next 8, and so on. */
export type Panels = { at: number; rows: number; columns: number };

type Tile = (left: number, leftStride: number, panel: number, panelEnd: number, sum: number, sumStride: number) => void;

/** So many numbers, and products of matrices among them, computed in WebAssembly. */
export function createMatrixProduct(size: number) {
  const memory = new WebAssembly.Memory({ initial: Math.ceil((size * bytesOfNumber) / bytesOfPage) });
  const instance = new WebAssembly.Instance(new WebAssembly.Module(assembleTiles(tallestTile)), { host: { memory } });
  const tiles = Array.from({ length: tallestTile }, (_, index) => instance.exports[String(index + 1)] as Tile);

  /** Adds `left` · `right` to `sum`, for so many rows of both. The rows and columns of `right` are multiples of 8. */
  function addProduct(count: number, left: Rows, right: Panels, sum: Rows): void {
    const leftStride = left.stride * bytesOfNumber;
    const sumStride = sum.stride * bytesOfNumber;
    const bytesOfPanel = right.rows * panelWidth * bytesOfNumber;
    const tileCount = Math.ceil(count / tallestTile);
    let panel = right.at * bytesOfNumber;
    // A panel is used for all rows before the next one, so that it comes from the main memory only once.
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

/** Brings a matrix into panels. */
export function toPanels(matrix: Float32Array, columns: number, panels: Float32Array): void {
  let place = 0;
  for (let column = 0; column < columns; column += panelWidth)
    for (let start = column; start < matrix.length; start += columns)
      for (let index = start; index < start + panelWidth; index += 1) {
        panels[place] = matrix[index] as number;
        place += 1;
      }
}
