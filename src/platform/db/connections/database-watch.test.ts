import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { newPlace } from '../../../../test/harness/databases.ts';
import { openPostgres } from '../postgres.ts';
import { createDatabaseWatch } from './database-watch.ts';

it('does not take a machine that stood still for a database that is away, and notices one that is', async () => {
  const place = await newPlace('postgres');
  onTestFinished(place.remove);
  const url = place.settings.DATABASE_URL ?? '';
  const database = openPostgres({ url, poolSize: 1, onIdleError: () => undefined });
  onTestFinished(() => database.close());
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const watch = createDatabaseWatch({ url, log });
  const told: boolean[] = [];
  watch.subscribe((isAway) => told.push(isAway));
  await watch.start();
  onTestFinished(watch.stop);

  const [asked] = await database.all<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE application_name = 'agent-gateway-watch' AND datname = current_database()`,
  );
  const server = Number(asked?.pid);
  onTestFinished(() => void process.kill(server, 'SIGCONT'));
  process.kill(server, 'SIGSTOP');
  // Now a question is under way.
  await sleep(700);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_600);
  await sleep(300);
  process.kill(server, 'SIGCONT');
  const before = told.length;
  await expect.poll(() => told.length).toBeGreaterThan(before);
  expect(told).not.toContain(true);

  process.kill(server, 'SIGSTOP');
  await expect.poll(() => told.at(-1)).toBe(true);
  await expect.poll(() => told.at(-1)).toBe(false);
});

it('goes on when what it tells fails', async () => {
  const place = await newPlace('postgres');
  onTestFinished(place.remove);
  const errors: unknown[] = [];
  const log = { info: () => undefined, warn: () => undefined, error: (about: unknown) => errors.push(about) };
  const watch = createDatabaseWatch({ url: place.settings.DATABASE_URL ?? '', log });
  await watch.start();
  onTestFinished(watch.stop);
  let looks = 0;
  watch.subscribe(() => {
    looks += 1;
    if (looks === 1) throw new Error('broken');
  });
  await expect.poll(() => looks).toBeGreaterThan(2);
  expect(errors).toHaveLength(1);
});
