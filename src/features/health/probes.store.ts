import type { Database } from '../../platform/db/database.ts';
import type { Probe } from './probes.ts';

export const probeDatabase =
  (database: Database): Probe =>
  async () => {
    const row = await database.get<{ name: string }>('SELECT name FROM schema_migrations ORDER BY name LIMIT 1');
    if (!row) throw new Error('The schema is missing.');
  };

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
