import type { Database } from '../../platform/db/database.ts';
import type { Probe } from './probes.ts';

/** Reading costs little; writing is done at most this often. */
const writeEveryMs = 3_000;

/**
 * The disk must have room for it: SQLite appends the page with this number, which nobody uses, to its log; a table that
 * lasts for one statement is always new on PostgreSQL.
 */
const writeSql = {
  sqlite: 'PRAGMA user_version = 0',
  postgres: `CREATE TEMPORARY TABLE health_probe ON COMMIT DROP AS
    SELECT n, repeat(md5(CAST(n AS TEXT)), 60) AS filler FROM generate_series(1, 64) AS n`,
};

export function probeDatabase(database: Database): Probe {
  let wroteAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const row = await database.get<{ name: string }>('SELECT name FROM schema_migrations ORDER BY name LIMIT 1');
    if (!row) throw new Error('The schema is missing.');
    if (database.isFull()) throw new Error('The disk of the database is full.');
    if (performance.now() - wroteAt < writeEveryMs) return;
    await database.run(writeSql[database.engine]);
    wroteAt = performance.now();
  };
}

const searchSql = {
  sqlite: "SELECT content FROM search_probe WHERE search_probe MATCH 'gateway'",
  postgres: "SELECT content FROM search_probe WHERE to_tsvector('simple', content) @@ to_tsquery('simple', 'gateway')",
};

export const probeSearch =
  (database: Database): Probe =>
  async () => {
    const row = await database.get<{ content: string }>(searchSql[database.engine]);
    if (row?.content !== 'gateway') throw new Error('Full-text search found nothing.');
  };
