import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Place } from './databases.ts';

/** Letters at random from the first on: of words that begin alike, an index keeps only what differs. */
export const newCanary = () => Buffer.from(randomBytes(18).map((byte) => 97 + (byte % 26))).toString();

/** Which of the texts are in the files, by their labels. The beginning of a word may be shared with others. */
export const foundIn = (files: Buffer, canaries: Record<string, string>): string[] =>
  Object.entries(canaries)
    .filter(([, canary]) => files.includes(canary.slice(4)))
    .map(([label]) => label);

/** Vacuums, and gives every byte of the database's files. */
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
    // What anyone had begun before, in whatever database of the server, keeps dead rows in the files until it ends.
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
