import { assemble } from './assembler.ts';
import { type Digits, digitsOf, productOf, tileOf } from './integer-product-code.ts';
import { mixCode, normOf, scoresCode } from './row-steps-code.ts';

/** Node has it, but its types come only with those of browsers. */
declare const WebAssembly: {
  Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer };
  Module: new (code: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { readonly exports: Readonly<Record<string, unknown>> };
};
const bytesOfPage = 65_536;

/**
 * Rows computed at once, by the digits of a number: as many as the processor has registers for. Billions of products a
 * second, 18 rows of 512 numbers: 33, 43, 52, 54 for tiles of 1 to 4 rows and 58 for 6; with two digits 22, 29, 30, 23 for
 * 1 to 4. In the whole encoder 4, 5 and 6 rows did not differ. On x64 (Cascade Lake), 10 rows: 21, 23, 22, 21 in one instruction and
 * 29, 34, 30, 29 in steps for tiles of 1 to 4; with two digits 22 and 22, 33 and 31 for 1 and 2.
 */
const isArm = process.arch === 'arm64';
const tallestTiles: Record<Digits, number> = isArm ? { 1: 5, 2: 3 } : { 1: 2, 2: 1 };

/** Prevents a division by zero; the value is that of the original model. */
const smallest = 1e-6;

type Run = (...places: number[]) => void;
type Names = `product${Digits}` | `digits${Digits}` | `positiveDigits${Digits}` | 'norm' | 'scores' | 'mix';

export type Kernels = ReturnType<typeof createKernels>;

let compiled: object | undefined;
function compile(): object {
  const tilesOf = (digits: Digits) =>
    Array.from({ length: tallestTiles[digits] }, (_, index) => tileOf(index + 1, digits, !isArm));
  const [one, two] = [tilesOf(1), tilesOf(2)];
  const code = assemble({
    ...Object.fromEntries([...one, ...two].map((tile, index) => [`tile${index}`, tile])),
    product1: productOf(one.map((_, index) => index)),
    product2: productOf(two.map((_, index) => one.length + index)),
    digits1: digitsOf(1, true),
    digits2: digitsOf(2, true),
    positiveDigits1: digitsOf(1, false),
    positiveDigits2: digitsOf(2, false),
    norm: normOf(smallest),
    scores: scoresCode,
    mix: mixCode,
  });
  return new WebAssembly.Module(code);
}

/** A memory of so many bytes, and functions that work on it. All places are addresses. */
export function createKernels(bytes: number) {
  const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / bytesOfPage) });
  compiled ??= compile();
  const { exports } = new WebAssembly.Instance(compiled, { host: { memory } });
  return { buffer: memory.buffer, numbers: new Float32Array(memory.buffer), run: exports as Record<Names, Run> };
}
