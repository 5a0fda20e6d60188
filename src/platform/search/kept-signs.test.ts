import { expect, it } from 'vitest';
import { createKeptSigns } from './kept-signs.ts';

let seed = 1;
const random = () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
};
const anySigns = (bytes: number) => Uint8Array.from({ length: bytes }, () => Math.floor(random() * 256));
const ones = (byte: number) => byte.toString(2).replaceAll('0', '').length;
const distance = (one: Uint8Array, other: Uint8Array) =>
  one.reduce((sum, byte, index) => sum + ones(byte ^ (other[index] ?? 0)), 0);

function keepAny(kept: ReturnType<typeof createKeptSigns>, name: string, part: string, count: number, bytes: number) {
  const entries = Array.from({ length: count }, (_, index) => ({ id: `${part}-${index}`, signs: anySigns(bytes) }));
  kept.keep(
    name,
    part,
    entries.map(({ id }) => id),
    Buffer.concat(entries.map(({ signs }) => signs)),
  );
  return entries;
}

it.each([1, 13, 48, 64, 192, 384])(
  'finds the closest by signs of %i bytes, as a comparison one by one does',
  (bytes) => {
    const kept = createKeptSigns();
    const parts = ['a', 'b', 'c'].map((part, index) => keepAny(kept, 'all', part, 40 * index + 5, bytes));
    keepAny(kept, 'others', 'a', 50, bytes);
    for (const chosen of [['a', 'b', 'c'], ['b'], ['c', 'unknown']]) {
      const asked = anySigns(bytes);
      const entries = parts.flat().filter(({ id }) => chosen.includes(id.slice(0, 1)));
      const distances = entries.map(({ signs }) => distance(asked, signs)).sort((one, other) => one - other);
      for (const count of [1, 7, 20, 1_000]) {
        const found = kept.nearest('all', chosen, asked, count);
        expect(found.map(({ signs }) => distance(asked, signs)).sort((one, other) => one - other)).toEqual(
          distances.slice(0, count),
        );
        for (const { id, signs } of found) expect(entries.find((entry) => entry.id === id)?.signs).toEqual(signs);
      }
    }
    const far = kept.nearest('all', ['a'], new Uint8Array(bytes).fill(255), 5);
    expect(far).toHaveLength(5);
  },
);

it('keeps what is searched, and what is not searched any more no longer', () => {
  const kept = createKeptSigns();
  expect(kept.missing('all', ['a', 'b'])).toEqual(['a', 'b']);
  keepAny(kept, 'all', 'a', 10, 64);
  kept.keep('all', 'b', [], new Uint8Array());
  expect(kept.missing('all', ['a', 'b', 'c'])).toEqual(['c']);
  expect(kept.missing('all', ['b'])).toEqual([]);
  expect(kept.missing('all', ['a', 'b'])).toEqual(['a']);
  expect(kept.nearest('all', ['a', 'b'], anySigns(64), 5)).toEqual([]);
});

it('never holds more than its bound: what was not used for longest makes room, and what is in use does not', () => {
  const mostBytes = 15_000;
  let now = 0;
  const kept = createKeptSigns({ mostBytes, now: () => now });
  const need = { entries: 70, parts: 1, signBytes: 64 };
  const search = (name: string) => {
    now += 1_000;
    if (!kept.hasRoom(name, need)) return 'full';
    const isKept = kept.missing(name, ['a']).length === 0;
    if (!isKept) keepAny(kept, name, 'a', need.entries, need.signBytes);
    expect(kept.bytes).toBeLessThanOrEqual(mostBytes);
    return isKept ? 'kept' : 'read';
  };
  expect(['first', 'second', 'first', 'third', 'second', 'third'].map(search)).toEqual([
    'read',
    'read',
    'kept',
    'full',
    'kept',
    'full',
  ]);
  now += 58_000;
  expect(['second', 'third', 'first', 'third'].map(search)).toEqual(['kept', 'read', 'full', 'kept']);
  expect(kept.hasRoom('large', { ...need, entries: 200 })).toBe(false);
});

it('drops what was not searched for ten minutes', () => {
  let now = 0;
  const kept = createKeptSigns({ now: () => now });
  keepAny(kept, 'old', 'a', 10, 64);
  now = 300_000;
  keepAny(kept, 'new', 'a', 10, 64);
  const both = kept.bytes;
  now = 600_000;
  kept.dropUnused();
  expect(kept.bytes).toBe(both / 2);
  expect(kept.missing('new', ['a'])).toEqual([]);
});
