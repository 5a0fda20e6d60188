import fastify from 'fastify';
import { expect, it } from 'vitest';
import { newPlace } from '../test/harness/databases.ts';
import { readConfig } from './config.ts';
import { systemClock } from './kernel/clock.ts';
import { AppError } from './kernel/errors.ts';
import type { Log } from './kernel/log.ts';
import { openDatabase } from './platform/db/open.ts';
import { createProcess } from './process.ts';

const log: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

it('a database that goes away while the parts are started is waited for; any other failure is none to wait for', async () => {
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
