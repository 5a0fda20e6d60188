import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { moveToPostgres } from '../src/operations/move-to-postgres.ts';
import { openPostgres } from '../src/platform/db/postgres.ts';
import { spawnGateway } from './harness/child-gateway.ts';
import { administer, emptyPlace, newPlace, type Place } from './harness/databases.ts';
import { jwtSecret } from './harness/gateway.ts';
import { patienceMs } from './harness/talking.ts';

/** Starts a node that should refuse the server, and returns what it wrote. */
async function refused(DATABASE_URL: string): Promise<string> {
  const { exited, output } = spawnGateway({ JWT_SECRET: jwtSecret, PORT: '0', LOG_LEVEL: 'silent', DATABASE_URL });
  expect(await exited).toEqual({ code: 1, signal: null });
  return output();
}

describe('a PostgreSQL that is not suitable is refused at every start, in one line', () => {
  let old: Place;
  const ascii = new URL(inject('postgresUrl'));
  ascii.pathname = '/in_ascii';
  beforeAll(async () => {
    await administer(
      inject('postgresUrl'),
      "CREATE DATABASE in_ascii TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE 'C'",
    );
    // Simulates an older server: a function with the same name hides the server's own version.
    old = await newPlace('postgres');
    const url = old.settings.DATABASE_URL ?? '';
    await administer(
      url,
      `CREATE SCHEMA before;
       CREATE FUNCTION before.current_setting(name text) RETURNS text LANGUAGE sql AS $$
         SELECT CASE name WHEN 'server_version_num' THEN '140012' WHEN 'server_version' THEN '14.12'
           ELSE pg_catalog.current_setting(name) END $$;
       ALTER DATABASE "${new URL(url).pathname.slice(1)}" SET search_path = before, pg_catalog, public`,
    );
  });
  afterAll(async () => {
    await old.remove();
    await administer(inject('postgresUrl'), 'DROP DATABASE in_ascii WITH (FORCE)');
  });

  it('below version 15, also when all migrations have been applied', async () => {
    expect(await refused(old.settings.DATABASE_URL ?? '')).toBe(
      'DATABASE_URL: this is PostgreSQL 14.12, and PostgreSQL 15 or newer is needed.\n',
    );
  });

  it('with another encoding than UTF-8, and nothing is written', async () => {
    expect(await refused(ascii.href)).toMatch(/^DATABASE_URL: the database has the encoding SQL_ASCII, and UTF8 .*\n$/);
    const database = openPostgres({ url: ascii.href, poolSize: 1, onIdleError: () => undefined });
    expect(await database.get("SELECT to_regclass('schema_migrations') AS found")).toEqual({ found: null });
    await database.close();
  });

  it('as the target of a move too', async () => {
    const source = await newPlace('sqlite');
    const dataDirectory = source.settings.DATA_DIR ?? '';
    const move = moveToPostgres({ dataDirectory, databaseUrl: ascii.href, onTable: () => undefined });
    await expect(move).rejects.toThrow('has the encoding SQL_ASCII');
    await source.remove();
  });
});

it('a suitable PostgreSQL is accepted', async () => {
  const place = await emptyPlace('postgres');
  const { child, exited, output } = spawnGateway({ JWT_SECRET: jwtSecret, PORT: '0', ...place.settings });
  await expect.poll(output, { timeout: patienceMs }).toContain('Console ');
  child.kill('SIGTERM');
  expect(await exited).toEqual({ code: 0, signal: null });
  await place.remove();
});
