/**
 * The number of columns of a right-hand matrix that are stored together, row after row: two SIMD registers of four
 * numbers.
 */
export const panelWidth = 8;

export const bytesOfNumber = 4;
const bytesOfRegister = 16;
const bytesOfPanelRow = panelWidth * bytesOfNumber;
/** Unrolled steps of the innermost loop; every inner length is a multiple of it. */
const stepsAtOnce = 8;

// The binary format and the instructions are those of webassembly.github.io/spec.
type Code = number[];
const i32 = 0x7f;
const v128 = 0x7b;

/** LEB128: seven bits in each byte, the lowest first. `afterLast` ends a signed number. */
const number = (value: number, afterLast = 0x80): Code =>
  value < afterLast ? [value] : [(value & 0x7f) | 0x80, ...number(value >>> 7, afterLast)];
const sized = (content: Code): Code => [...number(content.length), ...content];
const list = (items: Code[]): Code => [...number(items.length), ...items.flat()];
const sections = { types: 1, imports: 2, functions: 3, exports: 7, code: 10 };
const section = (name: keyof typeof sections, items: Code[]): Code => [sections[name], ...sized(list(items))];
const text = (value: string): Code => sized([...Buffer.from(value)]);

const get = (local: number): Code => [0x20, ...number(local)];
const set = (local: number): Code => [0x21, ...number(local)];
const constant = (value: number): Code => [0x41, ...number(value, 0x40)];
const add: Code = [0x6a];
const isLess: Code = [0x49];
const repeatIf = (body: Code): Code => [0x03, 0x40, ...body, 0x0d, 0, 0x0b];
const end: Code = [0x0b];
const simd = (instruction: number, ...operands: Code): Code => [0xfd, ...number(instruction), ...operands];
const load = (offset: number): Code => simd(0x00, 0, ...number(offset));
const loadOneIntoAllFour = (offset: number): Code => simd(0x09, 0, ...number(offset));
const store = (offset: number): Code => simd(0x0b, 0, ...number(offset));
const multiplyAndAdd: Code = simd(0x105);

/**
 * A WebAssembly module, assembled from its instructions, so that the build needs no compiler: one exported function for
 * each height of a tile, named by its height.
 */
export function assembleTiles(tallest: number): Uint8Array<ArrayBuffer> {
  const heights = Array.from({ length: tallest }, (_, index) => index + 1);
  const tileType = [0x60, ...list([[i32], [i32], [i32], [i32], [i32], [i32]]), ...list([])];
  const magicAndVersion = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
  const types = heights.map(() => [0]);
  const names = heights.map((height, index) => [...text(String(height)), 0x00, index]);
  const bodies = heights.map((height) => sized(tileOf(height)));
  return Uint8Array.from([
    ...magicAndVersion,
    ...section('types', [tileType]),
    ...section('imports', [[...text('host'), ...text('memory'), 0x02, 0x00, 0x00]]),
    ...section('functions', types),
    ...section('exports', names),
    ...section('code', bodies),
  ]);
}

/**
 * A function of (left, leftStride, panel, panelEnd, sum, sumStride), in bytes: `height` rows of the left matrix times
 * one panel, added to as many rows of the sum, which stay in registers. It uses a fused multiply-add
 * (`f32x4.relaxed_madd`), which TensorFlow.js does not: 42 billion operations a second were measured on one core, and
 * 27 billion with separate instructions.
 */
function tileOf(height: number): Code {
  const [left, leftStride, panel, panelEnd, sum, sumStride, nextSum] = [0, 1, 2, 3, 4, 5, 6];
  const numbers = 7 + height;
  const rows = Array.from({ length: height }, (_, row) => ({
    left: 7 + row,
    sums: [numbers + 2 * row, numbers + 2 * row + 1],
  }));
  const panelRow = [numbers + 2 * height, numbers + 2 * height + 1];
  const factor = numbers + 2 * height + 2;

  const increase = (local: number, by: Code): Code => [...get(local), ...by, ...add, ...set(local)];
  const copy = (from: number, to: number): Code => [...get(from), ...set(to)];

  const start = rows.flatMap((row) => [
    ...copy(left, row.left),
    ...increase(left, get(leftStride)),
    ...row.sums.flatMap((local, half) => [...get(nextSum), ...load(half * bytesOfRegister), ...set(local)]),
    ...increase(nextSum, get(sumStride)),
  ]);
  const step = (index: number): Code => [
    ...panelRow.flatMap((local, half) => [
      ...get(panel),
      ...load(index * bytesOfPanelRow + half * bytesOfRegister),
      ...set(local),
    ]),
    ...rows.flatMap((row) => [
      ...get(row.left),
      ...loadOneIntoAllFour(index * bytesOfNumber),
      ...set(factor),
      ...row.sums.flatMap((local, half) => [
        ...get(factor),
        ...get(panelRow[half] as number),
        ...get(local),
        ...multiplyAndAdd,
        ...set(local),
      ]),
    ]),
  ];
  const loop = repeatIf([
    ...Array.from({ length: stepsAtOnce }, (_, index) => step(index)).flat(),
    ...rows.flatMap((row) => increase(row.left, constant(stepsAtOnce * bytesOfNumber))),
    ...increase(panel, constant(stepsAtOnce * bytesOfPanelRow)),
    ...[...get(panel), ...get(panelEnd), ...isLess],
  ]);
  const finish = rows.flatMap((row) => [
    ...row.sums.flatMap((local, half) => [...get(nextSum), ...get(local), ...store(half * bytesOfRegister)]),
    ...increase(nextSum, get(sumStride)),
  ]);
  const locals = list([
    [...number(1 + height), i32],
    [...number(2 * height + 3), v128],
  ]);
  return [...locals, ...copy(sum, nextSum), ...start, ...loop, ...copy(sum, nextSum), ...finish, ...end];
}
