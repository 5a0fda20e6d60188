import pg from 'pg';
import type { Database } from '../../src/platform/db/database.ts';
import type { Place } from './databases.ts';

/** How an engine answers a statement, for any values: as a statement is planned that is used often. */
export async function planOf({ settings }: Place, database: Database, sql: string): Promise<string> {
  if (database.engine === 'sqlite')
    return (await database.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)).map(({ detail }) => detail).join();
  const client = new pg.Client(settings.DATABASE_URL);
  await client.connect();
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${sql}`);
  await client.end();
  return rows.map((row) => row['QUERY PLAN']).join();
}
