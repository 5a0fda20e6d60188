// The binary format and the instructions are those of webassembly.github.io/spec.
export type Code = number[];
export type ValueType = 'i32' | 'f32' | 'v128';
const valueTypes: Record<ValueType, number> = { i32: 0x7f, f32: 0x7d, v128: 0x7b };

/** LEB128: seven bits in each byte, the lowest first. `afterLast` ends a signed number. */
const number = (value: number, afterLast = 0x80): Code =>
  value < afterLast ? [value] : [(value & 0x7f) | 0x80, ...number(value >>> 7, afterLast)];
const sized = (content: Code): Code => [...number(content.length), ...content];
const list = (items: Code[]): Code => [...number(items.length), ...items.flat()];
const sections = { types: 1, imports: 2, functions: 3, exports: 7, code: 10 };
const section = (name: keyof typeof sections, items: Code[]): Code => [sections[name], ...sized(list(items))];
const text = (value: string): Code => sized([...Buffer.from(value)]);

export const get = (local: number): Code => [0x20, ...number(local)];
export const set = (local: number): Code => [0x21, ...number(local)];
export const constant = (value: number): Code => [0x41, ...number(value, 0x40)];
export const floatConstant = (value: number): Code => [0x43, ...new Uint8Array(Float32Array.of(value).buffer)];
export const call = (index: number): Code => [0x10, ...number(index)];
/** `condition` is computed after each round. */
export const repeatWhile = (condition: Code, body: Code): Code => [0x03, 0x40, ...body, ...condition, 0x0d, 0, 0x0b];
export const when = (condition: Code, body: Code): Code => [...condition, 0x04, 0x40, ...body, 0x0b];

export const whole = {
  add: [0x6a],
  subtract: [0x6b],
  multiply: [0x6c],
  divide: [0x6e],
  shiftRight: [0x76],
  isEqual: [0x46],
  isLess: [0x49],
} satisfies Record<string, Code>;

export const float = {
  load: (offset = 0): Code => [0x2a, 2, ...number(offset)],
  store: (offset = 0): Code => [0x38, 2, ...number(offset)],
  root: [0x91],
  add: [0x92],
  multiply: [0x94],
  divide: [0x95],
};

const simd = (instruction: number, ...operands: Code): Code => [0xfd, ...number(instruction), ...operands];

/** Registers of four numbers of 32 bits, or of sixteen of 8. */
export const vector = {
  load: (offset = 0): Code => simd(0x00, 0, ...number(offset)),
  /** One number into all four places. */
  loadOne: (offset = 0): Code => simd(0x09, 0, ...number(offset)),
  store: (offset = 0): Code => simd(0x0b, 0, ...number(offset)),
  zero: simd(0x0c, ...new Array<number>(16).fill(0)),
  /** Four of the eight numbers of two registers. */
  choose: (...places: [number, number, number, number]): Code =>
    simd(0x0d, ...places.flatMap((place) => [0, 1, 2, 3].map((byte) => 4 * place + byte))),
  /** One number into all eight places of 16 bits. */
  spread16: simd(0x10),
  spreadWhole: simd(0x11),
  spread: simd(0x13),
  place: (index: number): Code => simd(0x1f, index),
  and: simd(0x4e),
  shiftRight: simd(0xad),
  addWhole: simd(0xae),
  subtractWhole: simd(0xb1),
  multiplyWhole: simd(0xb5),
  absolute: simd(0xe0),
  add: simd(0xe4),
  subtract: simd(0xe5),
  multiply: simd(0xe6),
  most: simd(0xe9),
  toWhole: simd(0xf8),
  toFloat: simd(0xfa),
  /** Two registers with numbers of 32 bits into one with 16 bits; two of those into one with 8 bits. */
  narrowTo16: simd(0x85),
  narrowTo8: simd(0x66),
  /** a · b + c, rounded once where the processor can. */
  multiplyAndAdd: simd(0x105),
  /**
   * Adds the products of 16 pairs of bytes to four sums. The second factors must be 0 to 127: then every processor gives
   * the same result.
   */
  addDots: simd(0x113),
  /** The same products, each two added: eight sums of 16 bits. */
  dots16: simd(0x112),
  /** Products of eight pairs of 16 bits, each two added: four sums of 32 bits. */
  dots: simd(0xba),
};

export type Definition = { parameters: readonly ValueType[]; locals: readonly ValueType[]; code: Code };

/** `build` gets the parameters' numbers, and asks for further locals. */
export function define<Names extends readonly string[]>(
  names: Names,
  build: (parameters: Record<Names[number], number>, local: (type: ValueType) => number) => Code,
): Definition {
  const locals: ValueType[] = [];
  const local = (type: ValueType) => names.length + locals.push(type) - 1;
  const parameters = Object.fromEntries(names.map((name, index) => [name, index])) as Record<Names[number], number>;
  const code = build(parameters, local);
  return { parameters: names.map(() => 'i32'), locals, code };
}

/** A module that works in the memory of its host, assembled from instructions, so that the build needs no compiler. */
export function assemble(definitions: Readonly<Record<string, Definition>>): Uint8Array<ArrayBuffer> {
  const all = Object.entries(definitions);
  const magicAndVersion = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
  const typeOf = ({ parameters }: Definition) => [
    0x60,
    ...list(parameters.map((type) => [valueTypes[type]])),
    ...list([]),
  ];
  const bodyOf = ({ locals, code }: Definition) => [
    ...list(locals.map((type) => [1, valueTypes[type]])),
    ...code,
    0x0b,
  ];
  return Uint8Array.from([
    ...magicAndVersion,
    ...section(
      'types',
      all.map(([, definition]) => typeOf(definition)),
    ),
    ...section('imports', [[...text('host'), ...text('memory'), 0x02, 0x00, 0x00]]),
    ...section(
      'functions',
      all.map((_, index) => number(index)),
    ),
    ...section(
      'exports',
      all.map(([name], index) => [...text(name), 0x00, ...number(index)]),
    ),
    ...section(
      'code',
      all.map(([, definition]) => sized(bodyOf(definition))),
    ),
  ]);
}
