import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, newPlace, type Place } from '../../../test/harness/databases.ts';
import { readConfig } from '../../config.ts';
import { newId } from '../../kernel/ids.ts';
import { deleteById, deleteByTime } from '../db/by-age.ts';
import type { Database } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { createCleaning } from './cleaning.ts';

const quiet = { trace() {}, debug() {}, info() {}, warn() {}, error() {} } as never;
const start = Date.UTC(2026, 0, 1);

describe.each(engines)('cleaning on %s', (engine) => {
  let place: Place;
  let database: Database;
  beforeAll(async () => {
    place = await newPlace(engine);
    const { database: settings } = readConfig({ JWT_SECRET: 'x'.repeat(32), ...place.settings });
    database = openDatabase(settings, () => undefined);
    await migrate(database, start);
    await database.run('CREATE TABLE old_things (id TEXT PRIMARY KEY, at BIGINT NOT NULL, kept BIGINT NOT NULL)');
    await database.run('CREATE INDEX old_things_by_time ON old_things (at)');
  });
  afterAll(async () => {
    await database.close();
    await place.remove();
  });

  /** One a second; every tenth is to be kept. */
  const fill = async (rows: number) => {
    await database.run('DELETE FROM old_things');
    const values = Array.from({ length: rows }, (_, n) => {
      const at = start + n * 1_000;
      return `('${newId('job', at)}', ${at}, ${n % 10 === 0 ? 1 : 0})`;
    });
    await database.run(`INSERT INTO old_things (id, at, kept) VALUES ${values.join(', ')}`);
  };
  const left = async () => Number((await database.get<{ n: number }>('SELECT count(*) AS n FROM old_things'))?.n);
  /** Counts what is looked at and written between two pauses. */
  const watched = () => {
    const sizes: number[] = [];
    const run: Database['run'] = async (sql, params) => {
      const written = await database.run(sql, params);
      if (sql.startsWith('DELETE')) sizes.push(written.changes);
      return written as never;
    };
    return { sizes, through: { ...database, run } };
  };

  it('deletes by id in portions, keeps what is not due, and looks at nothing twice', async () => {
    await fill(5_000);
    const { sizes, through } = watched();
    const before = start + 4_000_000;
    const portion = deleteById(through, { table: 'old_things', prefix: 'job', before, due: 't.kept = 0' });
    const places: (string | undefined)[] = [];
    const cleaned = await createCleaning({ log: quiet }).clean('things', async (after: string | undefined, limit) => {
      places.push(after);
      return portion(after, limit);
    });
    expect(cleaned).toMatchObject({ deleted: 3_600, finished: true });
    expect(await left()).toBe(1_400);
    expect(sizes.length).toBeGreaterThan(3);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(2_000);
    expect(places.slice(1)).toEqual(places.slice(1).toSorted());
    expect(new Set(places).size).toBe(places.length);
  });

  it('deletes by time, through rows of the same moment', async () => {
    await fill(100);
    await database.run('UPDATE old_things SET at = $1 WHERE at < $2', [start, start + 90_000]);
    const portion = deleteByTime(database, { table: 'old_things', column: 'at', before: start + 95_000 });
    const cleaned = await createCleaning({ log: quiet }).clean('things', (after: number | undefined) =>
      portion(after, 20),
    );
    expect(cleaned).toMatchObject({ deleted: 95, finished: true });
    expect(await left()).toBe(5);
  });

  it('stops between two portions, and goes on at the next call', async () => {
    await fill(400);
    const cleaning = createCleaning({ log: quiet });
    const portion = deleteById(database, { table: 'old_things', prefix: 'job', before: start + 400_000 });
    let portions = 0;
    const cleaned = await cleaning.clean('things', async (after: string | undefined) => {
      portions += 1;
      if (portions === 3) void cleaning.stop();
      return portion(after, 10);
    });
    expect(cleaned).toMatchObject({ deleted: 30, finished: false });
    cleaning.start();
    expect(await cleaning.clean('things', portion)).toMatchObject({ deleted: 370, finished: true });
    // Its time is up before everything is deleted.
    await fill(400);
    const short = createCleaning({ log: quiet, longestMs: 30 });
    expect((await short.clean('things', (after: string | undefined) => portion(after, 10))).finished).toBe(false);
  });
});
