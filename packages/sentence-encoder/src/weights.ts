import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { type Panels, toPanels } from './matrix-product.ts';
import { bytesOfNumber } from './matrix-product-code.ts';

type Manifest = { paths: string[]; weights: { name: string; shape: number[] }[] };

/** The weights after they were read into a memory. */
export type StoredWeights = {
  placeOf(name: string): number;
  /** Stores a matrix in panels, in place; may be called once for each matrix. */
  panelsOf(name: string): Panels;
};

/** The weights of a TensorFlow.js model: its `model.json` lists their positions in the files beside it. */
export function openWeights(folder: string) {
  const model = JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8')) as { weightsManifest: [Manifest] };
  const [{ paths, weights }] = model.weightsManifest;
  const places = new Map<string, { at: number; size: number; columns: number }>();
  let total = 0;
  for (const { name, shape } of weights) {
    const size = shape.reduce((product, length) => product * length, 1);
    places.set(name, { at: total, size, columns: shape.at(-1) ?? 1 });
    total += size;
  }
  const find = (name: string) => {
    const place = places.get(name);
    if (!place) throw new Error(`The model has no ${name}.`);
    return place;
  };

  return {
    size: total,
    /** Reads the weights to the beginning of the memory, where they stay: there is no second copy. */
    readInto(numbers: Float32Array): StoredWeights {
      const bytes = new Uint8Array(numbers.buffer);
      let read = 0;
      for (const path of paths) read += readFile(join(folder, path), bytes.subarray(read));
      if (read !== total * bytesOfNumber) throw new Error('The weights of the model have another size than it says.');
      let copy = new Float32Array();
      return {
        placeOf: (name) => find(name).at,
        panelsOf(name) {
          const { at, size, columns } = find(name);
          const values = numbers.subarray(at, at + size);
          if (copy.length < size) copy = new Float32Array(size);
          copy.set(values);
          toPanels(copy.subarray(0, size), columns, values);
          return { at, rows: size / columns, columns };
        },
      };
    },
  };
}

/** Reads without an intermediate buffer: part of such a buffer of 28 MB would never be returned to the system. */
function readFile(path: string, target: Uint8Array): number {
  const file = openSync(path, 'r');
  try {
    let read = 0;
    let count: number;
    do {
      count = readSync(file, target, { offset: read });
      read += count;
    } while (count > 0);
    return read;
  } finally {
    closeSync(file);
  }
}
