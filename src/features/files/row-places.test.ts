import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createRowPlaces, rowBytes } from './row-places.ts';

const state = async (promise: Promise<unknown>) => Promise.race([promise.then(() => 'in'), sleep(20, 'waits')]);

describe('places for rows of uploads', () => {
  it('are few: the next upload waits until one is left, first come first served', async () => {
    const take = createRowPlaces({ most: 2, slowMs: 60_000 });
    const [first, second] = [await take(), await take()];
    const [third, fourth] = [take(), take()];
    expect([await state(third), await state(fourth)]).toEqual(['waits', 'waits']);
    first.leave();
    first.leave();
    expect([await state(third), await state(fourth)]).toEqual(['in', 'waits']);
    second.leave();
    expect(await state(fourth)).toBe('in');
  });

  it('of slow clients do not count; one that is full does', async () => {
    const take = createRowPlaces({ most: 1, slowMs: 100 });
    const slow = await take();
    slow.fill(Buffer.from('a'));
    const next = await take();
    next.fill(Buffer.alloc(rowBytes));
    const third = take();
    await sleep(300);
    expect(await state(third)).toBe('waits');
    next.leave();
    expect(await state(third)).toBe('in');
  });

  it('show nothing of what another upload had in them', async () => {
    const take = createRowPlaces({ most: 1 });
    const one = await take();
    expect(one.fill(Buffer.alloc(rowBytes + 5, 'x'))).toBe(rowBytes);
    one.leave();
    const other = await take();
    other.fill(Buffer.from('abc'));
    expect(Buffer.from(other.content()).toString()).toBe('abc');
  });
});
