import {
  type Code,
  constant,
  type Definition,
  define,
  float,
  floatConstant,
  get,
  repeatWhile,
  set,
  vector,
  whole,
} from './assembler.ts';

const bytesOfRegister = 16;
/** Registers handled in one round of a loop; every row is a multiple of it. */
const together = 4;
const bytesOfRound = together * bytesOfRegister;
const registers = Array.from({ length: together }, (_, index) => index);

const increase = (local: number, by: Code): Code => [...get(local), ...by, ...whole.add, ...set(local)];
const isBefore = (local: number, end: number): Code => [...get(local), ...get(end), ...whole.isLess];
const endOf = (start: number, bytes: number, end: number): Code => [
  ...get(start),
  ...get(bytes),
  ...whole.add,
  ...set(end),
];
/** The sum of the four numbers of a register. */
const totalOf = (register: number): Code => [
  ...[0, 1, 2, 3].flatMap((index) => [...get(register), ...vector.place(index)]),
  ...float.add,
  ...float.add,
  ...float.add,
];

/** Normalises a row to mean 0 and variance 1, then applies the learned scale and bias. `bytes`: the length of the row. */
export function normOf(smallest: number): Definition {
  return define(['from', 'to', 'bytes', 'scale', 'bias'] as const, ({ from, to, bytes, scale, bias }, local) => {
    const [next, end] = [local('i32'), local('i32')];
    const [sum, mean, factor, one] = [local('v128'), local('v128'), local('v128'), local('v128')] as const;
    const count = local('f32');
    const loop = (body: (index: number) => Code, after: Code = []): Code => [
      ...[...get(from), ...set(next)],
      ...repeatWhile(isBefore(next, end), [
        ...registers.flatMap(body),
        ...increase(next, constant(bytesOfRound)),
        ...after,
      ]),
    ];
    const loaded = (place: number, index: number) => [...get(place), ...vector.load(index * bytesOfRegister)];
    return [
      ...endOf(from, bytes, end),
      ...[...get(bytes), ...constant(2), ...whole.shiftRight, 0xb2, ...set(count)],
      ...loop((index) => [...loaded(next, index), ...get(sum), ...vector.add, ...set(sum)]),
      ...[...totalOf(sum), ...get(count), ...float.divide, ...vector.spread, ...set(mean)],
      ...[...vector.zero, ...set(sum)],
      ...loop((index) => [
        ...[...loaded(next, index), ...get(mean), ...vector.subtract, ...set(one)],
        ...[...get(one), ...get(one), ...get(sum), ...vector.multiplyAndAdd, ...set(sum)],
      ]),
      ...[
        ...floatConstant(1),
        ...totalOf(sum),
        ...get(count),
        ...float.divide,
        ...floatConstant(smallest),
        ...float.add,
      ],
      ...[...float.root, ...float.divide, ...vector.spread, ...set(factor)],
      ...loop(
        (index) => [
          ...get(to),
          ...[...loaded(next, index), ...get(mean), ...vector.subtract, ...get(factor), ...vector.multiply],
          ...[...loaded(scale, index), ...loaded(bias, index), ...vector.multiplyAndAdd],
          ...vector.store(index * bytesOfRegister),
        ],
        [to, scale, bias].flatMap((place) => increase(place, constant(bytesOfRound))),
      ),
    ];
  });
}

/** `queries` rows times `keys` rows, both of `bytes`, `stride` apart: to[query][key], the rows of `to` one after another. */
export const scoresCode: Definition = define(
  ['query', 'queryEnd', 'keys', 'keysEnd', 'stride', 'bytes', 'to'] as const,
  ({ query, queryEnd, keys, keysEnd, stride, bytes, to }, local) => {
    const [key, left, right, end] = [local('i32'), local('i32'), local('i32'), local('i32')];
    const sums = registers.map(() => local('v128'));
    const [first, ...others] = sums as [number, ...number[]];
    return repeatWhile(isBefore(query, queryEnd), [
      ...[...get(keys), ...set(key)],
      ...repeatWhile(isBefore(key, keysEnd), [
        ...[...get(query), ...set(left), ...get(key), ...set(right), ...endOf(query, bytes, end)],
        ...sums.flatMap((sum) => [...vector.zero, ...set(sum)]),
        ...repeatWhile(isBefore(left, end), [
          ...sums.flatMap((sum, index) => [
            ...[...get(left), ...vector.load(index * bytesOfRegister)],
            ...[...get(right), ...vector.load(index * bytesOfRegister)],
            ...[...get(sum), ...vector.multiplyAndAdd, ...set(sum)],
          ]),
          ...[left, right].flatMap((place) => increase(place, constant(bytesOfRound))),
        ]),
        ...others.flatMap((sum) => [...get(first), ...get(sum), ...vector.add, ...set(first)]),
        ...[...get(to), ...totalOf(first), ...float.store()],
        ...[...increase(to, constant(4)), ...increase(key, get(stride))],
      ]),
      ...increase(query, get(stride)),
    ]);
  },
);

/** One row: the rows of `values`, `stride` apart, each times its share; they begin at `values` and end before `valuesEnd`. */
export const mixCode: Definition = define(
  ['shares', 'values', 'valuesEnd', 'stride', 'bytes', 'to'] as const,
  ({ shares, values, valuesEnd, stride, bytes, to }, local) => {
    const [value, share, end] = [local('i32'), local('i32'), local('i32')];
    const factor = local('v128');
    const sums = registers.map(() => local('v128'));
    return [
      ...endOf(to, bytes, end),
      ...repeatWhile(isBefore(to, end), [
        ...[...get(values), ...set(value), ...get(shares), ...set(share)],
        ...sums.flatMap((sum) => [...vector.zero, ...set(sum)]),
        ...repeatWhile(isBefore(value, valuesEnd), [
          ...[...get(share), ...vector.loadOne(), ...set(factor)],
          ...sums.flatMap((sum, index) => [
            ...[...get(value), ...vector.load(index * bytesOfRegister)],
            ...[...get(factor), ...get(sum), ...vector.multiplyAndAdd, ...set(sum)],
          ]),
          ...[...increase(share, constant(4)), ...increase(value, get(stride))],
        ]),
        ...sums.flatMap((sum, index) => [...get(to), ...get(sum), ...vector.store(index * bytesOfRegister)]),
        ...[to, values, valuesEnd].flatMap((place) => increase(place, constant(bytesOfRound))),
      ]),
    ];
  },
);
