import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Place } from './databases.ts';

/** Random from the first letter on: an index stores only the difference of words with the same beginning. */
export const newCanary = () => Buffer.from(randomBytes(18).map((byte) => 97 + (byte % 26))).toString();

/**
 * The labels of the texts that are in the files. The beginning of a word is ignored, because other words may share it.
 */
export const foundIn = (files: Buffer, canaries: Record<string, string>): string[] =>
  Object.entries(canaries)
    .filter(([, canary]) => files.includes(canary.slice(4)))
    .map(([label]) => label);

/** Vacuums, and returns every byte of the database's files. */
export async function filesOf({ settings }: Place): Promise<Buffer> {
  const all = (folder: string) =>
    Buffer.concat(
      readdirSync(folder, { withFileTypes: true })
        .filter((file) => file.isFile())
        .map(({ name }) => readFileSync(join(folder, name))),
    );
  if (settings.DATA_DIR) {
    const connection = new DatabaseSync(join(settings.DATA_DIR, 'gateway.db'), { timeout: 5_000 });
    connection.exec('PRAGMA wal_checkpoint(TRUNCATE); VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
    connection.close();
    return all(settings.DATA_DIR);
  }
  const client = new pg.Client(settings.DATABASE_URL);
  await client.connect();
  try {
    // A transaction that began earlier, in any database of the server, keeps dead rows in the files until it ends.
    const { rows: begun } = await client.query<{ id: string }>('SELECT pg_current_xact_id() AS id');
    const older = `SELECT 1 FROM pg_stat_activity WHERE pid <> pg_backend_pid()
      AND least(CAST(CAST(backend_xid AS text) AS bigint), CAST(CAST(backend_xmin AS text) AS bigint)) < $1`;
    while ((await client.query(older, [begun[0]?.id])).rows.length > 0) await sleep(10);
    for (const sql of ['VACUUM FULL', 'CHECKPOINT']) await client.query(sql);
    const { rows } = await client.query<{ folder: string }>(
      `SELECT current_setting('data_directory') || '/base/' || oid AS folder FROM pg_database WHERE datname = current_database()`,
    );
    return all(rows[0]?.folder ?? '');
  } finally {
    await client.end();
  }
}

/** What another process has stored so far: the `n` of a query. */
export async function countWhileOpen({ settings }: Place, sql: string): Promise<number> {
  if (settings.DATA_DIR) {
    const connection = new DatabaseSync(join(settings.DATA_DIR, 'gateway.db'), { readOnly: true, timeout: 5_000 });
    try {
      return Number(connection.prepare(sql).get()?.n);
    } finally {
      connection.close();
    }
  }
  const client = new pg.Client(settings.DATABASE_URL);
  await client.connect();
  try {
    return Number((await client.query(sql)).rows[0]?.n);
  } finally {
    await client.end();
  }
}
