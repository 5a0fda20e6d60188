import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { startTcpProxy } from '../../../../test/harness/tcp-proxy.ts';
import { openPostgres } from '../postgres.ts';

const text = 'SELECT CAST($1 AS TEXT) AS given';
const quotient = 'SELECT 100 / CAST($1 AS INTEGER) AS given';
type Given = { given: unknown };

describe('reads of many callers on PostgreSQL', () => {
  let proxy: Awaited<ReturnType<typeof startTcpProxy>>;
  let database: ReturnType<typeof openPostgres>;
  beforeAll(async () => {
    const url = new URL(inject('postgresUrl'));
    proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) }, { awayMs: 100 });
    const away = Object.assign(new URL(url), { host: `127.0.0.1:${proxy.port}` }).href;
    database = openPostgres({ url: away, poolSize: 4, onIdleError: () => undefined });
    await database.get('SELECT 1');
  });
  afterAll(async () => {
    await database.close();
    await proxy.stop();
  });

  it('are made in a few round trips, and each has its own answer', async () => {
    await Promise.all([database.steady(text, ['prepared']), database.steady(quotient, [1])]);
    const before = proxy.trips();
    const given = await Promise.all(
      Array.from({ length: 100 }, (_, at) => database.steady<Given>(text, [`reader ${at}`])),
    );
    expect(given).toEqual(Array.from({ length: 100 }, (_, at) => ({ given: `reader ${at}` })));
    // A hundred by themselves, besides those that prepare.
    expect(proxy.trips() - before).toBeLessThan(20);
  });

  it('wait for a server that is far away for a few milliseconds only', async () => {
    await Promise.all([database.steady(text, ['prepared']), database.steady(text, ['prepared'])]);
    const began = performance.now();
    const first = database.steady(text, ['first']);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await Promise.all([first, database.steady(text, ['second'])]);
    // If it had waited for the first to be answered: 200.
    expect(performance.now() - began).toBeLessThan(180);
  });

  it('fail alone', async () => {
    const reads = Array.from({ length: 40 }, (_, at) => database.steady<Given>(quotient, [at % 10]));
    const outcomes = await Promise.allSettled(reads);
    for (const [at, outcome] of outcomes.entries())
      if (at % 10 === 0) expect(outcome).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
      else expect(outcome).toEqual({ status: 'fulfilled', value: { given: Math.floor(100 / (at % 10)) } });
  });

  it('fail alone where one caller reads several things', async () => {
    const of = (at: number) =>
      database.readTogether((reader) =>
        Promise.allSettled([reader.get<Given>(text, [`${at}`]), reader.get<Given>(quotient, [at])]),
      );
    const outcomes = await Promise.all(Array.from({ length: 10 }, (_, at) => of(at)));
    for (const [at, [first, second]] of outcomes.entries()) {
      expect(first).toEqual({ status: 'fulfilled', value: { given: `${at}` } });
      if (at === 0) expect(second).toMatchObject({ status: 'rejected', reason: { code: '22012' } });
      else expect(second).toMatchObject({ status: 'fulfilled', value: { given: Math.floor(100 / at) } });
    }
  });

  it('go on beside one that is held up', async () => {
    const other = new pg.Client(inject('postgresUrl'));
    await other.connect();
    for (const sql of ['CREATE TABLE held_up (given TEXT)', 'BEGIN', 'LOCK TABLE held_up']) await other.query(sql);
    let isHeld = true;
    const held = database.steady('SELECT given FROM held_up WHERE given = $1', ['x']).then(() => {
      isHeld = false;
    });
    // Those of the group that is held up wait with it; these come later.
    await new Promise((resolve) => setTimeout(resolve, 50));
    for (let at = 0; at < 5; at += 1) expect(await database.steady<Given>(text, [`${at}`])).toEqual({ given: `${at}` });
    expect(isHeld).toBe(true);
    await other.query('COMMIT');
    await held;
    await other.query('DROP TABLE held_up');
    await other.end();
  });

  it('all fail when the connection breaks, and go on with another one', async () => {
    const reads = Array.from({ length: 10 }, () => database.steady(text, ['x']));
    await new Promise((resolve) => setTimeout(resolve, 10));
    proxy.cut();
    for (const outcome of await Promise.allSettled(reads))
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
    proxy.heal();
    // Until the other connections are known to be broken.
    const read = () => database.steady(text, ['after']).catch(() => undefined);
    await expect.poll(read).toEqual({ given: 'after' });
  });

  it('survive the process of the server, but for the one that it was at', async () => {
    const own = openPostgres({ url: inject('postgresUrl'), poolSize: 4, onIdleError: () => undefined });
    const sleeping = "SELECT pid FROM pg_stat_activity WHERE query LIKE '%pg_sleep(20)%' AND wait_event = 'PgSleep'";
    const reads = Promise.allSettled([
      own.steady('SELECT CAST(pg_sleep(20) AS TEXT) AS slept, CAST($1 AS TEXT)', ['x']),
      ...Array.from({ length: 20 }, (_, at) => own.steady<Given>(text, [`${at}`])),
    ]);
    const found = () => database.get<{ pid: number }>(sleeping);
    await expect.poll(found).toBeDefined();
    await database.get('SELECT pg_terminate_backend($1)', [(await found())?.pid ?? 0]);
    const [slept, ...given] = await reads;
    expect(slept).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
    for (const [at, outcome] of given.entries())
      expect(outcome).toEqual({ status: 'fulfilled', value: { given: `${at}` } });
    await own.close();
  });

  it('wait for a connection for five seconds each, however many there are', async () => {
    const own = openPostgres({ url: inject('postgresUrl'), poolSize: 1, onIdleError: () => undefined });
    const holding = own.transaction((tx) => tx.get('SELECT CAST(pg_sleep(5.5) AS TEXT) AS slept'));
    const times = async () => {
      const began = performance.now();
      const readOne = async () => {
        const { status } = (await Promise.allSettled([own.steady(text, ['x'])]))[0];
        return { status, ms: performance.now() - began };
      };
      return Promise.all(Array.from({ length: 100 }, readOne));
    };
    const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    const early = times();
    await wait(2_000);
    const late = times();
    for (const { status, ms } of await early) {
      expect(status).toBe('rejected');
      expect(ms).toBeGreaterThan(4_800);
    }
    for (const { status } of await late) expect(status).toBe('fulfilled');
    await holding;
    await own.close();
  });

  it('are refused once the database is closed', async () => {
    const closed = openPostgres({ url: inject('postgresUrl'), poolSize: 2, onIdleError: () => undefined });
    expect(await closed.steady(text, ['open'])).toEqual({ given: 'open' });
    await closed.close();
    await expect(Promise.all([closed.steady(text, ['x']), closed.steady(text, ['y'])])).rejects.toThrow('closed');
  });
});
