import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';

type Manifest = { paths: string[]; weights: { name: string; shape: number[] }[] };

const bytesOfNumber = 4;

/** The weights of a TensorFlow.js model: its `model.json` lists their positions in the files beside it. */
export function openWeights(folder: string) {
  const model = JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8')) as { weightsManifest: [Manifest] };
  const [{ paths, weights }] = model.weightsManifest;
  const files = paths.map((path) => openSync(join(folder, path), 'r'));
  const places = new Map<string, { at: number; size: number; columns: number }>();
  let total = 0;
  for (const { name, shape } of weights) {
    const size = shape.reduce((product, length) => product * length, 1);
    places.set(name, { at: total, size, columns: shape.at(-1) ?? 1 });
    total += size;
  }

  function find(name: string) {
    const place = places.get(name);
    if (!place) throw new Error(`The model has no ${name}.`);
    return place;
  }

  return {
    sizeOf: (name: string) => find(name).size,
    columnsOf: (name: string) => find(name).columns,
    /** Reads to the beginning of `target`: there is never a second copy of all weights, 28 MB, in the memory. */
    readInto(name: string, target: Float32Array): void {
      const { at, size } = find(name);
      const bytes = new Uint8Array(target.buffer, target.byteOffset, size * bytesOfNumber);
      let skipped = at * bytesOfNumber;
      let read = 0;
      for (const file of files) {
        read += readFrom(file, skipped, bytes.subarray(read));
        skipped = Math.max(0, skipped - fstatSync(file).size);
      }
      if (read !== bytes.length) throw new Error('The weights of the model have another size than it says.');
    },
    close(): void {
      for (const file of files) closeSync(file);
    },
  };
}

/** Fills `target`, or reads up to the end of the file. */
function readFrom(file: number, position: number, target: Uint8Array): number {
  let read = 0;
  while (read < target.length) {
    const count = readSync(file, target, { offset: read, position: position + read });
    if (count === 0) break;
    read += count;
  }
  return read;
}
