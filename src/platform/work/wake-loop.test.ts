import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { createLocalBus } from '../bus/local-bus.ts';
import { createWakeLoop, type NextPass } from './wake-loop.ts';

describe('a wake loop', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const logged: string[] = [];
  const log: Log = {
    info: () => undefined,
    warn: (_fields, message) => void logged.push(message),
    error: () => undefined,
  };

  /** Records when each pass began and whether it was woken; `answer` is what a pass returns. */
  function newLoop(options: Partial<Parameters<typeof createWakeLoop>[0]> = {}) {
    logged.length = 0;
    const beganAt = Date.now();
    const passes: { atMs: number; woken: boolean }[] = [];
    const world = { answer: (): NextPass | Promise<NextPass> => undefined };
    const loop = createWakeLoop({
      pass: async (woken) => {
        passes.push({ atMs: Date.now() - beganAt, woken });
        return world.answer();
      },
      failure: 'a pass failed',
      pollMs: 1_000,
      clock: systemClock,
      log,
      ...options,
    });
    const times = () => passes.map(({ atMs }) => atMs);
    return { loop, passes, times, world };
  }

  it('makes a pass at start, and one each time it has slept for the poll interval', async () => {
    const { loop, passes } = newLoop();
    await loop.start();
    await vi.advanceTimersByTimeAsync(2_500);
    expect(passes).toEqual([
      { atMs: 0, woken: true },
      { atMs: 1_000, woken: false },
      { atMs: 2_000, woken: false },
    ]);
    await loop.stop();
  });

  it('makes every pass outside the request that woke it, also those that follow by the timer', async () => {
    const request = new AsyncLocalStorage<string>();
    const seen: (string | undefined)[] = [];
    const { loop } = newLoop({ pass: async () => void seen.push(request.getStore()) });
    await request.run('first', () => loop.start());
    await request.run('second', () => loop.wake());
    await vi.advanceTimersByTimeAsync(1_000);
    expect(seen).toEqual([undefined, undefined, undefined]);
    await loop.stop();
  });

  it('makes a pass at once when woken, and sleeps for the whole interval after it', async () => {
    const { loop, times } = newLoop();
    await loop.start();
    await vi.advanceTimersByTimeAsync(300);
    await loop.wake();
    await vi.advanceTimersByTimeAsync(999);
    expect(times()).toEqual([0, 300]);
    await vi.advanceTimersByTimeAsync(1);
    expect(times()).toEqual([0, 300, 1_300]);
    await loop.stop();
  });

  it('is woken by its subscriptions from start to stop', async () => {
    const bus = createLocalBus({ log });
    const { loop, times } = newLoop({ wakeUps: (wake) => [bus.subscribe('work', wake)] });
    bus.publish('work', '');
    await vi.advanceTimersByTimeAsync(10);
    expect(times()).toEqual([]);
    await loop.start();
    bus.publish('work', '');
    await vi.advanceTimersByTimeAsync(10);
    expect(times()).toEqual([10, 10]);
    await loop.stop();
    bus.publish('work', '');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(times()).toEqual([10, 10]);
  });

  it('wakes at the time of the next known work, but never sleeps longer than the poll interval', async () => {
    const { loop, times, world } = newLoop();
    world.answer = () => Date.now() + 250;
    await loop.start();
    await vi.advanceTimersByTimeAsync(600);
    expect(times()).toEqual([0, 250, 500]);
    world.answer = () => Date.now() + 60_000;
    await vi.advanceTimersByTimeAsync(1_200);
    expect(times()).toEqual([0, 250, 500, 750, 1_750]);
    await loop.stop();
  });

  it('wakes at a time given by wakeAt, or at an earlier one', async () => {
    const { loop, times } = newLoop();
    await loop.start();
    loop.wakeAt(Date.now() + 400);
    loop.wakeAt(Date.now() + 700);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(times()).toEqual([0, 400]);
    await loop.stop();
  });

  it('makes one pass at a time, and exactly one more for all wake-ups during a pass', async () => {
    const { loop, times, world } = newLoop();
    let atOnce = 0;
    let most = 0;
    world.answer = async () => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise((resolve) => setTimeout(resolve, 100));
      atOnce -= 1;
    };
    const started = loop.start();
    await vi.advanceTimersByTimeAsync(50);
    const woken = [loop.wake(), loop.wake(), loop.wake()];
    await vi.advanceTimersByTimeAsync(200);
    await Promise.all([started, ...woken]);
    expect(times()).toEqual([0, 100]);
    expect(most).toBe(1);
    await loop.stop();
  });

  it('makes another pass at once while there may be more', async () => {
    const { loop, passes, world } = newLoop();
    world.answer = () => (passes.length < 4 ? 'again' : undefined);
    await loop.start();
    expect(passes).toEqual(Array.from({ length: 4 }, () => ({ atMs: 0, woken: true })));
    await loop.stop();
  });

  it('logs a failed pass, pauses longer after each failure in a row, and can be woken meanwhile', async () => {
    const { loop, times, world } = newLoop({ pollMs: 10_000, pauseAfterFailureMs: (failures) => failures * 100 });
    world.answer = () => {
      throw new Error('the database is away');
    };
    await loop.start();
    await vi.advanceTimersByTimeAsync(350);
    expect(times()).toEqual([0, 100, 300]);
    expect(logged).toEqual(['a pass failed', 'a pass failed', 'a pass failed']);
    world.answer = () => undefined;
    await loop.wake();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(times()).toEqual([0, 100, 300, 350]);
    await loop.stop();
  });

  it('pauses for a second after a failure by default', async () => {
    const { loop, times, world } = newLoop({ pollMs: 30_000 });
    world.answer = () => {
      throw new Error('the database is away');
    };
    await loop.start();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(times()).toEqual([0, 1_000]);
    await loop.stop();
  });

  it('waits for the pass under way when it stops, begins no other, and can be started again', async () => {
    const { loop, times, world } = newLoop();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    world.answer = () => promise;
    void loop.start();
    await vi.advanceTimersByTimeAsync(1);
    void loop.wake();
    let stopped = false;
    const stopping = loop.stop().then(() => {
      stopped = true;
    });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(stopped).toBe(false);
    resolve(undefined);
    await stopping;
    await loop.wake();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(times()).toEqual([0]);
    await Promise.all([loop.start(), loop.start()]);
    expect(times().length).toBe(2);
    await Promise.all([loop.stop(), loop.stop()]);
  });
});
