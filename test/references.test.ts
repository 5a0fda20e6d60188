import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../src/platform/db/database.ts';
import { engines } from './harness/databases.ts';
import { startGateway, type TestGateway } from './harness/gateway.ts';

/**
 * Workspaces are deleted rarely, one at a time: a scan of the whole table is cheaper than an index for every delivery. On
 * PostgreSQL a trigger replaces that foreign key.
 */
const withoutIndex = { sqlite: ['deliveries.workspace_id'], postgres: [] };

type Named = { name: string };

/** Foreign keys without an index: their table would be scanned for every deleted row that they refer to. */
const unindexed = {
  sqlite: (database: Database) =>
    database.all<Named>(
      `SELECT t.name || '.' || f."from" AS name FROM sqlite_master t, pragma_foreign_key_list(t.name) f
       WHERE t.type = 'table' AND NOT EXISTS (
         SELECT 1 FROM pragma_index_list(t.name) i, pragma_index_info(i.name) c
         LEFT JOIN sqlite_master s ON s.name = i.name
         WHERE c.seqno = 0 AND c.name = f."from" AND (i.partial = 0 OR s.sql LIKE '%WHERE ' || f."from" || ' IS NOT NULL'))
       ORDER BY 1`,
    ),
  postgres: (database: Database) =>
    database.all<Named>(
      `SELECT c.conrelid::regclass || '.' || a.attname AS name FROM pg_constraint c
       JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
       WHERE c.contype = 'f' AND NOT EXISTS (
         SELECT 1 FROM pg_index i WHERE i.indrelid = c.conrelid AND i.indkey[0] = c.conkey[1]
         AND (i.indpred IS NULL OR pg_get_expr(i.indpred, i.indrelid) = '(' || a.attname || ' IS NOT NULL)'))
       ORDER BY 1`,
    ),
};

describe.each(engines)('on %s', (engine) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startGateway(engine);
  });
  afterAll(() => gateway?.stop());

  it('every foreign key has an index for deletions', async () => {
    const found = await unindexed[engine](gateway.gateway.database);
    expect(found.map(({ name }) => name)).toEqual(withoutIndex[engine]);
  });
});
