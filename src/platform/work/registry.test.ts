import { expect, it } from 'vitest';
import { createPlaces, createRegistry } from './registry.ts';

it('places are taken, left and taken again', () => {
  const places = createPlaces<{ id: number }>();
  const [first, second] = [places.take({ id: 1 }), places.take({ id: 2 })];
  expect(places.size()).toBe(2);
  places.leave(first);
  expect(places.at(first)).toBeUndefined();
  expect(places.all()).toEqual([{ id: 2 }]);
  expect(places.take({ id: 3 })).toBe(first);
  expect(places.at(second)).toEqual({ id: 2 });
  expect(places.size()).toBe(2);
  places.leave(first);
  places.leave(second);
  expect(places.size()).toBe(0);
  expect(places.all()).toEqual([]);
  expect(places.take({ id: 4 })).toBe(0);
});

it('a registry knows its entries by name', () => {
  const registry = createRegistry<string, string | undefined>();
  registry.set('one', 'first');
  registry.set('two', undefined);
  registry.set('one', 'second');
  expect(registry.size()).toBe(2);
  expect(registry.get('one')).toBe('second');
  expect(registry.has('two')).toBe(true);
  expect(registry.delete('one')).toBe(true);
  expect(registry.delete('one')).toBe(false);
  expect(registry.get('one')).toBeUndefined();
  registry.set('three', 'third');
  expect(registry.entries().sort()).toEqual([
    ['three', 'third'],
    ['two', undefined],
  ]);
});
