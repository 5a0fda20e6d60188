import { expect, test } from 'vitest';
import { createQueue } from './queue.ts';

test('items leave in the order in which they came, however pushing and taking alternate', () => {
  const queue = createQueue<number>();
  const left: (number | undefined)[] = [];
  let next = 0;
  for (let round = 1; round <= 60; round += 1) {
    for (let n = 0; n < round * 3; n += 1) queue.push(next++);
    for (let n = 0; n < round * 2; n += 1) left.push(queue.shift());
  }
  expect(queue.size()).toBe(next - left.length);
  left.push(...queue.takeAll());
  expect(left).toEqual(Array.from({ length: next }, (_, n) => n));
  expect(queue.size()).toBe(0);
});

test('an empty queue has nothing to take, and can be filled again', () => {
  const queue = createQueue<string>();
  expect(queue.shift()).toBeUndefined();
  queue.push('one');
  expect(queue.takeAll()).toEqual(['one']);
  expect(queue.shift()).toBeUndefined();
  queue.push('two');
  expect(queue.shift()).toBe('two');
  expect(queue.size()).toBe(0);
});
