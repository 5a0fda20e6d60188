import { bytesAfterPanel, bytesOfRegister, panelColumns } from './integer-product-code.ts';

/** Sixteen weights of a column are multiplied by one instruction. */
const numbersOfRegister = 16;
const most = 127;

export const bytesOfPanels = (rows: number, columns: number): number =>
  (columns / panelColumns) * (rows * panelColumns + bytesAfterPanel);

/**
 * Stores a matrix as bytes, each column with its own scale: panels of four columns, sixteen rows of the first, of the
 * second and so on, then the next sixteen rows; after each panel the columns' scales, sums and biases. What rounding has
 * left out stays in `matrix`.
 */
export function storePanels(
  matrix: Float32Array,
  bias: Float32Array,
  memory: ArrayBuffer,
  start: number,
  factorOfScales = 1,
): void {
  const columns = bias.length;
  const rows = matrix.length / columns;
  const bytes = new Int8Array(memory);
  let place = start;
  for (let first = 0; first < columns; first += panelColumns) {
    const scales = new Float32Array(memory, place + rows * panelColumns, panelColumns);
    const sums = new Int32Array(memory, place + rows * panelColumns + bytesOfRegister, panelColumns);
    const biases = new Float32Array(memory, place + rows * panelColumns + 2 * bytesOfRegister, panelColumns);
    for (let column = 0; column < panelColumns; column += 1) {
      let largest = 0;
      for (let at = first + column; at < matrix.length; at += columns)
        largest = Math.max(largest, Math.abs(matrix[at] as number));
      const factor = largest === 0 ? 0 : most / largest;
      let sum = 0;
      for (let row = 0; row < rows; row += 1) {
        const at = row * columns + first + column;
        const value = Math.round((matrix[at] as number) * factor);
        matrix[at] = (matrix[at] as number) - (value * largest) / most;
        const inRegister = row % numbersOfRegister;
        bytes[place + (row - inRegister) * panelColumns + column * numbersOfRegister + inRegister] = value;
        sum += value;
      }
      scales[column] = (largest / most) * factorOfScales;
      sums[column] = sum;
      biases[column] = bias[first + column] as number;
    }
    place += rows * panelColumns + bytesAfterPanel;
  }
}
