import { afterAll, beforeAll, expect, it } from 'vitest';
import { administer, newPlace, type Place } from '../../../../test/harness/databases.ts';
import { recordLog } from '../../../../test/harness/log-lines.ts';
import { type OpenDatabase, openDatabase } from '../../db/open.ts';
import { findPgvector } from './pgvector.store.ts';

let place: Place;
let database: OpenDatabase;
beforeAll(async () => {
  place = await newPlace('postgres');
  const { DATABASE_URL } = place.settings;
  database = openDatabase({ databaseUrl: DATABASE_URL, dataDirectory: '', poolSize: 2 }, () => undefined);
});
afterAll(async () => {
  await database.close();
  await place.remove();
});

it('the log distinguishes a server without pgvector from one that forbids creating it', async () => {
  const missing = recordLog();
  expect(await findPgvector(database, missing.log)).toBe(false);
  expect(missing.lines()).toMatchObject([{ level: 'info', msg: expect.stringContaining('has no pgvector') }]);

  // The error of a server with pgvector for a role that is not a superuser.
  await administer(
    place.settings.DATABASE_URL ?? '',
    `CREATE FUNCTION refuse() RETURNS event_trigger LANGUAGE plpgsql AS $$
       BEGIN RAISE 'permission denied to create extension "vector"' USING ERRCODE = '42501'; END $$;
     CREATE EVENT TRIGGER refuse ON ddl_command_start WHEN TAG IN ('CREATE EXTENSION') EXECUTE FUNCTION refuse()`,
  );
  const forbidden = recordLog();
  expect(await findPgvector(database, forbidden.log)).toBe(false);
  expect(forbidden.lines()).toMatchObject([
    {
      level: 'warn',
      msg: expect.stringContaining('may not create the extension: let a superuser run CREATE EXTENSION'),
    },
  ]);
});
