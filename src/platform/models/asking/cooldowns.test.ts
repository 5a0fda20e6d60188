import { describe, expect, it, vi } from 'vitest';
import { createLocalBus } from '../../bus/local-bus.ts';
import type { Connection } from '../connections/connection.ts';
import { silentLog } from '../test-models.ts';
import { createCooldowns } from './cooldowns.ts';

const rule = { firstMs: 40, longestMs: 160, checkEveryMs: 5 };
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function connection(check: () => Promise<string[]> = async () => []): Connection {
  const provider = { check, generate: () => Promise.reject(new Error('not asked')) };
  return { id: 'one', name: 'one', catalogue: 'openai', pool: null, weight: 1, models: null, own: false, provider };
}
const failing = () => ({ reason: 'unavailable' as const, beganMs: performance.now() });

describe('a connection that failed', () => {
  it('cools down twice as long at each failure in a row, up to the longest time', () => {
    const cooldowns = createCooldowns({ rule });
    const one = connection();
    expect([1, 2, 3, 4].map(() => cooldowns.failed(one, failing()))).toEqual([40, 80, 160, 160]);
    cooldowns.succeeded('one');
    expect(cooldowns.isCooling('one')).toBe(false);
    expect(cooldowns.failed(one, failing())).toBe(40);
    cooldowns.stop();
  });

  it('cools down as long as it says', () => {
    const cooldowns = createCooldowns({ rule });
    expect(cooldowns.failed(connection(), { ...failing(), retryAfterMs: 7_000 })).toBe(7_000);
    cooldowns.stop();
  });

  it('is not judged twice by calls that were under way', () => {
    const cooldowns = createCooldowns({ rule });
    const before = failing();
    const one = connection();
    expect(cooldowns.failed(one, before)).toBe(40);
    expect(cooldowns.failed(one, before)).toBeUndefined();
    expect(cooldowns.failed(one, failing())).toBe(80);
    cooldowns.stop();
  });

  it('is tried again by a single call, however many there are', async () => {
    const cooldowns = createCooldowns({ rule: { ...rule, firstMs: 10 } });
    cooldowns.failed(connection(), failing());
    expect(cooldowns.isCooling('one')).toBe(true);
    await pause(15);
    expect(cooldowns.isCooling('one')).toBe(false);
    expect(cooldowns.begin('one')).toBe(true);
    expect(cooldowns.isCooling('one')).toBe(true);
    expect(cooldowns.begin('one')).toBe(false);
    cooldowns.leave('one', true);
    expect(cooldowns.begin('one')).toBe(true);
    cooldowns.stop();
  });

  it('is tried at once when a check succeeds that failed before', async () => {
    let down = true;
    let checks = 0;
    const cooldowns = createCooldowns({ rule: { ...rule, firstMs: 60_000, longestMs: 60_000 } });
    const check = async () => {
      checks += 1;
      if (down) throw new Error('down');
      return [];
    };
    cooldowns.failed(connection(check), failing());
    await vi.waitFor(() => expect(checks).toBeGreaterThan(1), { timeout: 40_000 });
    expect(cooldowns.isCooling('one')).toBe(true);
    down = false;
    await vi.waitFor(() => expect(cooldowns.isCooling('one')).toBe(false), { timeout: 40_000 });
    cooldowns.stop();
  });

  it('is not believed to be well because it lists its models all the time', async () => {
    let checks = 0;
    const cooldowns = createCooldowns({ rule: { ...rule, firstMs: 60_000, longestMs: 60_000 } });
    cooldowns.failed(
      connection(async () => {
        checks += 1;
        return [];
      }),
      failing(),
    );
    await vi.waitFor(() => expect(checks).toBe(1), { timeout: 40_000 });
    await pause(30);
    expect(cooldowns.isCooling('one')).toBe(true);
    expect(checks).toBe(1);
    cooldowns.stop();
  });

  it('is known to other nodes, and so is its recovery', async () => {
    const bus = createLocalBus({ log: silentLog });
    const [here, there] = [
      createCooldowns({ bus, rule: { ...rule, firstMs: 60_000 } }),
      createCooldowns({ bus, rule }),
    ];
    here.failed(connection(), failing());
    await vi.waitFor(() => expect(there.isCooling('one')).toBe(true), { timeout: 40_000 });
    expect(there.stateOf('one')?.reason).toBe('unavailable');
    here.succeeded('one');
    await vi.waitFor(() => expect(there.isCooling('one')).toBe(false), { timeout: 40_000 });
    for (const node of [here, there]) node.stop();
  });
});
