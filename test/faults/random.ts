/** Pseudo-random numbers that repeat for the same seed. Each part of a run has its own stream. */
export type Random = {
  next(): number;
  /** From `low` to `high`, both included. */
  integer(low: number, high: number): number;
  pick<Item>(items: readonly Item[]): Item;
  chance(probability: number): boolean;
  shuffled<Item>(items: readonly Item[]): Item[];
  /** Another stream, so that draws of one part do not change those of another. */
  fork(name: string): Random;
};

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    integer,
    pick: (items) => items[integer(0, items.length - 1)] as (typeof items)[number],
    chance: (probability) => next() < probability,
    shuffled(items) {
      const result = [...items];
      for (let index = result.length - 1; index > 0; index -= 1) {
        const other = integer(0, index);
        [result[index], result[other]] = [result[other] as never, result[index] as never];
      }
      return result;
    },
    fork: (name) => createRandom(hash(`${seed}:${name}`)),
  };
}
