import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../kernel/clock.ts';
import type { Claim } from './claim.ts';
import { createLeaseRenewer } from './lease-renewer.ts';

describe('a lease renewer', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function newRenewer() {
    const world = {
      held: [{ id: 'a', claim: '1' }] as Claim[],
      answer: async (held: readonly Claim[]): Promise<readonly Claim[]> => held,
      renewals: [] as { atMs: number; leaseMs: number }[],
      lost: [] as string[],
      expired: 0,
      logged: [] as string[],
    };
    const beganAt = Date.now();
    const ignore = () => undefined;
    const renewer = createLeaseRenewer({
      leaseMs: 3_000,
      held: () => [...world.held],
      renew(held, leaseUntil) {
        world.renewals.push({ atMs: Date.now() - beganAt, leaseMs: leaseUntil - Date.now() });
        return world.answer(held);
      },
      lost: ({ id }) => void world.lost.push(id),
      expire: () => {
        world.expired += 1;
      },
      failure: 'could not renew',
      clock: systemClock,
      log: { info: ignore, error: ignore, warn: (_fields, message) => void world.logged.push(message) },
    });
    return { renewer, world };
  }

  it('renews at every third of the lease, from start to stop', async () => {
    const { renewer, world } = newRenewer();
    renewer.start();
    renewer.start();
    await vi.advanceTimersByTimeAsync(2_500);
    renewer.stop();
    renewer.stop();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(world.renewals).toEqual([
      { atMs: 1_000, leaseMs: 3_000 },
      { atMs: 2_000, leaseMs: 3_000 },
    ]);
    expect(world.lost).toEqual([]);
  });

  it('reports a claim that no longer holds, also when the row has another claim', async () => {
    const { renewer, world } = newRenewer();
    world.held = ['a', 'b', 'c'].map((id) => ({ id, claim: '1' }));
    world.answer = async () => [
      { id: 'a', claim: '1' },
      { id: 'b', claim: '2' },
    ];
    renewer.start();
    await vi.advanceTimersByTimeAsync(1_000);
    renewer.stop();
    expect(world.lost).toEqual(['b', 'c']);
  });

  it('does not report rows that were claimed while the renewal was under way', async () => {
    const { renewer, world } = newRenewer();
    world.answer = async (held) => {
      world.held.push({ id: 'new', claim: '1' });
      return held;
    };
    renewer.start();
    await vi.advanceTimersByTimeAsync(1_000);
    renewer.stop();
    expect(world.lost).toEqual([]);
  });

  it('lets leases expire while a renewal hangs, and begins no second renewal', async () => {
    const { renewer, world } = newRenewer();
    world.answer = () => new Promise(() => undefined);
    renewer.start();
    await vi.advanceTimersByTimeAsync(4_500);
    renewer.stop();
    expect(world.renewals.length).toBe(1);
    expect(world.expired).toBe(4);
  });

  it('logs a failed renewal, reports no claim as lost and tries again', async () => {
    const { renewer, world } = newRenewer();
    world.answer = () => Promise.reject(new Error('the database is away'));
    renewer.start();
    await vi.advanceTimersByTimeAsync(2_000);
    renewer.stop();
    expect(world.logged).toEqual(['could not renew', 'could not renew']);
    expect(world.lost).toEqual([]);
  });
});
