import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { engines } from '../../../test/harness/databases.ts';
import { newTestClock, newTestNodes, type TestClock, type TestNodes } from '../../../test/harness/job-nodes.ts';
import type { Log } from '../../kernel/log.ts';
import { createRecurring, type Recurring } from './recurring.ts';

const log: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const hourMs = 3_600_000;

describe.each(engines)('recurring jobs on %s', (engine) => {
  let nodes: TestNodes;
  const started: Recurring[] = [];
  beforeAll(async () => {
    nodes = await newTestNodes(engine);
  });
  afterEach(async () => {
    for (const recurring of started.splice(0)) await recurring.stop();
    await nodes.clear();
  });
  afterAll(() => nodes.remove());

  /** A clock that stands still half past an hour, until it is moved. */
  function newStillClock(): TestClock {
    const start = new Date().setMinutes(30, 0, 0);
    return {
      offsetMs: 0,
      now() {
        return start + this.offsetMs;
      },
    };
  }

  async function add(clock: TestClock, expression: string, ran: number[]) {
    const { jobs, database } = await nodes.add({ clock, pollMs: 50 });
    const recurring = createRecurring({ database, jobs, clock, log });
    recurring.schedule('cleanup', expression, async ({ payload }) => void ran.push(payload.due));
    await recurring.start();
    jobs.start();
    started.push(recurring);
    return recurring;
  }
  const settled = async () => {
    await vi.waitFor(async () => expect(await nodes.count()).toBe(0), { timeout: 40_000, interval: 10 });
    await sleep(50);
  };
  const nextRunAt = async () =>
    (await nodes.database.get<{ at: number }>('SELECT next_run_at AS at FROM recurring_jobs'))?.at;

  it('fire once for each due time over three nodes', async () => {
    const clock = newStillClock();
    const ran: number[] = [];
    const three = await Promise.all([1, 2, 3].map(() => add(clock, '0 * * * *', ran)));
    expect(ran).toEqual([]);
    const due: number[] = [];
    for (let hour = 1; hour <= 3; hour += 1) {
      due.push(clock.now() + hourMs / 2);
      clock.offsetMs += hourMs;
      await Promise.all([...three, ...three].map((recurring) => recurring.wake()));
      await settled();
      expect(ran).toEqual(due);
    }
  });

  it('fire by themselves when the time comes', async () => {
    const ran: number[] = [];
    await add(newTestClock(), '* * * * * *', ran);
    await vi.waitFor(() => expect(ran.length).toBeGreaterThanOrEqual(2), { timeout: 40_000 });
    expect((ran[1] ?? 0) - (ran[0] ?? 0)).toBe(1_000);
  });

  it('fire once, not once for each time that was missed, after all nodes were down', async () => {
    const clock = newStillClock();
    const ran: number[] = [];
    const first = await add(clock, '0 * * * *', ran);
    const due = clock.now() + hourMs / 2;
    await first.stop();
    clock.offsetMs += 10 * hourMs;
    await add(clock, '0 * * * *', ran);
    await settled();
    expect(ran).toEqual([due]);
    expect(await nextRunAt()).toBe(clock.now() + hourMs / 2);
  });

  it('do not fire again when the clock is set back', async () => {
    const clock = newStillClock();
    const ran: number[] = [];
    const recurring = await add(clock, '0 * * * *', ran);
    clock.offsetMs += hourMs;
    await recurring.wake();
    await settled();
    expect(ran.length).toBe(1);
    clock.offsetMs -= 2 * hourMs;
    await recurring.wake();
    clock.offsetMs += 2 * hourMs;
    await recurring.wake();
    await settled();
    expect(ran.length).toBe(1);
    clock.offsetMs += hourMs;
    await recurring.wake();
    await settled();
    expect(ran.length).toBe(2);
  });

  it('start anew when the expression changes, on a node that knows the old one too', async () => {
    const clock = newStillClock();
    const ran: number[] = [];
    const old = await add(clock, '0 * * * *', ran);
    expect(await nextRunAt()).toBe(clock.now() + hourMs / 2);
    await add(clock, '45 * * * *', ran);
    expect(await nextRunAt()).toBe(clock.now() + hourMs / 4);
    const due = clock.now() + hourMs / 4;
    clock.offsetMs += hourMs / 3;
    await old.wake();
    await settled();
    expect(ran).toEqual([due]);
    expect(await nextRunAt()).toBe(due + hourMs);
  });

  it('are refused when the expression is not one', async () => {
    const { jobs, database, clock } = await nodes.add();
    const recurring = createRecurring({ database, jobs, clock, log });
    expect(() => recurring.schedule('bad', 'every day', async () => undefined)).toThrow();
  });
});
