import {
  type Code,
  call,
  constant,
  type Definition,
  define,
  float,
  floatConstant,
  get,
  repeatWhile,
  set,
  vector,
  when,
  whole,
} from './assembler.ts';

/** The columns of a right-hand matrix that are stored together. */
export const panelColumns = 4;
export const bytesOfRegister = 16;
/** After the weights of a panel, for each of its columns: the scale, the sum of the weights, and the bias. */
export const bytesAfterPanel = 3 * bytesOfRegister;
/** Of each row: its scale, and what must be subtracted from each of its digits (the first, if there are two). */
export const bytesOfRowFacts = 8;
/** What becomes of a product: it replaces the numbers in its place, it is added to them, or it is rectified first. */
export const outcomes = { replace: 0, add: 1, rectify: 2 };
/** Sixteen numbers of each row at a time, twice. */
const unrolled = 2;

const increase = (local: number, by: Code): Code => [...get(local), ...by, ...whole.add, ...set(local)];

export type Digits = 1 | 2;
/** What the first of two digits counts. */
export const firstDigit = 128;

/**
 * `height` rows of digits times one panel. Each of the sums collects the products of one column and one digit of a row, in four
 * parts, which are added at the end. `inSteps`: products, sums of two and sums of four by one instruction each, for processors
 * without one for all three: V8 puts five in its place there, with a constant made anew each time.
 */
export function tileOf(height: number, digits: Digits, inSteps: boolean): Definition {
  const names = ['left', 'leftStride', 'panel', 'panelEnd', 'facts', 'sum', 'sumStride', 'outcome'] as const;
  return define(names, (given, local) => {
    const { left, leftStride, panel, panelEnd, facts, sum, sumStride, outcome } = given;
    const low = local('i32');
    const columns = Array.from({ length: panelColumns }, () => local('v128'));
    const factor = local('v128');
    const ones = local('v128');
    const addDots = (column: number, sum: number): Code =>
      inSteps
        ? [
            ...[...get(column), ...get(factor), ...vector.dots16, ...get(ones), ...vector.dots],
            ...[...get(sum), ...vector.addWhole],
          ]
        : [...get(column), ...get(factor), ...get(sum), ...vector.addDots];
    const rows = Array.from({ length: height }, () =>
      Array.from({ length: digits }, () => ({
        place: local('i32'),
        sums: columns.map(() => local('v128')),
      })),
    );
    const all = rows.flat();
    const start = [
      ...[...constant(1), ...vector.spread16, ...set(ones)],
      ...[...get(panelEnd), ...get(panel), ...whole.subtract, ...constant(2), ...whole.shiftRight, ...set(low)],
      ...rows.flatMap((row) => [
        ...row.flatMap(({ place }, digit) => [
          ...get(left),
          ...(digit === 0 ? [] : [...get(low), ...whole.add]),
          ...set(place),
        ]),
        ...increase(left, get(leftStride)),
      ]),
    ];
    const step = (index: number) => [
      ...columns.flatMap((column, at) => [
        ...get(panel),
        ...vector.load((index * panelColumns + at) * bytesOfRegister),
        ...set(column),
      ]),
      ...all.flatMap(({ place, sums }) => [
        ...[...get(place), ...vector.load(index * bytesOfRegister), ...set(factor)],
        ...sums.flatMap((one, at) => [...addDots(columns[at] as number, one), ...set(one)]),
      ]),
    ];
    const loop = repeatWhile(
      [...get(panel), ...get(panelEnd), ...whole.isLess],
      [
        ...Array.from({ length: unrolled }, (_, index) => step(index)).flat(),
        ...all.flatMap(({ place }) => increase(place, constant(unrolled * bytesOfRegister))),
        ...increase(panel, constant(unrolled * panelColumns * bytesOfRegister)),
      ],
    );
    /** Four registers with four parts each: the four totals. */
    const [pairs, others] = [local('v128'), local('v128')];
    const total = (sums: readonly number[]): Code => {
      const [a, b, c, d] = sums.map(get) as [Code, Code, Code, Code];
      const halves = (one: Code, other: Code) => [
        ...[...one, ...other, ...vector.choose(0, 4, 1, 5)],
        ...[...one, ...other, ...vector.choose(2, 6, 3, 7)],
        ...vector.addWhole,
      ];
      return [
        ...[...halves(a, b), ...set(pairs), ...halves(c, d), ...set(others)],
        ...[...get(pairs), ...get(others), ...vector.choose(0, 1, 4, 5)],
        ...[...get(pairs), ...get(others), ...vector.choose(2, 3, 6, 7)],
        ...vector.addWhole,
      ];
    };
    const value = local('v128');
    const finish = rows.flatMap(([first, second]) => [
      // first digits - zero · sum of the weights
      ...total(first?.sums ?? []),
      ...[...get(facts), ...vector.loadOne(4), ...get(panelEnd), ...vector.load(bytesOfRegister)],
      ...[...vector.multiplyWhole, ...vector.subtractWhole, ...vector.toFloat],
      ...(second
        ? [
            ...[...floatConstant(firstDigit), ...vector.spread],
            ...[...total(second.sums), ...vector.toFloat, ...vector.multiplyAndAdd],
          ]
        : []),
      ...[...get(facts), ...vector.loadOne(0), ...get(panelEnd), ...vector.load(0), ...vector.multiply],
      ...[...get(panelEnd), ...vector.load(2 * bytesOfRegister), ...vector.multiplyAndAdd, ...set(value)],
      ...when(
        [...get(outcome), ...constant(outcomes.add), ...whole.isEqual],
        [...get(value), ...get(sum), ...vector.load(), ...vector.add, ...set(value)],
      ),
      ...when(
        [...get(outcome), ...constant(outcomes.rectify), ...whole.isEqual],
        [...get(value), ...vector.zero, ...vector.most, ...set(value)],
      ),
      ...[...get(sum), ...get(value), ...vector.store()],
      ...increase(sum, get(sumStride)),
      ...increase(facts, constant(bytesOfRowFacts)),
    ]);
    return [...start, ...loop, ...finish];
  });
}

/**
 * All rows times all panels. A panel is used for all rows before the next one, so that it is read from main memory only
 * once. `tiles` are the numbers of the functions above, by their height.
 */
export function productOf(tiles: readonly number[]): Definition {
  const names = [
    'count',
    'left',
    'leftStride',
    'panel',
    'panelBytes',
    'panelsEnd',
    'facts',
    'sum',
    'sumStride',
    'outcome',
  ] as const;
  return define(names, (given, local) => {
    const { count, left, leftStride, panel, panelBytes, panelsEnd, facts, sum, sumStride, outcome } = given;
    const [rest, tilesLeft, height, nextLeft, nextFacts, nextSum, panelEnd] = Array.from({ length: 7 }, () =>
      local('i32'),
    ) as [number, number, number, number, number, number, number];
    const tallest = tiles.length;
    // Tiles of about the same height: 9 rows are 5 and 4, not 6 and 3.
    const roundedUp = (divided: Code, by: Code): Code => [
      ...[...divided, ...by, ...whole.add, ...constant(1), ...whole.subtract],
      ...[...by, ...whole.divide],
    ];
    const times = (stride: Code): Code => [...get(height), ...stride, ...whole.multiply];
    const tile = tiles.flatMap((index, place) =>
      when(
        [...get(height), ...constant(place + 1), ...whole.isEqual],
        [
          ...[nextLeft, leftStride, panel, panelEnd, nextFacts, nextSum, sumStride, outcome].flatMap(get),
          ...call(index),
        ],
      ),
    );
    return repeatWhile(
      [...get(panel), ...get(panelsEnd), ...whole.isLess],
      [
        ...[...get(count), ...set(rest), ...get(left), ...set(nextLeft)],
        ...[...get(facts), ...set(nextFacts), ...get(sum), ...set(nextSum)],
        ...[...get(panel), ...get(panelBytes), ...whole.add, ...set(panelEnd)],
        ...[...roundedUp(get(count), constant(tallest)), ...set(tilesLeft)],
        ...repeatWhile(get(tilesLeft), [
          ...[...roundedUp(get(rest), get(tilesLeft)), ...set(height)],
          ...tile,
          ...increase(nextLeft, times(get(leftStride))),
          ...increase(nextSum, times(get(sumStride))),
          ...increase(nextFacts, times(constant(bytesOfRowFacts))),
          ...[...get(rest), ...get(height), ...whole.subtract, ...set(rest)],
          ...[...get(tilesLeft), ...constant(1), ...whole.subtract, ...set(tilesLeft)],
        ]),
        ...[...get(panelEnd), ...constant(bytesAfterPanel), ...whole.add, ...set(panel)],
        ...increase(sum, constant(bytesOfRegister)),
      ],
    );
  });
}

/**
 * The numbers of a row as digits of seven bits, one or two for each number: number = scale · (digits - zero). Two digits are
 * stored apart: the first of all numbers, then the second. Numbers that are never negative need no zero.
 */
export function digitsOf(digits: Digits, isSigned: boolean): Definition {
  const zero = isSigned ? 64 : 0;
  const base = digits === 2 ? firstDigit : 1;
  const most = isSigned ? 64 * base - 1 : 128 * base - 1;
  return define(['from', 'columns', 'to', 'facts'] as const, ({ from, columns, to, facts }, local) => {
    const [largest, factor, offset] = [local('v128'), local('v128'), local('v128')];
    const numbers = Array.from({ length: 4 }, () => local('v128'));
    const [next, end] = [local('i32'), local('i32')];
    const notAtEnd = [...get(next), ...get(end), ...whole.isLess];
    const narrowed = (of: (number: number) => Code) => {
      const [a, b, c, d] = numbers.map(of) as [Code, Code, Code, Code];
      return [...a, ...b, ...vector.narrowTo16, ...c, ...d, ...vector.narrowTo16, ...vector.narrowTo8];
    };
    const scale = [...get(largest), ...vector.place(0)];
    return [
      ...[...get(from), ...set(next)],
      ...[...get(from), ...get(columns), ...constant(4), ...whole.multiply, ...whole.add, ...set(end)],
      ...[...vector.zero, ...set(largest)],
      ...repeatWhile(notAtEnd, [
        ...[0, 1, 2, 3].flatMap((index) => [
          ...[...get(next), ...vector.load(index * bytesOfRegister), ...vector.absolute],
          ...[...get(largest), ...vector.most, ...set(largest)],
        ]),
        ...increase(next, constant(4 * bytesOfRegister)),
      ]),
      ...[
        ...get(largest),
        ...get(largest),
        ...get(largest),
        ...vector.choose(2, 3, 0, 1),
        ...vector.most,
        ...set(largest),
      ],
      ...[
        ...get(largest),
        ...get(largest),
        ...get(largest),
        ...vector.choose(1, 0, 3, 2),
        ...vector.most,
        ...set(largest),
      ],
      ...[...get(facts), ...scale, ...floatConstant(most), ...float.divide, ...float.store(0)],
      ...[...get(facts), ...constant(zero === 64 ? 64 : 0), 0x36, 2, 4],
      ...[...floatConstant(most), ...scale, ...float.divide, ...vector.spread, ...set(factor)],
      ...[...floatConstant(zero * base + 0.5), ...vector.spread, ...set(offset)],
      ...[...get(from), ...set(next)],
      ...repeatWhile(notAtEnd, [
        ...numbers.flatMap((number, index) => [
          ...[...get(next), ...vector.load(index * bytesOfRegister), ...get(factor), ...get(offset)],
          ...[...vector.multiplyAndAdd, ...vector.toWhole, ...set(number)],
        ]),
        ...get(to),
        ...(digits === 1
          ? narrowed(get)
          : narrowed((number) => [...get(number), ...constant(7), ...vector.shiftRight])),
        ...vector.store(),
        ...(digits === 1
          ? []
          : [
              ...[...get(to), ...get(columns), ...whole.add],
              ...narrowed((number) => [...get(number), ...constant(127), ...vector.spreadWhole, ...vector.and]),
              ...vector.store(),
            ]),
        ...increase(to, constant(bytesOfRegister)),
        ...increase(next, constant(4 * bytesOfRegister)),
      ]),
    ];
  });
}
