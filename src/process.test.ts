import { setTimeout as sleep } from 'node:timers/promises';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { newPlace } from '../test/harness/databases.ts';
import { onThisMachine } from '../test/harness/this-machine.ts';
import { readConfig } from './config.ts';
import { systemClock } from './kernel/clock.ts';
import { AppError } from './kernel/errors.ts';
import type { Log } from './kernel/log.ts';
import { openDatabase } from './platform/db/open.ts';
import { createProcess } from './process.ts';

const log: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

it('a start waits for a database that goes down meanwhile, and fails on any other error', async () => {
  const place = await newPlace('sqlite');
  const dataDirectory = place.settings.DATA_DIR ?? '';
  const config = readConfig({ JWT_SECRET: 'x'.repeat(32), PORT: '0', DATA_DIR: dataDirectory });
  const database = openDatabase({ databaseUrl: undefined, dataDirectory, poolSize: 1 }, () => undefined);
  const states: string[] = [];
  let starts = 0;
  let failure: () => Error | undefined = () => (starts < 3 ? new AppError('unavailable', 'not there') : undefined);
  const part = {
    async start() {
      starts += 1;
      const error = failure();
      if (error) throw error;
    },
    stop: async () => undefined,
  };
  const open = (app = fastify()) =>
    createProcess({
      config,
      clock: systemClock,
      log,
      app,
      database,
      health: { setState: (state) => states.push(state) },
      inFlight: () => 0,
      services: [],
      background: [part],
    });
  const patient = open();
  await patient.start();
  expect([starts, states]).toEqual([3, ['ready']]);
  failure = () => new Error('a mistake');
  const app = fastify();
  await expect(open(app).start()).rejects.toThrow('a mistake');
  expect([starts, states]).toEqual([4, ['ready']]);
  await Promise.all([app.close(), patient.stop()]);
  await place.remove();
});

it('services stop after all background parts, also after one that fails to stop, and at the latest at the timeout', async () => {
  const place = await newPlace('sqlite');
  const dataDirectory = place.settings.DATA_DIR ?? '';
  const open = (shutdown: string, ...stops: (() => Promise<void>)[]) => {
    const config = readConfig({
      JWT_SECRET: 'x'.repeat(32),
      PORT: '0',
      DATA_DIR: dataDirectory,
      SHUTDOWN_TIMEOUT: shutdown,
    });
    const database = openDatabase({ databaseUrl: undefined, dataDirectory, poolSize: 1 }, () => undefined);
    const part = (name: string, stop: () => Promise<void> = async () => undefined) => ({
      start: () => void order.push(`start ${name}`),
      async stop() {
        await stop();
        order.push(`stop ${name}`);
      },
    });
    const health = { setState: () => undefined };
    const background = stops.map((stop, index) => part(`part ${index}`, stop));
    const parts = { services: [part('service')], background };
    return createProcess({
      config,
      clock: systemClock,
      log,
      app: fastify(),
      database,
      health,
      inFlight: () => 0,
      ...parts,
    });
  };
  let order: string[] = [];
  const patient = open(
    '30s',
    // Longer than the server keeps listening: only this part delays the stop of the services.
    () => sleep(500),
    () => Promise.reject(new Error('a mistake')),
  );
  await patient.start();
  await patient.stop();
  expect(order).toEqual(['start service', 'start part 0', 'start part 1', 'stop part 0', 'stop service']);

  order = [];
  const hurried = open('1s', () => new Promise(() => undefined));
  await hurried.start();
  const from = performance.now();
  await hurried.stop();
  expect(order).toEqual(['start service', 'start part 0', 'stop service']);
  expect(performance.now() - from).toBeLessThan(onThisMachine(2_000));
  await place.remove();
});
