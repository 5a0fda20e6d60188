import { closeSync, openSync, readSync } from 'node:fs';

/** Node has it; its types come with a later version of the language. */
declare const Float16Array: new (buffer: ArrayBufferLike, at: number, length: number) => ArrayLike<number>;

type Header = Record<string, { dtype: string; shape: number[]; data_offsets: [number, number] }>;

/** Weights in half precision, from a file in the format safetensors: the length of a header, the header, the numbers. */
export function openHalfWeights(path: string) {
  const file = openSync(path, 'r');
  function read(at: number, length: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(length);
    for (let done = 0; done < length; ) {
      const count = readSync(file, bytes, done, length - done, at + done);
      if (count === 0) throw new Error('The weights of the model end early.');
      done += count;
    }
    return bytes;
  }
  const length = Number(new DataView(read(0, 8).buffer).getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(read(8, length))) as Header;

  /** Each is read by itself: a buffer of the whole file would never be returned to the system. */
  function halves(name: string): { values: ArrayLike<number>; shape: number[] } {
    const found = header[name];
    if (found?.dtype !== 'F16') throw new Error(`The model has no ${name} in half precision.`);
    const [from, to] = found.data_offsets;
    const bytes = read(8 + length + from, to - from);
    return { values: new Float16Array(bytes.buffer, 0, bytes.byteLength / 2), shape: found.shape };
  }

  return {
    close: () => closeSync(file),
    halves,
    /** Lists of numbers, one behind the other. */
    list: (names: readonly string[]): Float32Array =>
      Float32Array.from(names.flatMap((name) => Array.from(halves(name).values))),
    /** Matrices side by side, with a row for each number that goes into them. The file has a row for each that comes out. */
    matrix(names: readonly string[]): Float32Array {
      const parts = names.map(halves);
      const columns = parts.reduce((sum, { shape }) => sum + (shape[0] ?? 0), 0);
      const rows = parts[0]?.shape[1] ?? 0;
      const matrix = new Float32Array(rows * columns);
      let column = 0;
      for (const { values, shape } of parts)
        for (let out = 0; out < (shape[0] ?? 0); out += 1, column += 1)
          for (let row = 0; row < rows; row += 1) matrix[row * columns + column] = values[out * rows + row] as number;
      return matrix;
    },
  };
}
