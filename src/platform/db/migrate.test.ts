import { expect, it } from 'vitest';
import { newPlace } from '../../../test/harness/databases.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open.ts';

it('a migration gives way to what holds its tables on PostgreSQL, and is applied later', async () => {
  const place = await newPlace('postgres');
  const open = () =>
    openDatabase({ databaseUrl: place.settings.DATABASE_URL, dataDirectory: '', poolSize: 2 }, () => undefined);
  const [starting, serving] = [open(), open()];
  const name = '0061_events_by_id';
  await starting.run('DELETE FROM schema_migrations WHERE name = $1', [name]);
  await starting.run('CREATE INDEX events_waiting ON events (id)');

  await serving.transaction(async (tx) => {
    const read = 'SELECT count(*) AS events FROM events';
    await tx.get(read);
    const refused = expect(migrate(starting, Date.now())).rejects.toMatchObject({
      code: 'unavailable',
      details: { cause: { message: expect.stringContaining(name) } },
    });
    await expect
      .poll(async () => (await tx.get<{ n: number }>('SELECT count(*) AS n FROM pg_locks WHERE NOT granted'))?.n)
      .toBeGreaterThan(0);
    // It waits behind the migration until that gives way.
    expect(await serving.get(read)).toEqual({ events: 0 });
    await refused;
  });
  expect(await migrate(starting, Date.now())).toEqual([name]);
  await Promise.all([starting.close(), serving.close()]);
  await place.remove();
});
