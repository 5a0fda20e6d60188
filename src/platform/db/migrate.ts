import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AppError } from '../../kernel/errors.ts';
import type { Database, Engine, Transaction } from './database.ts';
import { requireSuitable } from './server-requirements.ts';

const folder = fileURLToPath(new URL('../../../migrations/', import.meta.url));

type Migration = { name: string; sql: string; digest: string };

/**
 * `0001_name.sql` is for both engines; `0001_name.sqlite.sql` and `0001_name.postgres.sql` for one. Sorted without the
 * `.sql`, so that what both share comes before what one engine adds to it.
 */
function readMigrations(engine: Engine): Migration[] {
  const other: Engine = engine === 'sqlite' ? 'postgres' : 'sqlite';
  return (
    readdirSync(folder)
      .filter((file) => file.endsWith('.sql') && !file.endsWith(`.${other}.sql`))
      .map((file) => file.slice(0, -4))
      // By number, and what is for both engines before what is for one.
      .sort(
        (one, other) => (one.split('.')[0] ?? '').localeCompare(other.split('.')[0] ?? '') || one.length - other.length,
      )
      .map((name) => {
        const sql = readFileSync(`${folder}${name}.sql`, 'utf8');
        return { name, sql, digest: createHash('sha256').update(sql).digest('hex') };
      })
  );
}

/** Compares the database's schema with this version's migrations. */
export async function migrationState(database: Pick<Database, 'engine' | 'all'>) {
  const rows = await database.all<{ name: string; digest: string }>('SELECT name, digest FROM schema_migrations');
  const digests = new Map(rows.map(({ name, digest }) => [name, digest]));
  const known = readMigrations(database.engine);
  const names = new Set(known.map(({ name }) => name));
  return {
    applied: known.map(({ name }) => name).filter((name) => digests.has(name)),
    pending: known.map(({ name }) => name).filter((name) => !digests.has(name)),
    changed: known
      .filter(({ name, digest }) => digests.has(name) && digests.get(name) !== digest)
      .map(({ name }) => name),
    unknown: rows.map(({ name }) => name).filter((name) => !names.has(name)),
  };
}

/** Never change it: nodes of all versions must ask for the same lock. */
export const migrationLock = 7_162_003;

/**
 * How long a migration waits for a table. Turns wait behind it meanwhile, so it gives way to what holds the table for longer, such as
 * a backup, and the caller tries again. It is below PostgreSQL's `deadlock_timeout`: of two that wait for each other the turn goes on.
 */
const lockTimeoutMs = 300;
const lockNotAvailable = '55P03';

/**
 * Brings the schema up to date, one transaction per file. Many nodes may start at once: on PostgreSQL one of them
 * migrates and the others wait; on SQLite the data directory is locked already. A migration this version does not
 * know was made by a newer node and is left alone. Throws `unavailable` while something else holds the tables. What was applied is added
 * to `applied`.
 */
export async function migrate(database: Database, nowMs: number, applied: string[] = []): Promise<string[]> {
  await requireSuitable(database);
  const locked = <Result>(work: (tx: Transaction) => Promise<Result>) =>
    database.transaction(async (tx) => {
      if (tx.engine === 'postgres')
        await tx.script(`SET LOCAL statement_timeout = 0; SELECT pg_advisory_xact_lock(${migrationLock});
          SET LOCAL lock_timeout = ${lockTimeoutMs}`);
      return work(tx);
    });
  const isApplied = ({ name, digest }: Migration, known: string | undefined): boolean => {
    if (known !== undefined && known !== digest)
      throw new Error(`Migration ${name} was changed after it had been applied to this database.`);
    return known !== undefined;
  };
  // Even IF NOT EXISTS fails when two nodes create the same table at once.
  const before = await locked(async (tx) => {
    await tx.script(
      'CREATE TABLE IF NOT EXISTS schema_migrations (name TEXT PRIMARY KEY, digest TEXT NOT NULL, applied_at BIGINT NOT NULL)',
    );
    return tx.all<{ name: string; digest: string }>('SELECT name, digest FROM schema_migrations');
  });
  const digests = new Map(before.map(({ name, digest }) => [name, digest]));
  for (const migration of readMigrations(database.engine)) {
    const { name, sql, digest } = migration;
    // What is applied stays applied. To look in a transaction for each took a fifth of the CPU of a start on PostgreSQL.
    if (isApplied(migration, digests.get(name))) continue;
    const apply = async (tx: Transaction): Promise<void> => {
      const known = await tx.get<{ digest: string }>('SELECT digest FROM schema_migrations WHERE name = $1', [name]);
      if (isApplied(migration, known?.digest)) return;
      await tx.script(sql);
      await tx.run('INSERT INTO schema_migrations (name, digest, applied_at) VALUES ($1, $2, $3)', [
        name,
        digest,
        nowMs,
      ]);
      tx.afterCommit(() => applied.push(name));
    };
    await locked(apply).catch((error: unknown) => {
      if ((error as { code?: string }).code !== lockNotAvailable) throw error;
      const message = `The migration ${name} waits for tables that are in use.`;
      throw new AppError('unavailable', message, { cause: new Error(message, { cause: error }) });
    });
  }
  return applied;
}
