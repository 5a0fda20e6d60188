import type { Database } from '../../src/platform/db/database.ts';

/** Tables that change in the background, or are written for a refused request on purpose. */
const beside = new Set([
  'audit_head',
  'audit_log',
  // The turns of workspaces for places count all runs.
  'background_turns',
  'events',
  'jobs',
  // Vectors are computed in the background.
  'memory_bits',
  'memory_recalls',
  'memory_unembedded',
  'memory_vectors',
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

type Snapshot = { stamps: Map<string, string>; byTable: Map<string, string[]>; all: string[] };
const snapshots = new WeakMap<Database, Snapshot>();

/**
 * A stamp that changes when the table does: reading all tables thousands of times took most of the time of these tests.
 */
async function stampsOf(database: Database, names: readonly string[]): Promise<Map<string, string>> {
  if (database.engine === 'sqlite') {
    const version = await database.get<{ data_version: number }>('PRAGMA data_version');
    return new Map(names.map((name) => [name, String(version?.data_version)]));
  }
  const parts = names.map((name) => `SELECT '${name}' AS name, last_value AS stamp FROM changed_${name}`);
  const rows = await database.all<{ name: string; stamp: number }>(parts.join(' UNION ALL '));
  return new Map(rows.map(({ name, stamp }) => [name, String(stamp)]));
}

/** On PostgreSQL a trigger advances a sequence for every writing statement. */
async function countChanges(database: Database, names: readonly string[]): Promise<void> {
  if (database.engine === 'sqlite') return;
  await database.transaction((tx) =>
    tx.script(
      [
        `CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN PERFORM nextval('changed_' || TG_TABLE_NAME); RETURN NULL; END $$`,
        ...names.flatMap((name) => [
          // Used once, because before its first use the last value equals the next.
          `CREATE SEQUENCE changed_${name}; SELECT nextval('changed_${name}')`,
          `CREATE TRIGGER changed AFTER INSERT OR UPDATE OR DELETE ON ${name} FOR EACH STATEMENT EXECUTE FUNCTION note_change()`,
        ]),
      ].join(';\n'),
    ),
  );
}

async function rowsOf(database: Database, table: string): Promise<string[]> {
  const rows = await database.all<Record<string, unknown>>(`SELECT * FROM ${table}`);
  // Recall counts are written with a delay.
  return rows.map(({ recall_count, last_recalled_at, ...row }) => `${table} ${JSON.stringify(row)}`);
}

/** Every row of every table as text, table first; the very same array when nothing has changed. */
export async function storedRows(database: Database): Promise<string[]> {
  await whenIdle(database);
  const names = await tables(database);
  const stamps = await stampsOf(database, names);
  const last = snapshots.get(database);
  const changed = names.filter((name) => last?.stamps.get(name) !== stamps.get(name));
  if (last && changed.length === 0) return last.all;
  const byTable = new Map(last?.byTable);
  await Promise.all(changed.map(async (name) => byTable.set(name, await rowsOf(database, name))));
  const all = names.flatMap((name) => byTable.get(name) ?? []);
  snapshots.set(database, { stamps, byTable, all });
  return all;
}

/** Rows that are there now and were not before; a changed row is one gone and one new. */
export function newRows(before: readonly string[], after: readonly string[]): string[] {
  if (before === after) return [];
  const old = new Set(before);
  return after.filter((row) => !old.has(row));
}
