import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { type PostgresServer, startPostgres } from '../../../test/harness/postgres-server.ts';
import { systemClock } from '../../kernel/clock.ts';
import type { Log } from '../../kernel/log.ts';
import { createPostgresBus } from '../bus/postgres-bus.ts';
import { migrate } from '../db/migrate.ts';
import { openPostgres } from '../db/postgres.ts';
import { createJobs } from './jobs.ts';

const log: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres({ durable: true });
});
afterAll(() => server.stop());

/**
 * Longer than a killed server needs to come back, on a slow disk too: a lease that ends before lets another node run
 * the job again. A claim whose answer the fall swallowed is held by nobody, and waits for as long.
 */
const leaseMs = 60_000;
const patience = { timeout: 2 * leaseMs, interval: 50 };

async function newNode(ran: number[]) {
  const url = server.url('postgres');
  const database = openPostgres({ url, poolSize: 4, onIdleError: () => undefined });
  const bus = createPostgresBus({ url, pool: database.connections, log });
  await bus.start();
  const jobs = createJobs({ database, bus, clock: systemClock, log, leaseMs, pollMs: 100 });
  jobs.handle<number>('work', async ({ payload }) => {
    await sleep(20);
    ran.push(payload);
  });
  // Also after a failure: a node that is left over would take the jobs of a second attempt.
  onTestFinished(async () => {
    await jobs.stop();
    await bus.stop();
    await database.close();
  });
  return { database, jobs };
}

it('loses no job when the database falls over in the middle of the work', async () => {
  const ran: number[] = [];
  const first = await newNode(ran);
  const second = await newNode(ran);
  await migrate(first.database, Date.now());
  await first.database.transaction(async (tx) => {
    for (let n = 0; n < 300; n += 1) await first.jobs.enqueue(tx, { queue: 'work', payload: n });
  });
  first.jobs.start();
  second.jobs.start();
  await vi.waitFor(() => expect(ran.length).toBeGreaterThan(40), { timeout: 40_000, interval: 5 });
  await server.kill();
  const before = ran.length;
  await sleep(500);
  await server.start();
  expect(before).toBeLessThan(300);
  await vi.waitFor(() => expect(new Set(ran).size).toBe(300), patience);
  const left = () => first.database.all('SELECT id, state, attempts FROM jobs');
  await vi.waitFor(async () => expect(await left()).toEqual([]), patience);
  // What ended during the fall was written down afterwards, not run again.
  expect(ran.length).toBe(300);
});
