import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

/** The first table that every version creates. */
const firstTable = 'schema_migrations';
const timeoutMs = 5_000;

function inFolder(folder) {
  const file = join(folder, 'gateway.db');
  if (!existsSync(file)) return undefined;
  const database = new DatabaseSync(file, { readOnly: true, timeout: timeoutMs });
  try {
    const found = database.prepare('SELECT 1 FROM sqlite_master WHERE name = ?').get(firstTable);
    return found && `${file} has data already`;
  } finally {
    database.close();
  }
}

async function onServer(url) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeoutMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query('SELECT to_regclass($1) IS NOT NULL AS found', [firstTable]);
    return rows[0].found ? 'the database of DATABASE_URL has data already' : undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * A text that says where there is data that new keys would not fit; undefined if there is none. If this cannot be
 * determined, it counts as data.
 */
export async function findData(settings) {
  const url = settings.DATABASE_URL?.trim();
  const folder = settings.DATA_DIR?.trim() || '.data';
  try {
    return url ? await onServer(url) : inFolder(folder);
  } catch (error) {
    return `${url ? 'the database of DATABASE_URL' : folder} may have data (${error.message || error.code})`;
  }
}
