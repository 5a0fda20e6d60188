import type { Database } from '../../src/platform/db/database.ts';
import { settleAllUsage } from '../harness/settled-usage.ts';

/** Tables that change in the background, or are written for a refused request on purpose. */
const beside = new Set([
  'audit_head',
  'audit_log',
  // The turns of workspaces for places count all runs.
  'background_turns',
  'events',
  'jobs',
  // Documents are read in the background.
  'knowledge_bits',
  'knowledge_documents',
  'knowledge_passages',
  'knowledge_vectors',
  'knowledge_versions',
  'knowledge_words',
  'knowledge_work',
  // Vectors are computed in the background.
  'memory_bits',
  'memory_recalls',
  'memory_unembedded',
  'memory_vectors',
  // Counted every few seconds.
  'model_connection_hours',
  'rate_limits',
  'recurring_jobs',
  'schema_migrations',
  // Batches without open runs are deleted later.
  'run_batches',
  'search_probe',
  // Past days are summed up every hour.
  'tool_usage_totals',
  'usage_totals',
  'user_last_days',
]);

const tablesOf = {
  // The shadow tables of a virtual table contain its data again.
  sqlite: `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'virtual') AND name NOT LIKE 'sqlite_%'`,
  postgres: `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
};

const known = new WeakMap<Database, string[]>();

async function tables(database: Database): Promise<string[]> {
  let names = known.get(database);
  if (!names) {
    const rows = await database.all<{ name: string }>(tablesOf[database.engine]);
    names = rows.map(({ name }) => name).filter((name) => !beside.has(name));
    await countChanges(database, names);
    known.set(database, names);
  }
  return names;
}

/**
 * Waits for turns and deliveries that continue after their request was answered, so that their writes are not
 * attributed to the next request.
 */
async function whenIdle(database: Database): Promise<void> {
  const busy = `SELECT (SELECT count(*) FROM runs WHERE status IN ('queued', 'running'))
    + (SELECT count(*) FROM schedules WHERE active_run_id IS NOT NULL)
    + (SELECT count(*) FROM jobs WHERE queue LIKE 'memory-%' AND state = 'ready' AND run_at <= $1)
    + (SELECT count(*) FROM jobs WHERE queue IN ('mail', 'forgotten-password') AND state = 'ready')
    + (SELECT count(*) FROM deliveries WHERE claim IS NOT NULL OR due_at <= $1) AS n`;
  for (const deadline = Date.now() + 10_000; Date.now() < deadline; ) {
    if (Number((await database.get<{ n: number }>(busy, [Date.now()]))?.n) === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('The gateway is still busy after 10 s.');
}

/** Every row of every table as text. The list of a table that has not changed is the very same as before. */
export type StoredRows = ReadonlyMap<string, readonly string[]>;
type Snapshot = { stamps: Map<string, string>; rows: StoredRows };
const snapshots = new WeakMap<Database, Snapshot>();

/**
 * A stamp that changes when the table does: reading all tables thousands of times took most of the time of these tests.
 */
async function stampsOf(database: Database, names: readonly string[]): Promise<Map<string, string>> {
  if (database.engine === 'sqlite') {
    const rows = await database.all<{ name: string; stamp: number }>('SELECT name, stamp FROM changed_tables');
    const stamps = new Map(rows.map(({ name, stamp }) => [name, String(stamp)]));
    // Virtual tables have no triggers.
    const version = await database.get<{ data_version: number }>('PRAGMA data_version');
    return new Map(names.map((name) => [name, stamps.get(name) ?? `version ${version?.data_version}`]));
  }
  const parts = names.map((name) => `SELECT '${name}' AS name, last_value AS stamp FROM changed_${name}`);
  const rows = await database.all<{ name: string; stamp: number }>(parts.join(' UNION ALL '));
  return new Map(rows.map(({ name, stamp }) => [name, String(stamp)]));
}

const countInSqlite = (names: readonly string[]): string[] => [
  'CREATE TABLE changed_tables (name TEXT PRIMARY KEY, stamp INTEGER NOT NULL)',
  ...names.flatMap((name) => [
    `INSERT INTO changed_tables VALUES ('${name}', 0)`,
    ...['INSERT', 'UPDATE', 'DELETE'].map(
      (verb) => `CREATE TRIGGER changed_${name}_${verb} AFTER ${verb} ON ${name}
        BEGIN UPDATE changed_tables SET stamp = stamp + 1 WHERE name = '${name}'; END`,
    ),
  ]),
];

/** Sequences, because writers of a table would otherwise wait for each other. */
const countInPostgres = (names: readonly string[]): string[] => [
  `CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS
   $$ BEGIN PERFORM nextval('changed_' || TG_TABLE_NAME); RETURN NULL; END $$`,
  ...names.flatMap((name) => [
    // Used once, because before its first use the last value equals the next.
    `CREATE SEQUENCE changed_${name}; SELECT nextval('changed_${name}')`,
    `CREATE TRIGGER changed AFTER INSERT OR UPDATE OR DELETE ON ${name} FOR EACH STATEMENT EXECUTE FUNCTION note_change()`,
  ]),
];

/** Triggers note every write. */
async function countChanges(database: Database, names: readonly string[]): Promise<void> {
  let counted = names;
  if (database.engine === 'sqlite') {
    const virtual = await database.all<{ name: string }>(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'virtual'",
    );
    counted = names.filter((name) => !virtual.some((table) => table.name === name));
  }
  const statements = database.engine === 'sqlite' ? countInSqlite(counted) : countInPostgres(counted);
  await database.transaction((tx) => tx.script(statements.join(';\n')));
}

async function rowsOf(database: Database, table: string): Promise<string[]> {
  const rows = await database.all<Record<string, unknown>>(`SELECT * FROM ${table}`);
  return rows.map((row) => {
    // Recall counts are written with a delay, and the revision of a collection when a document was read. JSON leaves out what is
    // undefined. In place: copies of the rows took a sixth of the time of these tests.
    row.recall_count = undefined;
    row.last_recalled_at = undefined;
    if (table === 'knowledge_collections') row.revision = undefined;
    for (const name in row) if (row[name] instanceof Uint8Array) row[name] = Buffer.from(row[name]).toString('latin1');
    return `${table} ${JSON.stringify(row)}`;
  });
}

export async function storedRows(database: Database): Promise<StoredRows> {
  await whenIdle(database);
  // Otherwise it is added up by day at some moment between two looks.
  await settleAllUsage(database);
  const names = await tables(database);
  const stamps = await stampsOf(database, names);
  const last = snapshots.get(database);
  const changed = names.filter((name) => last?.stamps.get(name) !== stamps.get(name));
  if (last && changed.length === 0) return last.rows;
  const rows = new Map(last?.rows);
  await Promise.all(changed.map(async (name) => rows.set(name, await rowsOf(database, name))));
  snapshots.set(database, { stamps, rows });
  return rows;
}

/** Rows that are there now and were not before; a changed row is one gone and one new. */
export function newRows(before: StoredRows, after: StoredRows): string[] {
  const found: string[] = [];
  for (const [table, rows] of after) {
    if (before.get(table) === rows) continue;
    const old = new Set(before.get(table));
    found.push(...rows.filter((row) => !old.has(row)));
  }
  return found;
}
