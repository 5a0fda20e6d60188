import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compose } from '../src/compose.ts';
import { type Environment, readConfig } from '../src/config.ts';
import { moveToPostgres } from '../src/operations/move-to-postgres.ts';
import { openDatabase } from '../src/platform/db/open.ts';
import { spawnGateway } from './harness/child-gateway.ts';
import { emptyPlace, engines, newPlace, type Place } from './harness/databases.ts';
import { jwtSecret, startGateway } from './harness/gateway.ts';
import { recordLog } from './harness/log-lines.ts';

const [first, second, third] = ['first', 'second', 'third'].map((name) => `the-${name}-key-of-at-least-32-characters`);
const foreign = 'another-secret-of-at-least-32-characters';

/** Runs a node that should refuse to start, and returns what it wrote. */
async function refused(place: Place, settings: Environment): Promise<string> {
  const { exited, output } = spawnGateway({
    JWT_SECRET: jwtSecret,
    PORT: '0',
    LOG_LEVEL: 'silent',
    ...place.settings,
    ...settings,
  });
  expect(await exited).toEqual({ code: 1, signal: null });
  return output();
}

/** Starts a node in this process and stops it again; returns its log. */
async function runs(place: Place, settings: Environment) {
  const recorded = recordLog();
  const config = readConfig({ JWT_SECRET: jwtSecret, PORT: '0', ...place.settings, ...settings });
  const gateway = compose(config, { log: recorded.log });
  try {
    await gateway.start();
  } finally {
    await gateway.stop();
  }
  return recorded.lines();
}

async function inDatabase<Row>(place: Place, sql: string): Promise<Row[]> {
  const { DATABASE_URL, DATA_DIR = '' } = place.settings;
  const database = openDatabase({ databaseUrl: DATABASE_URL, dataDirectory: DATA_DIR, poolSize: 2 }, () => undefined);
  try {
    return (await database.run<Row>(sql)).rows;
  } finally {
    await database.close();
  }
}
const checkValue = async (place: Place) =>
  (await inDatabase<{ sealed: string }>(place, 'SELECT sealed FROM key_check')).map(({ sealed }) => sealed);

const wrongKey = /^GATEWAY_ENCRYPTION_KEY is not the key that the secrets in this database are encrypted under\. .*\n$/;

describe.each(engines)('the encryption key of a database on %s', (engine) => {
  let place: Place;
  beforeAll(async () => {
    place = await newPlace(engine);
  });
  afterAll(() => place.remove());

  it('is the one of the first start: with another a node exits 1 with one line', async () => {
    const node = await startGateway(engine, { place, settings: { GATEWAY_ENCRYPTION_KEY: first } });
    const { accessToken: token } = await node.person();
    const webhook = { url: 'http://127.0.0.1:9/', events: ['*'], secret: 'a-secret-of-mine-that-is-long-enough' };
    expect((await node.call('POST', '/webhooks', { token, body: webhook })).status).toBe(201);
    await node.stop();

    expect(await refused(place, { GATEWAY_ENCRYPTION_KEY: second })).toMatch(wrongKey);
    await expect(runs(place, {})).rejects.toThrow(/^The secrets in this database are encrypted under a key .*$/);
    await runs(place, { GATEWAY_ENCRYPTION_KEY: first });
  });

  it('can be rotated with GATEWAY_ENCRYPTION_KEY_PREV, and the check value is written again', async () => {
    const before = await checkValue(place);
    const said = await runs(place, { GATEWAY_ENCRYPTION_KEY: second, GATEWAY_ENCRYPTION_KEY_PREV: first });
    expect(said.find(({ msg }) => msg.includes('still encrypted under a previous key'))).toMatchObject({ secrets: 1 });
    expect(await checkValue(place)).not.toEqual(before);
    await expect(runs(place, { GATEWAY_ENCRYPTION_KEY: first })).rejects.toThrow(/is not the key/);
    // Without the previous key it starts, and logs what it can no longer decrypt.
    const alone = await runs(place, { GATEWAY_ENCRYPTION_KEY: second });
    expect(alone.find(({ msg }) => msg.includes('a key that this gateway does not have'))).toMatchObject({
      level: 'warn',
      secrets: 1,
    });
    // The rotation works in the other direction too.
    await runs(place, { GATEWAY_ENCRYPTION_KEY: first, GATEWAY_ENCRYPTION_KEY_PREV: second });
    await runs(place, { GATEWAY_ENCRYPTION_KEY: first });
  });

  it('is checked by the stored secrets if the database has no check value yet', async () => {
    await inDatabase(place, 'DELETE FROM key_check');
    await expect(runs(place, { GATEWAY_ENCRYPTION_KEY: third })).rejects.toThrow(/is not the key/);
    expect(await checkValue(place)).toEqual([]);
    await runs(place, { GATEWAY_ENCRYPTION_KEY: first });
    await expect(runs(place, { GATEWAY_ENCRYPTION_KEY: third })).rejects.toThrow(/is not the key/);
  });

  it('can be replaced after a loss by emptying the check value, and the loss is logged', async () => {
    await inDatabase(place, "UPDATE key_check SET sealed = '' WHERE id = 1");
    const said = await runs(place, { GATEWAY_ENCRYPTION_KEY: third });
    expect(said.find(({ msg }) => msg.includes('a key that this gateway does not have'))).toMatchObject({ secrets: 1 });
    await expect(runs(place, { GATEWAY_ENCRYPTION_KEY: first })).rejects.toThrow(/is not the key/);
    await inDatabase(place, "UPDATE key_check SET sealed = 'v1.0.damaged'");
    await expect(runs(place, { GATEWAY_ENCRYPTION_KEY: third })).rejects.toThrow(/is not the key/);
  });

  it('derived from JWT_SECRET is checked as well, and follows its rotation', async () => {
    const derived = await newPlace(engine);
    try {
      await runs(derived, {});
      await expect(runs(derived, { JWT_SECRET: foreign })).rejects.toThrow(/the JWT_SECRET that the key was derived/);
      await runs(derived, { JWT_SECRET: foreign, JWT_SECRET_PREV: jwtSecret });
      await runs(derived, { JWT_SECRET: foreign });
      // Setting an encryption key is a rotation too.
      await runs(derived, { JWT_SECRET: foreign, GATEWAY_ENCRYPTION_KEY: first });
      await runs(derived, { JWT_SECRET: jwtSecret, GATEWAY_ENCRYPTION_KEY: first });
    } finally {
      await derived.remove();
    }
  });
});

describe('nodes that start at once on an empty PostgreSQL', () => {
  it('all run with the same key; with different keys one runs and the other exits 1', async () => {
    const place = await emptyPlace('postgres');
    try {
      const nodes = [first, first, second].map((key) =>
        spawnGateway({ JWT_SECRET: jwtSecret, PORT: '0', ...place.settings, GATEWAY_ENCRYPTION_KEY: key }),
      );
      const settled = () =>
        nodes.filter(({ child, output }) => child.exitCode !== null || output().includes('Console '));
      await expect.poll(() => settled().length).toBe(3);
      const running = nodes.map(({ child }) => child.exitCode === null);
      expect([
        [true, true, false],
        [false, false, true],
      ]).toContainEqual(running);
      for (const { child, output } of nodes) if (child.exitCode !== null) expect(output()).toMatch(/is not the key/);
      for (const { child } of nodes) child.kill('SIGTERM');
      await Promise.all(nodes.map(({ exited }) => exited));
      expect(await checkValue(place)).toHaveLength(1);
    } finally {
      await place.remove();
    }
  });
});

it('the check value is moved to PostgreSQL too', async () => {
  const [source, target] = [await newPlace('sqlite'), await emptyPlace('postgres')];
  try {
    await runs(source, { GATEWAY_ENCRYPTION_KEY: first });
    const { DATA_DIR = '' } = source.settings;
    const { DATABASE_URL = '' } = target.settings;
    await moveToPostgres({ dataDirectory: DATA_DIR, databaseUrl: DATABASE_URL, onTable: () => undefined });
    expect(await checkValue(target)).toEqual(await checkValue(source));
    await expect(runs(target, { GATEWAY_ENCRYPTION_KEY: second })).rejects.toThrow(/is not the key/);
  } finally {
    await Promise.all([source.remove(), target.remove()]);
  }
});
